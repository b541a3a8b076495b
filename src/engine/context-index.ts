import type { DuplicateSource, LaneName, Lanes } from '../domain/candidate.ts'
import type { Compression } from '../domain/compression.ts'
import type { DocumentDescription, DocumentInput, Metadata } from '../domain/document.ts'
import type { EventListener } from '../domain/events.ts'
import type { Fault } from '../domain/fault.ts'
import type { Pack } from '../domain/pack.ts'
import type { LedgerKind, SavingsSummary } from '../domain/savings.ts'
import type { SessionPack, SessionState } from '../domain/session.ts'
import type { SlimmedOutput } from '../domain/slimmed-output.ts'
import type { Span } from '../domain/span.ts'
import type { SelectionPolicy } from '../ports/selection-policy.ts'
import type { StoreStatus } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { VectorStatus } from '../ports/vector-index.ts'
import type { CompressOptions } from './compress-options.ts'
import type { CacheProfileChoice } from './effective-tokens.ts'
import type { ExpandedOutput, ExpandOptions } from './expand-output.ts'
import type { SlimOptions } from './slim-output.ts'

export interface OperationOptions {
  readonly onEvent?: EventListener
  readonly signal?: AbortSignal
}

/** Which documents a query may draw on. All given conditions must hold. */
export interface Filter {
  readonly collection?: string
  /** A uri, or a prefix that ends in `*`. */
  readonly uri?: string
  /** Each key must be present with an equal value (compared as JSON). */
  readonly metadata?: Metadata
}

export interface AddOptions extends OperationOptions {
  /** For documents that name no collection of their own. Default: `default`. */
  readonly collection?: string
  /**
   * How many worker threads read, describe and embed beside the calling one, which helps them while it has nothing to write; 0 leaves all to the calling thread. What
   * gets indexed is the same. Default: once more than 8 MB have to be prepared, one for each processor that the process may use but one, at most 4.
   */
  readonly workers?: number
}

export interface AddFilesOptions extends AddOptions {
  /** Decode files that are not UTF-8 or UTF-16 as Latin-1 instead of skipping them. Default: false. */
  readonly latin1?: boolean
  /**
   * Remove documents of earlier runs whose file, or record, under one of the paths is gone. A file that is there and skipped keeps its document, and nothing
   * is removed from a path under which something failed. Default: true.
   */
  readonly prune?: boolean
  /** Larger files, and larger records of a corpus, are skipped. Default: 64 MiB; at most 128 MiB, which is the largest text that is read at all. */
  readonly maxFileBytes?: number
}

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

