import type { TextEncodingName } from '../../domain/document.ts'
import type { Incidence } from '../../domain/hyperedge.ts'
import type { UndecodableDocument } from '../../ports/document-preparer.ts'

/** Where a document's rows begin. */
export interface PackedDocument {
  readonly encoding: TextEncodingName
  readonly title: string
  readonly sketches: number
  readonly firstSketch: number
  readonly firstIncidence: number
  readonly firstSentence: number
  readonly firstValue: number
}

/**
 * Preparations as they go from thread to thread: a row of numbers for each sketch and for each incidence, strings that recur once. As objects, sixty a unit, they
 * would be cloned one by one, and outlive several collections of the thread that waits to write them.
 */
export interface PackedPreparations {
  readonly documents: readonly (PackedDocument | UndecodableDocument)[]
  /** Kinds, identities of tokenizers, openings, closings and entities, each once. */
  readonly strings: readonly string[]
  readonly headingPaths: readonly (readonly string[])[]
  /** One for each sketch. */
  readonly texts: readonly string[]
  readonly textHashes: readonly string[]
  /** `SKETCH_COLUMNS` numbers for each sketch. */
  readonly sketches: Float64Array
  /** `INCIDENCE_COLUMNS` numbers for each incidence. */
  readonly incidences: Float64Array
  /** Those of all incidences, one after the other. */
  readonly sentences: Float64Array
  /** Those of all embeddings, one after the other. */
  readonly values: Float32Array
}

/** Kind, ordinal, start, end, opening, closing, heading path, tokens, tokenizer (−1: no cost), dimensions (−1: no embedding), number of incidences. */
export const SKETCH_COLUMNS = 11
/** Entity, weight, how it is owned, number of sentences. */
export const INCIDENCE_COLUMNS = 4
export const OWNED: readonly Incidence['owned'][] = [false, 'title', 'lead']
export const ABSENT = -1
