import { NumberList, shorts, words } from './number-list.ts'
import { type Rows, RowsBuilder } from './rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** What a title's term counts beside a term of the text. */
const TITLE_WEIGHT = 3
/** A unit with fewer terms of its own (“TBD”, “None.”) has little to say about its title: the title counts less, down to once. */
const FULL_TITLE_TEXT_TERMS = 16
const MAX_FREQUENCY = 0xffff

function titleWeightOf(textTerms: number): number {
  return Math.max(1, Math.min(TITLE_WEIGHT, Math.round((TITLE_WEIGHT * textTerms) / FULL_TITLE_TEXT_TERMS)))
}

/** Weighted frequencies of terms by unit. */
export interface TermCounts {
  /** Terms of each unit, ascending, and beside each its weighted frequency. */
  readonly terms: Rows
  readonly frequencies: Uint16Array
  /** How many terms each unit has, repeats and title included. */
  readonly lengths: Uint32Array
}

/** Counts terms unit by unit: add the words of a unit, then end it. */
export class TermCountsBuilder {
  private readonly vocabulary: Vocabulary
  private readonly terms: RowsBuilder
  private readonly frequencies: NumberList<Uint16Array>
  private readonly lengths: NumberList<Uint32Array>
  /** Frequency of each term in the unit at hand, and which are not 0: one allocation for all units. */
  private counts = new Uint32Array(1024)
  private readonly counted: number[] = []
  private textLength = 0
  private readonly titleTerms: number[] = []

  /** @param like counts of about the size that is expected. */
  constructor(vocabulary: Vocabulary, like?: TermCounts) {
    this.vocabulary = vocabulary
    this.terms = new RowsBuilder(like?.lengths.length, like?.frequencies.length)
    this.frequencies = new NumberList(shorts, like?.frequencies.length)
    this.lengths = new NumberList(words, like?.lengths.length)
  }

  addTextWord(word: number): void {
    this.vocabulary.forEachTerm(word, this.countInText)
  }

  addTitleWord(word: number): void {
    this.vocabulary.forEachTerm(word, this.countInTitle)
  }

  /** @param fileName words that belong to the title where it does not say them itself. */
  endUnit(fileName: readonly number[]): void {
    const said = new Set(this.titleTerms)
    for (const word of fileName) {
      this.vocabulary.forEachTerm(word, (term) => {
        if (!said.has(term)) this.titleTerms.push(term)
      })
    }
    const titleWeight = titleWeightOf(this.textLength)
    for (const term of this.titleTerms) this.count(term, titleWeight)
    for (const term of Uint32Array.from(this.counted).sort()) {
      this.terms.push(term)
      this.frequencies.push(Math.min(MAX_FREQUENCY, this.counts[term]!))
      this.counts[term] = 0
    }
    this.terms.endRow()
    this.lengths.push(this.titleTerms.length + this.textLength)
    this.counted.length = 0
    this.titleTerms.length = 0
    this.textLength = 0
  }

  /** Appends units `from .. to` of others. */
  appendUnits({ terms, frequencies, lengths }: TermCounts, from: number, to: number): void {
    this.frequencies.append(frequencies.subarray(terms.starts[from]!, terms.starts[to]!))
    this.terms.appendRows(terms, from, to)
    this.lengths.append(lengths.subarray(from, to))
  }

  build(): TermCounts {
    return { terms: this.terms.build(), frequencies: this.frequencies.toArray(), lengths: this.lengths.toArray() }
  }

  private readonly countInText = (term: number): void => {
    this.textLength++
    this.count(term, 1)
  }

  private readonly countInTitle = (term: number): void => {
    this.titleTerms.push(term)
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
}
