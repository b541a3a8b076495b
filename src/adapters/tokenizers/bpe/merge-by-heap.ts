import { KeyHeap } from './key-heap.ts'
import { NO_RANK, type PairRanks } from './pair-ranks.ts'

/** Greater than any position, and small enough that rank × POSITIONS + position is exact in a double. */
const POSITIONS = 2 ** 31

/** Arrays up to this length are kept from piece to piece. */
const LONGEST_KEPT = 1 << 16

/**
 * Byte-pair merging of long pieces in O(n log n): the parts form a linked list, candidate pairs wait in a heap ordered by rank and then position, and a
 * candidate that an earlier merge has overtaken is skipped when its turn comes.
 */
export class HeapMerger {
  /** By the start of a part: the start of the next one, of the one before, and the rank of merging with the next. */
  #next: Int32Array = new Int32Array(0)
  #previous: Int32Array = new Int32Array(0)
  #ranks: Int32Array = new Int32Array(0)
  readonly #candidates = new KeyHeap()

  /** @returns the number of parts left of a piece of `length` symbols. */
  merge(length: number, pairs: PairRanks): number {
    this.#reset(length)
    for (let start = 0; start < length; start++) this.#offer(start, length, pairs)
    let parts = length
    while (this.#candidates.size > 0) {
      const key = this.#candidates.removeLowest()
      const rank = Math.floor(key / POSITIONS)
      const start = key - rank * POSITIONS
      // A rank belongs to one pair, so a part that no longer has it has merged since, or its neighbour has.
      if (this.#ranks[start] !== rank) continue
      this.#join(start, pairs)
      parts -= 1
      this.#offer(start, length, pairs)
      if (start > 0) this.#offer(this.#previous[start]!, length, pairs)
    }
    return parts
  }

  #join(start: number, pairs: PairRanks): void {
    const middle = this.#next[start]!
    const end = this.#next[middle]!
    pairs.merged(start, middle, end)
    this.#ranks[middle] = NO_RANK
    this.#next[start] = end
    this.#previous[end] = start
  }

  /** Ranks the part at `start` with the next one, and makes the pair a candidate if it can merge. */
  #offer(start: number, length: number, pairs: PairRanks): void {
    const middle = this.#next[start]!
    const rank = middle < length ? pairs.rank(start, middle, this.#next[middle]!) : NO_RANK
    this.#ranks[start] = rank
    if (rank !== NO_RANK) this.#candidates.add(rank * POSITIONS + start)
  }

  #reset(length: number): void {
    if (length >= this.#next.length || this.#next.length > LONGEST_KEPT) {
      const size = Math.max(length + 1, 1024)
      this.#next = new Int32Array(size)
      this.#previous = new Int32Array(size)
      this.#ranks = new Int32Array(size)
    }
    for (let start = 0; start <= length; start++) {
      this.#next[start] = start + 1
      this.#previous[start] = start - 1
    }
  }
}
