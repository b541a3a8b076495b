import type { CompressedRequest } from '../domain/compressed-request.ts'
import type { Compression } from '../domain/compression.ts'
import type { DocumentDescription, DocumentInput } from '../domain/document.ts'
import type { Pack } from '../domain/pack.ts'
import type { RequestPolicy } from '../domain/request-policy.ts'
import type { SavingsSummary } from '../domain/savings.ts'
import type { SessionPack, SessionState } from '../domain/session.ts'
import type { SlimmedOutput } from '../domain/slimmed-output.ts'
import type { ContextUsage, Pressure, RequestReport, RequestUsage } from '../domain/usage.ts'
import type { Judge } from '../ports/judge.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type {
  AddFilesOptions,
  AddOptions,
  DocumentsOptions,
  OperationOptions,
  PackOptions,
  SavingsOptions,
  SearchOptions,
  SessionOptions,
  ShowOptions,
  VerifyOptions,
} from './call-options.ts'
import type {
  AddReport,
  IndexStatus,
  RebuildReport,
  RecostReport,
  RemoveReport,
  SearchResult,
  Shown,
  VerifyReport,
} from './call-results.ts'
import type { CompressOptions } from './compress-options.ts'
import type { ExpandedOutput, ExpandOptions } from './expand-output.ts'
import type { JudgedShadow, JudgeShadowOptions, ShadowAnswers } from './judge-shadow.ts'
import type { PressureOptions } from './pressure.ts'
import type { RequestOptions } from './request-options.ts'
import type { SlimOptions } from './slim-options.ts'

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
   * Shortens a whole chat request, messages and tools, to a budget in tokens of the generation model, cheapest means first; docs/requests.md says how. Instructions stay byte for byte, calls
   * keep their results, and what is left out of the history is stored first. The request that comes back passed every check; nothing of the given one is changed.
   * @param policy plain JSON: the budget, and how it is met.
   * @throws BudgetError naming `protectedTokens` and `neededTokens` when what may not be touched is over the budget; PackgraphError `INPUT` for what is no request of the dialect,
   *   `INVALID_OPTION`, `TOKENIZER_REQUIRED`, `REQUEST_INVALID`, and what keeps the store from being read.
   */
  compressRequest<R>(request: R, policy: RequestPolicy, options: RequestOptions): Promise<CompressedRequest<R>>
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
  /**
   * Enters in the ledger what a provider billed for a request, and beside it what slimmed outputs of its session kept out of it. One call for each request, after it.
   * @throws PackgraphError `INPUT` for usage that cannot be, and whatever keeps the store from taking the entry.
   */
  recordUsage(usage: RequestUsage): Promise<RequestReport>
  /**
   * Whether a session's context has grown past a watermark, and what summarising its history would cost and when it would pay. Off without a watermark. Goes by what the last
   * request was billed; reads and writes nothing. What was advised, and when, is known to this opening alone.
   */
  pressure(
    sessionId: string,
    usage: ContextUsage & Partial<Omit<RequestUsage, keyof ContextUsage>>,
    options?: PressureOptions,
  ): Pressure
  /**
   * Has the answers to a compressed request and to the whole one compared, and enters the result in the ledger; `savings` reports it under `shadow`. Each call is a sample of its own.
   * @throws PackgraphError `INPUT` where the judge gives no number from 0 to 1, and whatever the judge throws or keeps the store from taking the entry: then nothing is recorded.
   */
  judgeShadow(answers: ShadowAnswers, judge: Judge, options?: JudgeShadowOptions): Promise<JudgedShadow>
  /** What was saved so far, from the ledger: by tokenizer, and in it by kind, phase and day; and what was billed, by model and session. */
  savings(options?: SavingsOptions): Promise<SavingsSummary>
  status(): Promise<IndexStatus>
  /** Waits until what queries read is saved; a graph of vectors that is being built in the background is given up. `prepare` waits for that one. */
  close(): Promise<void>
}
