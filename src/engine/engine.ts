import type { CompressedRequest } from '../domain/compressed-request.ts'
import type { Compression } from '../domain/compression.ts'
import type { DocumentDescription, DocumentInput } from '../domain/document.ts'
import { throwIfCancelled } from '../domain/errors.ts'
import type { Pack } from '../domain/pack.ts'
import type { RequestPolicy } from '../domain/request-policy.ts'
import type { SavingsSummary } from '../domain/savings.ts'
import type { SlimmedOutput } from '../domain/slimmed-output.ts'
import type { ContextUsage, Pressure, RequestReport, RequestUsage } from '../domain/usage.ts'
import type { Judge } from '../ports/judge.ts'
import type { DocumentKey } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { addFiles } from './add-files.ts'
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
import { checkEmbedder } from './check-embedder.ts'
import { compressMarkdown } from './compress-markdown.ts'
import type { CompressOptions } from './compress-options.ts'
import { compressRequest } from './compress-request.ts'
import type { ContextIndex, Session } from './context-index.ts'
import { entriesOf } from './document-entries.ts'
import { type ExpandedOutput, type ExpandOptions, expandOutput } from './expand-output.ts'
import { DEFAULT_COLLECTION, IndexingRun } from './index-documents.ts'
import { type JudgedShadow, type JudgeShadowOptions, judgeShadow, type ShadowAnswers } from './judge-shadow.ts'
import { readSavings } from './ledger.ts'
import { listDocuments } from './list-documents.ts'
import { checkArgument, checkBudget, checkOptions } from './options.ts'
import { packContext } from './pack-context.ts'
import type { EngineParts } from './parts.ts'
import { PressureGauge, type PressureOptions } from './pressure.ts'
import { QueryViews } from './query-view.ts'
import { rebuild } from './rebuild.ts'
import { recordUsage } from './record-usage.ts'
import { recost } from './recost.ts'
import type { RequestOptions } from './request-options.ts'
import { retrieveCandidates } from './retrieve-candidates.ts'
import { hitOf } from './search-hits.ts'
import { PackSession } from './session.ts'
import { showReference } from './show-reference.ts'
import type { SlimOptions } from './slim-options.ts'
import { slimOutput } from './slim-output.ts'
import { untilCancelled } from './until-cancelled.ts'
import { verify } from './verify.ts'

const DEFAULT_LIMIT = 10
const DEFAULT_MAX_FILE_BYTES = 64 << 20

/** The one implementation of {@link ContextIndex}: checks what callers pass and hands each use case to its own file. */
export class Engine implements ContextIndex {
  private readonly parts: EngineParts
  private readonly views: QueryViews
  private readonly gauge: PressureGauge

  constructor(parts: EngineParts) {
    this.parts = parts
    this.views = new QueryViews(parts)
    this.gauge = new PressureGauge(() => parts.clock.monotonicMs())
  }

  async add(
    documents: Iterable<DocumentInput> | AsyncIterable<DocumentInput>,
    options: AddOptions = {},
  ): Promise<AddReport> {
    checkArgument('documents', documents)
    checkOptions('add', options)
    await checkEmbedder(this.parts.store, this.parts.embedder)
    const run = this.startRun({ ...options, latin1: false }, Promise.resolve(undefined))
    await run.addAll(entriesOf(documents))
    return run.finish(0)
  }

  async addFiles(paths: readonly string[], options: AddFilesOptions = {}): Promise<AddReport> {
    checkArgument('paths', paths)
    checkOptions('addFiles', options)
    await checkEmbedder(this.parts.store, this.parts.embedder)
    const { collection = DEFAULT_COLLECTION, latin1 = false, prune = true, onEvent, signal } = options
    const maxFileBytes = options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES
    const input = { paths, collection, latin1, prune, maxFileBytes, onEvent, signal }
    const report = await addFiles(input, this.parts, (totalBytes) => this.startRun({ ...options, latin1 }, totalBytes))
    // Processes that only read can save nothing, and would each build the view of a large corpus. The documents are in, whatever becomes of it.
    await untilCancelled(this.views.saveIfWorth(), signal).catch(() => undefined)
    return report
  }

  async remove(
    uris: readonly string[],
    options: Pick<OperationOptions, 'signal'> & { readonly collection?: string } = {},
  ): Promise<RemoveReport> {
    checkArgument('uris', uris)
    checkOptions('remove', options)
    const { collection = DEFAULT_COLLECTION, signal } = options
    throwIfCancelled(signal)
    const keys: readonly DocumentKey[] = Array.from(new Set(uris), (uri) => ({ collection, uri }))
    const rows = await this.parts.store.findDocuments(keys)
    const found = keys.filter((_, position) => rows[position] !== undefined)
    if (found.length > 0) await this.parts.store.write({ remove: found })
    return {
      documentsRemoved: found.length,
      notFound: keys.flatMap(({ uri }, position) => (rows[position] === undefined ? [uri] : [])),
      generation: await this.parts.store.generation(),
    }
  }

