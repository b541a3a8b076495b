import type { ScoredUnit, UnitMask } from '../../ports/hypergraph.ts'
import type { Postings } from './postings.ts'

/**
 * Scores every unit that has one of the terms and keeps the best, of equal texts the best alone: a passage that stands in a thousand files must not take
 * every place. O(postings of the terms + units log limit) at worst.
 */
export function lexicalTop(
  postings: Postings,
  weights: ReadonlyMap<number, number>,
  limit: number,
  mask: UnitMask,
  copies: ReadonlyMap<number, readonly number[]>,
): readonly ScoredUnit[] {
  const { inverted, invertedFrequencies, lengthNorms } = postings
  const scores = new Float64Array(lengthNorms.length)
  for (const [term, weight] of weights) {
    for (let at = inverted.starts[term]!; at < inverted.starts[term + 1]!; at++) {
      const unit = inverted.values[at]!
      const frequency = invertedFrequencies[at]!
      scores[unit]! += (weight * frequency) / (frequency + lengthNorms[unit]!)
    }
  }
  if (mask) for (let unit = 0; unit < scores.length; unit++) if (!mask[unit]) scores[unit] = 0
  for (const group of copies.values()) keepBest(scores, group)
  return bestUnits(scores, limit)
}

/** Sets all scores of a group but the first of its largest to 0. */
function keepBest(scores: Float64Array, group: readonly number[]): void {
  let best = group[0]!
  for (const unit of group) if (scores[unit]! > scores[best]!) best = unit
  for (const unit of group) if (unit !== best) scores[unit] = 0
}

/** The best positive scores, best first, ties by unit, by a bounded heap whose root is the worst kept. */
export function bestUnits(scores: Float64Array, limit: number): readonly ScoredUnit[] {
  const heap: ScoredUnit[] = []
  for (let unit = 0; unit < scores.length; unit++) {
    const score = scores[unit]!
    if (score <= 0) continue
    if (heap.length < limit) siftUp(heap, { unit, score })
    else if (limit > 0 && score > heap[0]!.score) siftDown(heap, { unit, score })
  }
  return heap.sort(byRank)
}

function byRank(a: ScoredUnit, b: ScoredUnit): number {
  return b.score - a.score || a.unit - b.unit
}

/** Whether `a` ranks behind `b`. */
function isWorse(a: ScoredUnit, b: ScoredUnit): boolean {
  return byRank(a, b) > 0
}

function siftUp(heap: ScoredUnit[], added: ScoredUnit): void {
  let at = heap.push(added) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!isWorse(added, heap[parent]!)) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = added
}

function siftDown(heap: ScoredUnit[], replacement: ScoredUnit): void {
  let at = 0
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    if (child + 1 < heap.length && isWorse(heap[child + 1]!, heap[child]!)) child++
    if (!isWorse(heap[child]!, replacement)) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = replacement
}
