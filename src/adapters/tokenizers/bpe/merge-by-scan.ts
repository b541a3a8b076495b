import { NO_RANK, type PairRanks } from './pair-ranks.ts'

/**
 * Byte-pair merging of short pieces: find the pair of lowest rank, leftmost first, merge it, until no pair has a rank. Quadratic in the piece, which for
 * some dozens of symbols is faster than any structure.
 */
export class ScanMerger {
  /** Where each part starts, and the rank that it would have merged with the next one. */
  readonly #starts: Int32Array
  readonly #ranks: Int32Array

  constructor(longestPiece: number) {
    this.#starts = new Int32Array(longestPiece + 1)
    this.#ranks = new Int32Array(longestPiece + 1)
  }

  /** @returns the number of parts left of a piece of `length` symbols. */
  merge(length: number, pairs: PairRanks): number {
    const starts = this.#starts
    const ranks = this.#ranks
    let parts = length
    for (let part = 0; part <= parts; part++) starts[part] = part
    for (let part = 0; part < parts - 1; part++) ranks[part] = pairs.rank(part, part + 1, part + 2)
    for (;;) {
      let lowest = NO_RANK
      let at = -1
      for (let part = 0; part < parts - 1; part++) {
        if (ranks[part]! < lowest) {
          lowest = ranks[part]!
          at = part
        }
      }
      if (at < 0) return parts
      pairs.merged(starts[at]!, starts[at + 1]!, starts[at + 2]!)
      starts.copyWithin(at + 1, at + 2, parts + 1)
      ranks.copyWithin(at + 1, at + 2, parts)
      parts -= 1
      if (at < parts - 1) ranks[at] = pairs.rank(starts[at]!, starts[at + 1]!, starts[at + 2]!)
      if (at > 0) ranks[at - 1] = pairs.rank(starts[at - 1]!, starts[at]!, starts[at + 1]!)
    }
  }
}
