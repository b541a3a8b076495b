import type { TextEncodingName } from '../../domain/document.ts'
import type { Incidence, UnitKind } from '../../domain/hyperedge.ts'
import type { HyperedgeSketch, Preparation, PreparedDocument } from '../../ports/document-preparer.ts'
import {
  ABSENT,
  INCIDENCE_COLUMNS,
  OWNED,
  type PackedDocument,
  type PackedPreparations,
  SKETCH_COLUMNS,
} from './packed-preparations.ts'

const NO_SENTENCES: readonly number[] = []

/** @returns what was packed; the sketches of a document are made when they are first asked for. */
export function unpackPreparations(packed: PackedPreparations): readonly Preparation[] {
  return packed.documents.map((document) =>
    'undecodable' in document ? document : new UnpackedDocument(packed, document),
  )
}

/**
 * A document that came packed from another thread. Its sketches are made when they are first asked for, which is when they are written: objects that waited for
 * that would be copied by several collections.
 */
class UnpackedDocument implements PreparedDocument {
  readonly encoding: TextEncodingName
  readonly title: string
  readonly #packed: PackedPreparations
  readonly #document: PackedDocument
  #hyperedges: readonly HyperedgeSketch[] | undefined

  constructor(packed: PackedPreparations, document: PackedDocument) {
    this.encoding = document.encoding
    this.title = document.title
    this.#packed = packed
    this.#document = document
  }

  get hyperedges(): readonly HyperedgeSketch[] {
    this.#hyperedges ??= unpack(this.#packed, this.#document)
    return this.#hyperedges
  }
}

function unpack(packed: PackedPreparations, document: PackedDocument): readonly HyperedgeSketch[] {
  const { strings, headingPaths, texts, textHashes, sketches: numbers, values } = packed
  const incidences = new IncidenceReader(packed, document)
  const sketches: HyperedgeSketch[] = []
  let value = document.firstValue
  for (let row = document.firstSketch; row < document.firstSketch + document.sketches; row++) {
    const at = row * SKETCH_COLUMNS
    const number = (column: number): number => numbers[at + column]!
    const tokenizer = number(8)
    const dimensions = number(9)
    const hasEmbedding = dimensions !== ABSENT
    sketches.push({
      kind: strings[number(0)] as UnitKind,
      ordinal: number(1),
      span: { start: number(2), end: number(3) },
      text: texts[row]!,
      headingPath: headingPaths[number(6)]!,
      opening: strings[number(4)]!,
      closing: strings[number(5)]!,
      textHash: textHashes[row]!,
      incidences: incidences.next(number(10)),
      ...(tokenizer !== ABSENT && { tokenCost: { tokens: number(7), tokenizer: strings[tokenizer]! } }),
      ...(hasEmbedding && { embedding: values.subarray(value, value + dimensions) }),
    })
    if (hasEmbedding) value += dimensions
  }
  return sketches
}

/** Reads incidences row by row. */
class IncidenceReader {
  readonly #packed: PackedPreparations
  #row: number
  #sentence: number

  constructor(packed: PackedPreparations, { firstIncidence, firstSentence }: PackedDocument) {
    this.#packed = packed
    this.#row = firstIncidence
    this.#sentence = firstSentence
  }

  next(count: number): readonly Incidence[] {
    const { strings, incidences } = this.#packed
    const read: Incidence[] = []
    for (let index = 0; index < count; index++) {
      const at = this.#row * INCIDENCE_COLUMNS
      read.push({
        entity: strings[incidences[at]!]!,
        weight: incidences[at + 1]!,
        sentences: this.#sentences(incidences[at + 3]!),
        owned: OWNED[incidences[at + 2]!]!,
      })
      this.#row++
    }
    return read
  }

  #sentences(count: number): readonly number[] {
    if (count === 0) return NO_SENTENCES
    const first = this.#sentence
    this.#sentence += count
    const { sentences } = this.#packed
    return count === 1 ? [sentences[first]!] : Array.from(sentences.subarray(first, first + count))
  }
}
