/** The rank of a pair that does not merge: greater than every rank. */
export const NO_RANK = 0x7fffffff

/** The longest piece that is merged by scanning, which is quadratic but without overhead; longer ones take the heap. */
export const LONGEST_SCANNED_PIECE = 48

/**
 * What a vocabulary says about one piece. Its parts are named by where they start and end, counted in the symbols that merging starts from: bytes, or
 * characters.
 */
export interface PairRanks {
  /** @returns the rank of the pair of parts `[start, middle)` and `[middle, end)`, lower merging earlier, or {@link NO_RANK}. */
  rank(start: number, middle: number, end: number): number
  /** Is told of each merge of such a pair, before it is asked for the ranks of the new part. */
  merged(start: number, middle: number, end: number): void
}
