import type { ScoredUnit } from '../../ports/hypergraph.ts'

/** Keeps the best of many scored units, best first, ties by unit. A bounded heap whose root is the worst kept: O(log limit) an offer, O(1) for most. */
export class BestUnits {
  private readonly heap: ScoredUnit[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  offer(unit: number, score: number): void {
    if (this.heap.length < this.limit) this.siftUp({ unit, score })
    else if (this.limit > 0 && ranksBefore(unit, score, this.heap[0]!)) this.siftDown({ unit, score })
  }

  /** What was kept, best first. Empties the heap. */
  take(): readonly ScoredUnit[] {
    return this.heap.splice(0).sort((a, b) => b.score - a.score || a.unit - b.unit)
  }

  private siftUp(added: ScoredUnit): void {
    const { heap } = this
    let at = heap.push(added) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!ranksBefore(heap[parent]!.unit, heap[parent]!.score, added)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = added
  }

  private siftDown(replacement: ScoredUnit): void {
    const { heap } = this
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      const sibling = heap[child + 1]
      if (sibling && ranksBefore(heap[child]!.unit, heap[child]!.score, sibling)) child++
      if (!ranksBefore(replacement.unit, replacement.score, heap[child]!)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = replacement
  }
}

function ranksBefore(unit: number, score: number, other: ScoredUnit): boolean {
  return score > other.score || (score === other.score && unit < other.unit)
}
