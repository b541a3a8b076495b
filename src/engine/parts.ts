import type { CountCache } from '../converse/count/count-cache.ts'
import type { ArrivalCache } from '../converse/memory/arrival-cache.ts'
import type { ReadText } from '../converse/score/read-text.ts'
import type { ReaderRegistry } from '../ingest/reader-registry.ts'
import type { Clock } from '../ports/clock.ts'
import type { StartWorkers } from '../ports/document-preparer.ts'
import type { ReadSources } from '../ports/document-source.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { EntityExtractor } from '../ports/entity-extractor.ts'
import type { Hypergraph } from '../ports/hypergraph.ts'
import type { MarkdownParser } from '../ports/markdown-parser.ts'
import type { Notation } from '../ports/notation.ts'
import type { Store, StoreSnapshot } from '../ports/store.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { StoredVectors } from '../ports/vector-index.ts'

/** Everything an open index works with; joined by `openIndex` and by nobody else. */
export interface EngineParts {
  readonly store: Store
  readonly tokenizer: Tokenizer
  readonly embedder: Embedder
  readonly extractor: EntityExtractor
  readonly readers: ReaderRegistry
  readonly markdownParser: MarkdownParser
  readonly clock: Clock
  /** The media type that a uri's extension stands for, if it is known. */
  readonly mediaTypeOf: (uri: string) => string | undefined
  readonly readSources: ReadSources
  /** The hypergraph of a snapshot; that of an earlier state of the same store saves the work for what did not change. */
  readonly loadHypergraph: (snapshot: StoreSnapshot, older: Hypergraph | undefined) => Promise<Hypergraph>
  /** Whether so much of the store is new that its hypergraph should be saved in it, and saving it. */
  readonly isWorthSaving: (store: Store) => Promise<boolean>
  readonly saveHypergraph: (hypergraph: Hypergraph, store: Store) => Promise<boolean>
  readonly vectors: StoredVectors
  readonly startWorkers: StartWorkers
  /** How many worker threads help where the caller does not say. */
  readonly defaultWorkers: number
  readonly estimateTokens: (text: string) => number
  /** Another way to write JSON, which competes with ours. */
  readonly notation: Notation
  /** What requests weigh, from call to call. */
  readonly countCache: CountCache
  /** How units of requests stood when they came, from call to call. */
  readonly arrivalCache: ArrivalCache
  /** Reads texts of requests for scoring, and remembers them from call to call. */
  readonly readText: (text: string) => ReadText
  readonly resolveTokenizer: (spec: string | object) => Promise<Tokenizer>
  readonly resolveModel: (name: string) => Promise<Tokenizer>
  readonly resolveSummarizer: (spec: string | object) => Summarizer
}
