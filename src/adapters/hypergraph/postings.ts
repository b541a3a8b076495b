import { invertRows, type Rows, RowsBuilder, rowLength } from './rows.ts'

/** BM25 with a title that counts three times but adds to the length once. Source: Robertson & Zaragoza, 2009, with idf kept above 0 as in Lucene. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75
const TITLE_WEIGHT = 3
/** A unit with fewer terms of its own (“TBD”, “None.”) has little to say about its title: the title counts less, down to once. */
const FULL_TITLE_TEXT_TERMS = 16
const MAX_FREQUENCY = 0xffff

function titleWeightOf(textTerms: number): number {
  return Math.max(1, Math.min(TITLE_WEIGHT, Math.round((TITLE_WEIGHT * textTerms) / FULL_TITLE_TEXT_TERMS)))
}

/** Term frequencies by unit and by term. */
export interface Postings {
  /** Terms of each unit, ascending, and beside each its weighted frequency. */
  readonly forward: Rows
  readonly frequencies: Uint16Array
  /** Units of each term, ascending, and beside each its weighted frequency there. */
  readonly inverted: Rows
  readonly invertedFrequencies: Uint16Array
  /** K of each unit: c = tf / (tf + K). */
  readonly lengthNorms: Float64Array
  readonly inverseFrequencies: Float64Array
}

/** Counts terms unit by unit. */
export class PostingsBuilder {
  private readonly forward = new RowsBuilder()
  private readonly frequencies: number[] = []
  private readonly lengths: number[] = []
  /** Frequency of each term in the unit at hand, and which are not 0: one allocation for all units. */
  private counts = new Uint32Array(1024)
  private readonly counted: number[] = []
  /** Counts a unit's terms, repeats and all. Call it for each unit in order. */
  addUnit(titleTerms: readonly number[], textTerms: readonly number[]): void {
    const titleWeight = titleWeightOf(textTerms.length)
    for (const term of titleTerms) this.count(term, titleWeight)
    for (const term of textTerms) this.count(term, 1)
    for (const term of Uint32Array.from(this.counted).sort()) {
      this.forward.push(term)
      this.frequencies.push(Math.min(MAX_FREQUENCY, this.counts[term]!))
      this.counts[term] = 0
    }
    this.counted.length = 0
    this.forward.endRow()
    this.lengths.push(titleTerms.length + textTerms.length)
  }

  private count(term: number, weight: number): void {
    if (term >= this.counts.length) {
      const grown = new Uint32Array(Math.max(term + 1, this.counts.length * 2))
      grown.set(this.counts)
      this.counts = grown
    }
    if (this.counts[term] === 0) this.counted.push(term)
    this.counts[term]! += weight
  }

  build(termCount: number): Postings {
    const forward = this.forward.build()
    const frequencies = Uint16Array.from(this.frequencies)
    const unitCount = this.lengths.length
    const averageLength = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, unitCount) || 1
    const lengthNorms = Float64Array.from(
      this.lengths,
      (length) => SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / averageLength),
    )
    const inverted = invertRows(forward, termCount)
    const inverseFrequencies = Float64Array.from({ length: termCount }, (_, term) => {
      const units = rowLength(inverted, term)
      return Math.log(1 + (unitCount - units + 0.5) / (units + 0.5))
    })
    return {
      forward,
      frequencies,
      inverted,
      invertedFrequencies: alongInverted(forward, frequencies, inverted),
      lengthNorms,
      inverseFrequencies,
    }
  }
}

/** Frequencies in the order of `inverted`. */
function alongInverted(forward: Rows, frequencies: Uint16Array, inverted: Rows): Uint16Array {
  const next = inverted.starts.slice(0, -1)
  const turned = new Uint16Array(frequencies.length)
  for (let at = 0; at < frequencies.length; at++) turned[next[forward.values[at]!]!++] = frequencies[at]!
  return turned
}

/** c(unit, term), 0 when the unit lacks the term. Binary search in the unit's terms. */
export function saturationOf(postings: Postings, unit: number, term: number): number {
  const { starts, values } = postings.forward
  let low = starts[unit]!
  let high = starts[unit + 1]! - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const found = values[middle]!
    if (found === term) {
      const frequency = postings.frequencies[middle]!
      return frequency / (frequency + postings.lengthNorms[unit]!)
    }
    if (found < term) low = middle + 1
    else high = middle - 1
  }
  return 0
}
