import { CandidateHeap } from './candidate-heap.ts'
import type { RankOfRange } from './piece-counter.ts'
import { NO_RANK } from './rank-table.ts'

/** Greater than any position, and small enough that rank × POSITIONS + position is exact in a double. */
const POSITIONS = 2 ** 31

/**
 * Byte-pair merging of long pieces in O(n log n): the parts form a linked list, candidate pairs wait in a heap ordered by rank and then position, and a
 * candidate that an earlier merge has overtaken is skipped when its turn comes.
 */
export class HeapMerger {
  /** Parts are named by where they start: where the next one starts (0 once the part was merged away), and the one before. */
  #next: Int32Array = new Int32Array(0)
  #previous: Int32Array = new Int32Array(0)
  readonly #candidates = new CandidateHeap()

  /** @returns the number of parts left of a piece of `length` bytes. */
  count(length: number, rankOf: RankOfRange): number {
    this.#reset(length)
    const next = this.#next
    const previous = this.#previous
    const candidates = this.#candidates
    for (let start = 0; start < length - 1; start++) this.#offer(start, length, rankOf)
    let parts = length
    while (candidates.size > 0) {
      const start = candidates.lowestKey % POSITIONS
      const end = candidates.lowestEnd
      candidates.removeLowest()
      const middle = next[start]!
      const overtaken = middle === 0 || middle >= length || next[middle] !== end
      if (overtaken) continue
      next[middle] = 0
      next[start] = end
      previous[end] = start
      parts -= 1
      this.#offer(start, length, rankOf)
      if (start > 0) this.#offer(previous[start]!, length, rankOf)
    }
    return parts
  }

  /** Puts the pair that begins with the part at `start` in the heap, if it is a token. */
  #offer(start: number, length: number, rankOf: RankOfRange): void {
    const middle = this.#next[start]!
    if (middle >= length) return
    const end = this.#next[middle]!
    const rank = rankOf(start, end)
    if (rank !== NO_RANK) this.#candidates.push(rank * POSITIONS + start, end)
  }

  #reset(length: number): void {
    const fits = length < this.#next.length && this.#next.length < 4 * length + 4096
    if (!fits) {
      this.#next = new Int32Array(length + 1)
      this.#previous = new Int32Array(length + 1)
    }
    for (let start = 0; start <= length; start++) {
      this.#next[start] = start + 1
      this.#previous[start] = start - 1
    }
  }
}
