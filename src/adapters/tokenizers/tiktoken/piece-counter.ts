import { NO_RANK, type PairRanks } from '../bpe/pair-ranks.ts'
import { PieceMerger } from '../bpe/piece-merger.ts'
import { PieceCache } from './piece-cache.ts'
import { PrefixHashes } from './prefix-hashes.ts'
import type { RankTable } from './rank-table.ts'

/** Counts the tokens of single pieces. Symbols are bytes, and a pair has the rank of the token that its bytes together are. */
export class PieceCounter implements PairRanks {
  readonly #table: RankTable
  readonly #hashes = new PrefixHashes()
  readonly #cache = new PieceCache()
  readonly #merger = new PieceMerger()
  /** The piece that is being merged. */
  #bytes: Uint8Array = new Uint8Array(0)
  #pieceStart = 0

  constructor(table: RankTable) {
    this.#table = table
  }

  /** @returns the number of tokens of the piece `bytes[start, end)`. O(n log n). */
  count(bytes: Uint8Array, start: number, end: number): number {
    const hash = this.#hashes.fill(bytes, start, end)
    if (this.#table.rankOf(bytes, start, end, hash) !== NO_RANK) return 1
    const cached = this.#cache.get(bytes, start, end, hash)
    if (cached > 0) return cached
    this.#bytes = bytes
    this.#pieceStart = start
    const count = this.#merger.merge(end - start, this)
    this.#cache.set(bytes, start, end, hash, count)
    return count
  }

  rank(start: number, _middle: number, end: number): number {
    if (end - start > this.#table.longestTokenBytes) return NO_RANK
    const hash = this.#hashes.range(start, end)
    return this.#table.rankOf(this.#bytes, this.#pieceStart + start, this.#pieceStart + end, hash)
  }

  merged(): void {} // the bytes of a part say all there is to know of it
}
