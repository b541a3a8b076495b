import { NumberList, words } from './number-list.ts'
import { type Rows, RowsBuilder } from './rows.ts'

/** Every unit's words in order, with sentence bounds. Sentence `s` of unit `u` is row `unitSentences[u] + s`. */
export interface WordStream {
  /** The words of each sentence. */
  readonly sentences: Rows
  /** First sentence of each unit; one more entry at the end. */
  readonly unitSentences: Uint32Array
}

/** Appends units' words in order. */
export class WordStreamBuilder {
  private readonly sentences: RowsBuilder
  private readonly unitSentences: NumberList<Uint32Array>
  private sentenceCount = 0

  /** @param like a stream of about the size that is expected. */
  constructor(like?: WordStream) {
    this.sentences = new RowsBuilder(like?.sentences.starts.length, like?.sentences.values.length)
    this.unitSentences = new NumberList(words, like?.unitSentences.length)
    this.unitSentences.push(0)
  }

  push(word: number): void {
    this.sentences.push(word)
  }

  endSentence(): void {
    this.sentences.endRow()
    this.sentenceCount++
  }

  endUnit(): void {
    this.unitSentences.push(this.sentenceCount)
  }

  /** Appends units `from .. to` of another stream. */
  appendUnits({ sentences, unitSentences }: WordStream, from: number, to: number): void {
    const shift = this.sentenceCount - unitSentences[from]!
    for (let unit = from + 1; unit <= to; unit++) this.unitSentences.push(unitSentences[unit]! + shift)
    this.sentences.appendRows(sentences, unitSentences[from]!, unitSentences[to]!)
    this.sentenceCount = unitSentences[to]! + shift
  }

  build(): WordStream {
    return { sentences: this.sentences.build(), unitSentences: this.unitSentences.toArray() }
  }
}
