import { HeapMerger } from './merge-by-heap.ts'
import { ScanMerger } from './merge-by-scan.ts'
import { LONGEST_SCANNED_PIECE, type PairRanks } from './pair-ranks.ts'

/**
 * Byte-pair merging of one piece, by the method that suits its length. Both give the same: of all pairs the one of lowest rank merges first, the leftmost
 * of several. O(n log n).
 */
export class PieceMerger {
  readonly #scan = new ScanMerger(LONGEST_SCANNED_PIECE)
  readonly #heap = new HeapMerger()

  /** @returns the number of parts left of a piece of `length` symbols. */
  merge(length: number, pairs: PairRanks): number {
    return length <= LONGEST_SCANNED_PIECE ? this.#scan.merge(length, pairs) : this.#heap.merge(length, pairs)
  }
}
