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
  await pacer.inTurns(termCount, (term) => {
    const units = rowLength(inverted, term)
    inverseFrequencies[term] = Math.log(1 + (lengths.length - units + 0.5) / (units + 0.5))
  })
  return { counts, inverted, invertedFrequencies: beside, lengthNorms, inverseFrequencies }
}

/** Above so many terms of a unit for each wanted one, looking each up is faster than walking past all. */
const WALKED_TERMS = 12

/** Looks up c(unit, term) for one set of terms in many units. */
export class SaturationReader {
  private readonly postings: Postings
  /** Distinct wanted terms, ascending, and the column of each. */
  private readonly terms: Uint32Array
  private readonly columns: Uint32Array

  /** @param terms distinct term ids by column; undefined for a term that the corpus lacks. */
  constructor(postings: Postings, terms: readonly (number | undefined)[]) {
    const known = terms.flatMap((term, column) => (term === undefined ? [] : [{ term, column }]))
    known.sort((a, b) => a.term - b.term)
    this.postings = postings
    this.terms = Uint32Array.from(known, ({ term }) => term)
    this.columns = Uint32Array.from(known, ({ column }) => column)
  }

  /** Writes the saturations of a unit to `matrix` from `offset` on, where zeros stand; it stays 0 where the unit lacks a term. O(terms of the unit). */
  write(unit: number, matrix: Float64Array, offset: number): void {
    const { starts, values } = this.postings.counts.terms
    let at = starts[unit]!
    const end = starts[unit + 1]!
    const isLong = end - at > WALKED_TERMS * this.terms.length
    for (let index = 0; index < this.terms.length; index++) {
      const term = this.terms[index]!
      if (isLong) at = firstNotBelow(values, term, at, end)
      else while (at < end && values[at]! < term) at++
      if (at === end) return
      if (values[at] !== term) continue
      const frequency = this.postings.counts.frequencies[at]!
      matrix[offset + this.columns[index]!] = frequency / (frequency + this.postings.lengthNorms[unit]!)
    }
  }
}

/** The first place in an ascending stretch whose value is not below `value`; `end` where all are. */
function firstNotBelow(values: Uint32Array, value: number, start: number, end: number): number {
  let low = start
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
