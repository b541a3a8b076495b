import type { Pacer } from './pacer.ts'
import { type Rows, rowLength, turnRows } from './rows.ts'
import type { TermCounts } from './term-counts.ts'

/** BM25 with a title that counts three times but adds to the length once. Source: Robertson & Zaragoza, 2009, with idf kept above 0 as in Lucene. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75

/** Term frequencies by unit and by term. */
export interface Postings {
  readonly counts: TermCounts
  /** Units of each term, ascending, and beside each its weighted frequency there. */
  readonly inverted: Rows
  readonly invertedFrequencies: Uint16Array
  /** K of each unit: c = tf / (tf + K). */
  readonly lengthNorms: Float64Array
  /** idf of each term; no question may use that of a term without units. */
  readonly inverseFrequencies: Float64Array
}

/** What the counts of all units say together. O(counts). */
export async function buildPostings(counts: TermCounts, termCount: number, pacer: Pacer): Promise<Postings> {
  const { lengths } = counts
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1
  const lengthNorms = Float64Array.from(
    lengths,
    (length) => SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength),
  )
  const { rows: inverted, beside } = await turnRows(counts.terms, termCount, counts.frequencies, pacer)
  const inverseFrequencies = new Float64Array(termCount)
  for (let term = 0; term < termCount; term++) {
    const units = rowLength(inverted, term)
    inverseFrequencies[term] = Math.log(1 + (lengths.length - units + 0.5) / (units + 0.5))
  }
  return { counts, inverted, invertedFrequencies: beside, lengthNorms, inverseFrequencies }
}

/** c(unit, term), 0 when the unit lacks the term. Binary search in the unit's terms. */
export function saturationOf({ counts, lengthNorms }: Postings, unit: number, term: number): number {
  const { starts, values } = counts.terms
  let low = starts[unit]!
  let high = starts[unit + 1]! - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = values[middle]!
    if (found === term) {
      const frequency = counts.frequencies[middle]!
      return frequency / (frequency + lengthNorms[unit]!)
    }
    if (found < term) low = middle + 1
    else high = middle - 1
  }
  return 0
}
