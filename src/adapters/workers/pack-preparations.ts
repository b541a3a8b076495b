import type { UnitKind } from '../../domain/hyperedge.ts'
import type { HyperedgeSketch, Preparation, UndecodableDocument } from '../../ports/document-preparer.ts'
import {
  ABSENT,
  INCIDENCE_COLUMNS,
  OWNED,
  type PackedDocument,
  type PackedPreparations,
} from './packed-preparations.ts'

/** @returns the same, to be cloned cheaply. Pure; embeddings that lie in one memory are not copied. */
export function packPreparations(preparations: readonly Preparation[]): PackedPreparations {
  const packer = new Packer()
  const documents = preparations.map((preparation): PackedDocument | UndecodableDocument => {
    if (!('hyperedges' in preparation)) return preparation
    const { encoding, title, hyperedges } = preparation
    const at = packer.position()
    for (const sketch of hyperedges) packer.add(sketch)
    return { encoding, title, sketches: hyperedges.length, ...at }
  })
  return packer.packed(documents)
}

class Packer {
  readonly #strings = new Map<string, number>()
  readonly #headingPaths: (readonly string[])[] = []
  readonly #texts: string[] = []
  readonly #textHashes: string[] = []
  readonly #sketches: number[] = []
  readonly #incidences: number[] = []
  readonly #sentences: number[] = []
  readonly #embeddings: Float32Array[] = []
  #values = 0

  position(): Pick<PackedDocument, 'firstSketch' | 'firstIncidence' | 'firstSentence' | 'firstValue'> {
    return {
      firstSketch: this.#texts.length,
      firstIncidence: this.#incidences.length / INCIDENCE_COLUMNS,
      firstSentence: this.#sentences.length,
      firstValue: this.#values,
    }
  }

  add({ tokenCost, embedding, incidences, span, ...sketch }: HyperedgeSketch): void {
    this.#texts.push(sketch.text)
    this.#textHashes.push(sketch.textHash)
    this.#sketches.push(
      this.#numberOf(sketch.kind satisfies UnitKind),
      sketch.ordinal,
      span.start,
      span.end,
      this.#numberOf(sketch.opening),
      this.#numberOf(sketch.closing),
      this.#headingPathOf(sketch.headingPath),
      tokenCost?.tokens ?? 0,
      tokenCost === undefined ? ABSENT : this.#numberOf(tokenCost.tokenizer),
      embedding?.length ?? ABSENT,
      incidences.length,
    )
    for (const { entity, weight, owned, sentences } of incidences) {
      this.#incidences.push(this.#numberOf(entity), weight, OWNED.indexOf(owned), sentences.length)
      for (const sentence of sentences) this.#sentences.push(sentence)
    }
    if (embedding === undefined) return
    this.#embeddings.push(embedding)
    this.#values += embedding.length
  }

  packed(documents: PackedPreparations['documents']): PackedPreparations {
    return {
      documents,
      strings: [...this.#strings.keys()],
      headingPaths: this.#headingPaths,
      texts: this.#texts,
      textHashes: this.#textHashes,
      sketches: Float64Array.from(this.#sketches),
      incidences: Float64Array.from(this.#incidences),
      sentences: Float64Array.from(this.#sentences),
      values: joined(this.#embeddings, this.#values),
    }
  }

  #numberOf(text: string): number {
    const known = this.#strings.get(text)
    if (known !== undefined) return known
    this.#strings.set(text, this.#strings.size)
    return this.#strings.size - 1
  }

  /** Neighbours mostly stand under the same headings. */
  #headingPathOf(path: readonly string[]): number {
    const last = this.#headingPaths.at(-1)
    const isLast = last?.length === path.length && path.every((heading, depth) => heading === last[depth])
    return isLast ? this.#headingPaths.length - 1 : this.#headingPaths.push(path) - 1
  }
}

/** All in one memory: that of the first one, if they lie there one after the other and alone. */
function joined(embeddings: readonly Float32Array[], values: number): Float32Array {
  const [first] = embeddings
  if (first === undefined) return new Float32Array()
  let next = 0
  const areJoined = embeddings.every(({ buffer, byteOffset, byteLength }) => {
    const isNext = buffer === first.buffer && byteOffset === next
    next += byteLength
    return isNext
  })
  if (areJoined && first.buffer.byteLength === next) return new Float32Array(first.buffer)
  const all = new Float32Array(values)
  let offset = 0
  for (const embedding of embeddings) {
    all.set(embedding, offset)
    offset += embedding.length
  }
  return all
}
