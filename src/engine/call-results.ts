import type { DuplicateSource, Lanes } from '../domain/candidate.ts'
import type { DocumentDescription, Metadata } from '../domain/document.ts'
import type { Fault } from '../domain/fault.ts'
import type { Span } from '../domain/span.ts'
import type { StoreStatus } from '../ports/store.ts'
import type { VectorStatus } from '../ports/vector-index.ts'

export interface Failure {
  readonly uri: string
  readonly reason: string
  /** Line in the corpus file, from 1. */
  readonly line?: number
}

export interface AddReport {
  readonly documentsAdded: number
  readonly documentsReplaced: number
  readonly documentsUnchanged: number
  readonly documentsRemoved: number
  readonly hyperedgesAdded: number
  readonly bytesRead: number
  /** Left out on purpose: binary, undecodable, ignored by size, loops. */
  readonly skipped: readonly Failure[]
  /** Should have gone in and did not. */
  readonly failed: readonly Failure[]
  readonly generation: number
}

/** A unit that a search found. */
export interface SearchHit {
  readonly id: number
  readonly ref: string
  readonly uri: string
  readonly title: string
  readonly headingPath: readonly string[]
  readonly text: string
  readonly score: number
  readonly lanes: Lanes
  readonly collection: string
  readonly metadata: Metadata
  /** Stored cost: a weight, in the tokens of `tokenizer`. */
  readonly tokenCost: number
  readonly tokenizer: string
  /** Further places where the very same text stands. */
  readonly duplicates: readonly DuplicateSource[]
}

export interface SearchResult {
  readonly query: string
  /** Best first. */
  readonly hits: readonly SearchHit[]
  /** How far the units around this question link at all, 0 to 1: the weight that the graph lane was given. */
  readonly graphGate: number
  /** Share of the question's words, weighed by rarity, that the index has at all; at 0 only the dense lane speaks. */
  readonly knownShare: number
  readonly timings: { readonly totalMs: number }
}

export interface RemoveReport {
  readonly documentsRemoved: number
  /** Uris asked for that are not in the index. */
  readonly notFound: readonly string[]
  readonly generation: number
}

export interface RecostReport {
  readonly tokenizer: string
  readonly hyperedges: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly generation: number
}

export interface VerifyReport {
  /** Whether no fault was found. */
  readonly sound: boolean
  readonly documents: number
  readonly hyperedges: number
  readonly faultCount: number
  /** What is wrong, and where: causes before their effects, then by document and unit. */
  readonly faults: readonly Fault[]
  /** What could not be checked, and why. */
  readonly unchecked: readonly string[]
  readonly generation: number
}

export interface RebuildReport {
  readonly documentsRebuilt: number
  readonly hyperedges: number
  /**
   * What cannot be restored: a document whose original is damaged or gone (it stays as it was), metadata that could not be read (it is gone), an archived original that is
   * damaged or gone (its id stands in place of a uri).
   */
  readonly failed: readonly Failure[]
  readonly generation: number
}

/** A span of a stored original, decoded, with where it belongs. */
export interface Shown {
  readonly ref: string
  readonly originalId: string
  /** What is shown, of the `sizeBytes` of the original. */
  readonly span: Span
  readonly sizeBytes: number
  readonly text: string
  /** The ref to go on with, where `maxBytes` cut the end off. */
  readonly rest?: string
  readonly documents: readonly Pick<DocumentDescription, 'uri' | 'title' | 'collection' | 'mediaType'>[]
}

export interface IndexStatus extends StoreStatus {
  /** What this opening would index with. */
  readonly indexTokenizer: string
  readonly embedder: string
  readonly vectorIndex: VectorStatus
}
