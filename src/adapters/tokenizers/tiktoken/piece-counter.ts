import { HeapMerger } from './merge-by-heap.ts'
import { ScanMerger } from './merge-by-scan.ts'
import { PieceCache } from './piece-cache.ts'
import { PrefixHashes } from './prefix-hashes.ts'
import { NO_RANK, type RankTable } from './rank-table.ts'

/** The longest piece that is merged by scanning, which is quadratic but without overhead. */
const LONGEST_SCANNED_BYTES = 48

/** Looks up the rank of a range of the piece at hand. */
export type RankOfRange = (from: number, to: number) => number

/** Counts the tokens of single pieces by byte-pair encoding. */
export class PieceCounter {
  readonly #ranks: RankTable
  readonly #hashes = new PrefixHashes()
  readonly #cache = new PieceCache()
  readonly #scanMerger = new ScanMerger(LONGEST_SCANNED_BYTES)
  readonly #heapMerger = new HeapMerger()
  #bytes: Uint8Array = new Uint8Array(0)
  #start = 0

  constructor(ranks: RankTable) {
    this.#ranks = ranks
  }

  /** @returns the number of tokens of the piece `bytes[start, end)`. O(n log n). */
  count(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start
    const hash = this.#hashes.fill(bytes, start, end)
    if (length <= this.#ranks.longestTokenBytes && this.#ranks.rankOf(bytes, start, end, hash) !== NO_RANK) return 1
    const cached = this.#cache.get(bytes, start, end, hash)
    if (cached > 0) return cached
    this.#bytes = bytes
    this.#start = start
    const merger = length <= LONGEST_SCANNED_BYTES ? this.#scanMerger : this.#heapMerger
    const count = merger.count(length, this.#rankOfRange)
    this.#cache.set(bytes, start, end, hash, count)
    return count
  }

  readonly #rankOfRange: RankOfRange = (from, to) => {
    if (to - from > this.#ranks.longestTokenBytes) return NO_RANK
    return this.#ranks.rankOf(this.#bytes, this.#start + from, this.#start + to, this.#hashes.range(from, to))
  }
}
