import type { RankOfRange } from './piece-counter.ts'
import { NO_RANK } from './rank-table.ts'

/**
 * Byte-pair merging of short pieces: find the pair of lowest rank, leftmost first, merge it, until no pair is a token. Quadratic in the piece, which
 * for some dozens of bytes is faster than any structure.
 */
export class ScanMerger {
  /** Where each part starts, and the rank that it would have merged with the next one. */
  readonly #starts: Int32Array
  readonly #ranks: Int32Array

  constructor(longestPieceBytes: number) {
    this.#starts = new Int32Array(longestPieceBytes + 1)
    this.#ranks = new Int32Array(longestPieceBytes + 1)
  }

  /** @returns the number of parts left of a piece of `length` bytes. */
  count(length: number, rankOf: RankOfRange): number {
    const starts = this.#starts
    const ranks = this.#ranks
    let parts = length
    for (let part = 0; part <= parts; part++) starts[part] = part
    for (let part = 0; part < parts - 1; part++) ranks[part] = rankOf(part, part + 2)
    for (;;) {
      let lowest = NO_RANK
      let merged = -1
      for (let part = 0; part < parts - 1; part++) {
        if (ranks[part]! < lowest) {
          lowest = ranks[part]!
          merged = part
        }
      }
      if (merged < 0) return parts
      starts.copyWithin(merged + 1, merged + 2, parts + 1)
      ranks.copyWithin(merged + 1, merged + 2, parts)
      parts -= 1
      if (merged < parts - 1) ranks[merged] = rankOf(starts[merged]!, starts[merged + 2]!)
      if (merged > 0) ranks[merged - 1] = rankOf(starts[merged - 1]!, starts[merged + 1]!)
    }
  }
}