  async rename(from: string, to: string, options: { readonly collection?: string } = {}): Promise<void> {
    checkArgument('uri', from)
    checkArgument('uri', to)
    checkOptions('rename', options)
    const { collection = DEFAULT_COLLECTION } = options
    await this.parts.store.rename({ collection, uri: from }, { collection, uri: to })
  }

  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    checkArgument('query', query)
    checkOptions('search', options)
    const startMs = this.parts.clock.monotonicMs()
    const { limit = DEFAULT_LIMIT, filter, lanes, signal } = options
    const { ranking } = await retrieveCandidates(
      { query, limit, filter, lanes, signal, pins: undefined },
      this.views,
      this.parts,
    )
    return {
      query,
      hits: ranking.candidates.map(hitOf),
      graphGate: ranking.graphGate,
      knownShare: ranking.knownShare,
      timings: { totalMs: this.parts.clock.monotonicMs() - startMs },
    }
  }

  async pack(query: string, budget: number, options: PackOptions = {}): Promise<Pack> {
    checkArgument('query', query)
    checkOptions('pack', options)
    checkBudget(budget)
    return packContext({ query, budgetTokens: budget, options }, this.views, this.parts)
  }

  session(options: SessionOptions = {}): Session {
    checkOptions('session', options)
    return new PackSession(options, this.views, this.parts)
  }

  async compressMarkdown(
    input: string | Uint8Array,
    budget: number,
    options: CompressOptions = {},
  ): Promise<Compression> {
    checkArgument('input', input)
    checkOptions('compressMarkdown', options)
    checkBudget(budget)
    return compressMarkdown(input, budget, options, this.parts)
  }

  async compressRequest<R>(request: R, policy: RequestPolicy, options: RequestOptions): Promise<CompressedRequest<R>> {
    checkOptions('compressRequest', options)
    return compressRequest(request, policy, options, this.parts)
  }

  async show(ref: string, options: ShowOptions = {}): Promise<Shown> {
    checkArgument('ref', ref)
    checkOptions('show', options)
    return showReference(ref, options.collection ?? DEFAULT_COLLECTION, options, this.parts.store)
  }

  async slim(output: string | Uint8Array, options: SlimOptions): Promise<SlimmedOutput> {
    checkArgument('input', output)
    checkOptions('slim', options)
    return slimOutput(output, options, this.parts)
  }

  async expand(id: string, options: ExpandOptions = {}): Promise<ExpandedOutput> {
    checkArgument('id', id)
    checkOptions('expand', options)
    return expandOutput(id, options, this.parts)
  }

  async documents(options: DocumentsOptions = {}): Promise<readonly DocumentDescription[]> {
    checkOptions('documents', options)
    return listDocuments(options, this.parts.store)
  }

  async recost(tokenizer: string | Tokenizer, options: OperationOptions = {}): Promise<RecostReport> {
    checkArgument('tokenizer', tokenizer)
    checkOptions('recost', options)
    return recost(this.parts.store, await this.parts.resolveTokenizer(tokenizer), options)
  }

  async verify(options: VerifyOptions = {}): Promise<VerifyReport> {
    checkOptions('verify', options)
    return verify(options, this.parts)
  }

  async rebuild(options: OperationOptions = {}): Promise<RebuildReport> {
    checkOptions('rebuild', options)
    return rebuild(options, this.parts)
  }

  async prepare(options: OperationOptions = {}): Promise<void> {
    checkOptions('prepare', options)
    const { onEvent, signal } = options
    await untilCancelled(this.views.current(), signal)
    const { vectors, embedder } = this.parts
    const onProgress = (hyperedgesDone: number, hyperedgesTotal: number): void =>
      onEvent?.({ type: 'progress', phase: 'graph', hyperedgesDone, hyperedgesTotal })
    await untilCancelled(vectors.prepare(embedder.dimensions, { signal, onProgress }), signal)
  }

  async recordUsage(usage: RequestUsage): Promise<RequestReport> {
    checkArgument('usage', usage)
    return recordUsage(usage, this.parts)
  }

  pressure(
    sessionId: string,
    usage: ContextUsage & Partial<Omit<RequestUsage, keyof ContextUsage>>,
    options: PressureOptions = {},
  ): Pressure {
    checkArgument('id', sessionId)
    checkArgument('context', usage)
    checkOptions('pressure', options)
    return this.gauge.read(sessionId, usage, options)
  }

  async judgeShadow(answers: ShadowAnswers, judge: Judge, options: JudgeShadowOptions = {}): Promise<JudgedShadow> {
    checkArgument('answers', answers)
    checkOptions('judgeShadow', options)
    return judgeShadow(answers, judge, options, this.parts)
  }

  async savings(options: SavingsOptions = {}): Promise<SavingsSummary> {
    checkOptions('savings', options)
    return readSavings(options, this.parts.store)
  }

  async status(): Promise<IndexStatus> {
    const { store, vectors, tokenizer, embedder } = this.parts
    return {
      ...(await store.status()),
      indexTokenizer: tokenizer.identity,
      embedder: embedder.identity,
      vectorIndex: await vectors.status(),
    }
  }

  async close(): Promise<void> {
    await this.views.settled()
    await this.parts.vectors.close()
    await this.parts.store.close()
  }

  private startRun(
    options: AddFilesOptions & { readonly latin1: boolean },
    totalBytes: Promise<number | undefined>,
  ): IndexingRun {
    const { collection, latin1, workers, onEvent, signal } = options
    return new IndexingRun(this.parts, { collection, latin1, workers, onEvent, signal, totalBytes })
  }
}
