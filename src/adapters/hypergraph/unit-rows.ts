import { fileNameOf } from '../../domain/text/names.ts'
import { splitSentences } from '../../domain/text/sentences.ts'
import { wordsOf } from '../../domain/text/words.ts'
import type { DocumentRow, ScannedHyperedge } from '../../ports/store.ts'
import { type IncidenceRows, IncidenceRowsBuilder } from './incidence-rows.ts'
import { doubles, NumberList, words } from './number-list.ts'
import type { Pacer } from './pacer.ts'
import { type TermCounts, TermCountsBuilder } from './term-counts.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type WordStream, WordStreamBuilder } from './word-stream.ts'

/** What each unit gives by itself, whatever the others are, in the order of units. */
export interface UnitRows {
  /** Whole numbers that may exceed 32 bits. */
  readonly hyperedgeIds: Float64Array
  /** Position of each unit's document. */
  readonly documents: Uint32Array
  /** First and last byte of each unit in its original: `start` at 2u, `end` at 2u + 1. */
  readonly spans: Float64Array
  /** Equal numbers mark equal texts. */
  readonly texts: Uint32Array
  readonly stream: WordStream
  readonly counts: TermCounts
  readonly incidences: IncidenceRows
}

/** Builds the rows of units one after the other, from their texts or from rows that are there already. */
export class UnitRowsBuilder {
  private readonly vocabulary: Vocabulary
  private readonly hyperedgeIds: NumberList<Float64Array>
  private readonly documents: NumberList<Uint32Array>
  private readonly spans: NumberList<Float64Array>
  private readonly texts: NumberList<Uint32Array>
  private readonly stream: WordStreamBuilder
  private readonly counts: TermCountsBuilder
  private readonly incidences: IncidenceRowsBuilder

  /** @param like rows of about the size that is expected. */
  constructor(vocabulary: Vocabulary, like?: UnitRows) {
    const units = like?.documents.length ?? 0
    this.vocabulary = vocabulary
    this.hyperedgeIds = new NumberList(doubles, units)
    this.documents = new NumberList(words, units)
    this.spans = new NumberList(doubles, 2 * units)
    this.texts = new NumberList(words, units)
    this.stream = new WordStreamBuilder(like?.stream)
    this.counts = new TermCountsBuilder(vocabulary, like?.counts)
    this.incidences = new IncidenceRowsBuilder(like?.incidences)
  }

  /**
   * @param text number of the unit's text. @param row of `incidences`, undefined where there are none. @param titles what stands above the unit and counts more
   * than its text.
   */
  addUnit(
    hyperedge: ScannedHyperedge,
    document: DocumentRow,
    position: number,
    text: number,
    incidences: IncidenceRows,
    row: number | undefined,
    titles: readonly string[],
  ): void {
    this.hyperedgeIds.push(hyperedge.id)
    this.documents.push(position)
    this.spans.push(hyperedge.span.start)
    this.spans.push(hyperedge.span.end)
    this.texts.push(text)
    for (const { start, end } of splitSentences(hyperedge.text)) {
      for (const word of wordsOf(hyperedge.text.slice(start, end))) {
        const id = this.vocabulary.internWord(word)
        this.stream.push(id)
        this.counts.addTextWord(id)
      }
      this.stream.endSentence()
    }
    this.stream.endUnit()
    for (const title of titles)
      for (const word of wordsOf(title)) this.counts.addTitleWord(this.vocabulary.internWord(word))
    this.counts.endUnit(wordsOf(fileNameOf(document.uri)).map((word) => this.vocabulary.internWord(word)))
    if (row === undefined) this.incidences.endRow()
    else this.incidences.appendRows(incidences, row, row + 1)
  }

  /** Appends units `from .. to` of others, which belong to one document. */
  appendUnits(rows: UnitRows, from: number, to: number, position: number): void {
    this.hyperedgeIds.append(rows.hyperedgeIds.subarray(from, to))
    for (let unit = from; unit < to; unit++) this.documents.push(position)
    this.spans.append(rows.spans.subarray(2 * from, 2 * to))
    this.texts.append(rows.texts.subarray(from, to))
    this.stream.appendUnits(rows.stream, from, to)
    this.counts.appendUnits(rows.counts, from, to)
    this.incidences.appendRows(rows.incidences, from, to)
  }

  /** Copies what has much spare memory behind it, array by array. */
  async build(pacer: Pacer): Promise<UnitRows> {
    const stream = this.stream.build()
    await pacer.breathe()
    const counts = this.counts.build()
    await pacer.breathe()
    const incidences = this.incidences.build()
    await pacer.breathe()
    return {
      hyperedgeIds: this.hyperedgeIds.toArray(),
      documents: this.documents.toArray(),
      spans: this.spans.toArray(),
      texts: this.texts.toArray(),
      stream,
      counts,
      incidences,
    }
  }
}