export interface SearchOptions extends Pick<OperationOptions, 'signal'> {
  /** Default: 10. */
  readonly limit?: number
  readonly filter?: Filter
  /** Lanes that may be used; `lexical` or `dense` must be among them. Default: all. */
  readonly lanes?: readonly LaneName[]
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

export interface DocumentsOptions {
  readonly filter?: Filter
  /** Begin behind this document, whether or not it is still there. */
  readonly after?: { readonly collection: string; readonly uri: string }
  /** Most documents that are listed. Default: all. */
  readonly limit?: number
}

export interface ShowOptions {
  /** Where a uri is looked for. Default: `default`. */
  readonly collection?: string
  /** Widen the span to whole lines, and by this many further lines on either side. Default: the span alone. */
  readonly linesAround?: number
  /** Show at most this many bytes of the original, 4 or more; `rest` of the result names what is left out. Default: no limit. */
  readonly maxBytes?: number
}

export interface PackOptions extends Pick<OperationOptions, 'signal'> {
  /** The generation model's tokenizer, by name (`tiktoken:o200k_base`, `hf:/path/tokenizer.json`, `heuristic`) or as an object. */
  readonly tokenizer?: string | Tokenizer
  /** The generation model, by name; its tokenizer is looked up. Give either this or `tokenizer`. */
  readonly model?: string
  readonly filter?: Filter
  /** As for search. */
  readonly lanes?: readonly LaneName[]
  /** Printed first, verbatim. Default: none. */
  readonly preamble?: string
  /** Tokens of the budget that the caller keeps for its own text. Default: 0. */
  readonly reserveTokens?: number
  /** Uris or refs, of documents that pass the filter, that are packed first whatever the query. */
  readonly pin?: readonly string[]
  /** Use room that is left for further units and excerpts, or for `whole` units alone. Default: true. */
  readonly fill?: boolean | 'whole'
  /** Which candidates compete for the budget, and in which order. Default: all, in the order of the ranking, units of bare markup last. */
  readonly selection?: SelectionPolicy
  /** Default: `always`. `when-mismatched` skips the recount only if every stored cost came from the generation tokenizer. */
  readonly verify?: 'always' | 'when-mismatched'
  /** Most candidates considered. Default: grows with the budget, 100 to 2,000. */
  readonly limit?: number
  /** Print the query last. Default: false. */
  readonly appendQuery?: boolean
  /** Volatile text (a date, a request id) printed after everything else. */
  readonly stamp?: string
}

/** How a session packs. Options of `pack` given here hold for each of its calls, unless the call says otherwise. */
export interface SessionOptions extends Omit<PackOptions, 'signal'> {
  /** Goes on where a session, here or in another process, left off. */
  readonly state?: SessionState
  /** Tokens of the budget that go to the best units for each query, whatever was packed before. Default: half of what units may take, at least 768. */
  readonly freshTokens?: number
  /** How many more calls are expected after each, which decides whether giving up carried text pays. Default: as many as there have been. 0: it never pays. */
  readonly expectedCalls?: number
  /** What the provider's prompt cache costs: a profile's id or name, or a whole one. Default: `anthropic`. */
  readonly cacheProfile?: CacheProfileChoice
}

/**
 * Packs that follow each other, so that as much as possible of each begins like the one before and comes out of the provider's prompt cache. Calls take turns in the order
 * in which they came; one that fails or is cancelled leaves the session as it was. The same calls over the same index give the same bytes.
 */
export interface Session {
  /**
   * Like `pack`, and every promise of it holds: the best units for the query first of all; then what the previous pack began with, byte for byte and in front;
   * then what else fits.
   */
  pack(query: string, budget: number, options?: PackOptions): Promise<SessionPack>
  /** All that the session remembers, as plain JSON. */
  state(): SessionState
}

export interface SavingsOptions extends Pick<OperationOptions, 'signal'> {
  /** A day (`2026-11-30`, from its beginning in UTC) or a moment with its offset (`2026-11-30T10:00:00+01:00`). Default: the first entry. */
  readonly since?: string
  /** As `since`; the moment itself is left out. Default: now and later. */
  readonly until?: string
  readonly kind?: LedgerKind
  /** Identity of the tokenizer that counted. */
  readonly tokenizer?: string
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

export interface VerifyOptions extends OperationOptions {
  /** Most faults that the report names; it counts all. Default: 100. */
  readonly limit?: number
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

/**
 * An open index. Safe to use from several callers at once; a change committed by another process is seen by the next call. Every method may throw a
 * `PackgraphError`; `INDEX_CLOSED` after `close`.
 */
export interface ContextIndex {
  /** Adds or replaces documents by `(collection, uri)`. Unchanged ones are skipped. What was committed stays when cancelled. */
  add(documents: Iterable<DocumentInput> | AsyncIterable<DocumentInput>, options?: AddOptions): Promise<AddReport>
  /** Adds folders, files and `.jsonl`/`.jsonl.gz` corpora. The uri of a file is its path relative to the given folder (or its name); of a record, its `id`. */
  addFiles(paths: readonly string[], options?: AddFilesOptions): Promise<AddReport>
  remove(
    uris: readonly string[],
    options?: Pick<OperationOptions, 'signal'> & { readonly collection?: string },
  ): Promise<RemoveReport>
  /** Gives a document another uri without indexing it again. */
  rename(from: string, to: string, options?: { readonly collection?: string }): Promise<void>
  search(query: string, options?: SearchOptions): Promise<SearchResult>
  /** Ranks, selects, lays out and proves. `budget` is in tokens of the generation model. */
  pack(query: string, budget: number, options?: PackOptions): Promise<Pack>
  /** Starts a session, or goes on with one. Nothing is read before its first pack. */
  session(options?: SessionOptions): Session
  /**
   * Stores a Markdown text (UTF-8, or UTF-16 with a byte order mark), then shortens it to a budget in tokens of the generation model: boilerplate goes, then
   * sentences of its prose. Tables, code, headings, formulas and front matter stay byte for byte, and a marker for each place that was changed leads to the
   * stored original. Never longer than the input; what fits and holds no boilerplate comes back unchanged.
   * @throws BudgetError naming `protectedTokens` and `neededTokens` when the budget cannot be met; `DECODE`; whatever storing throws, and then nothing is compressed.
   */
  compressMarkdown(input: string | Uint8Array, budget: number, options?: CompressOptions): Promise<Compression>
  /**
   * The text behind a ref. The alias of an archived original may stand for its id, and a document's uri for its original: `guide.md#120-340`; without a span, the whole
   * original is meant.
   */
  show(ref: string, options?: ShowOptions): Promise<Shown>
  /**
   * Shortens the output of a tool where that can be undone and pays by the tokenizer named; otherwise it comes back as it was. What it held stays in the store, and
   * `expand` gives it back.
   * @throws PackgraphError `TOKENIZER_REQUIRED`, `UNKNOWN_TOKENIZER`, `UNKNOWN_MODEL`; a store that cannot be written to is no error.
   */
  slim(output: string | Uint8Array, options: SlimOptions): Promise<SlimmedOutput>
  /** Lines of an output that `slim` stored, or of any archived original, by the id in the notice. @throws PackgraphError `NOT_FOUND`. */
  expand(id: string, options?: ExpandOptions): Promise<ExpandedOutput>
  /** Documents by collection and uri (in the order of their UTF-8 bytes). Each call reads all that are listed before. */
  documents(options?: DocumentsOptions): Promise<readonly DocumentDescription[]>
  /** Rewrites stored costs with another tokenizer, without embedding anything again. */
  recost(tokenizer: string | Tokenizer, options?: OperationOptions): Promise<RecostReport>
  /**
   * Checks every promise of the index, in one state of it: the file, references between rows, originals by their hashes, the span and text of each unit,
   * vectors, token costs by counting them again, and, by reading each original again, that units and entities are what it gives. Takes about as long
   * as indexing without embedding, and writes nothing.
   */
  verify(options?: VerifyOptions): Promise<VerifyReport>
  /**
   * Makes everything that is derived from originals anew: units, entities, costs (with the tokenizer of this opening), vectors; deletes what belongs to nothing.
   * Ids change; refs and originals stay. What was committed stays when cancelled.
   * @throws PackgraphError `EMBEDDER_MISMATCH` when the index was built with another embedder, whose vectors this one cannot restore.
   */
  rebuild(options?: OperationOptions): Promise<RebuildReport>
  /**
   * Loads what queries read, so that the first one is as quick as the others; where a graph of vectors is wanted, waits until it is built and saved (minutes at
   * 100,000 vectors). For servers, and for jobs that index what others open to read only. A graph that cannot be built is told as a notice of the opening, and the
   * exact scan serves.
   * @throws PackgraphError `CANCELLED` when the signal fires; the index is as it was.
   */
  prepare(options?: OperationOptions): Promise<void>
  /** What was saved so far, from the ledger: by tokenizer, and in it by kind, phase and day. */
  savings(options?: SavingsOptions): Promise<SavingsSummary>
  status(): Promise<IndexStatus>
  /** Waits until what queries read is saved; a graph of vectors that is being built in the background is given up. `prepare` waits for that one. */
  close(): Promise<void>
}
