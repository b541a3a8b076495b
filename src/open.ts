import { systemClock } from './adapters/clock/system-clock.ts'
import { ruleExtractor } from './adapters/entities/rule-extractor.ts'
import { readSources } from './adapters/files/read-sources.ts'
import { isWorthSaving, loadMemoryHypergraph, saveMemoryHypergraph } from './adapters/hypergraph/memory-hypergraph.ts'
import { isThreadable, resolveEmbedder } from './adapters/models/resolve-embedder.ts'
import { resolveSummarizer } from './adapters/models/resolve-summarizer.ts'
import { createMarkdownParser } from './adapters/readers/markdown/markdown-parser.ts'
import { mediaTypeOf } from './adapters/readers/media-types.ts'
import { structureReaders } from './adapters/readers/structure-readers.ts'
import { openSqliteStore } from './adapters/sqlite/open.ts'
import { estimateTokens } from './adapters/tokenizers/heuristic/estimate-tokens.ts'
import { resolveModel, resolveTokenizer } from './adapters/tokenizers/resolve.ts'
import { toonNotation } from './adapters/toon/toon-notation.ts'
import { createStoredVectors } from './adapters/vectors/stored/stored-vectors.ts'
import { availableCores } from './adapters/workers/available-cores.ts'
import type { WorkerTools } from './adapters/workers/preparation-messages.ts'
import { startWorkerPreparer } from './adapters/workers/worker-preparer.ts'
import { createCountCache } from './converse/count/count-cache.ts'
import { countConversation } from './converse/count/count-conversation.ts'
import { readConversation } from './converse/dialects/read-conversation.ts'
import { createArrivalCache } from './converse/memory/arrival-cache.ts'
import { createReadCache } from './converse/score/read-cache.ts'
import type { RequestCount } from './domain/compressed-request.ts'
import type { Dialect } from './domain/conversation.ts'
import type { EventListener } from './domain/events.ts'
import type { Exactness } from './domain/pack.ts'
import { checkEmbedder } from './engine/check-embedder.ts'
import type { ContextIndex } from './engine/context-index.ts'
import { Engine } from './engine/engine.ts'
import { generationTokenizer } from './engine/generation-tokenizer.ts'
import { checkArgument, checkOptions } from './engine/options.ts'
import { requestTokenizer } from './engine/request-tokenizer.ts'
import { tokenizerFromObject } from './engine/tokenizer-objects.ts'
import { createReaderRegistry } from './ingest/reader-registry.ts'
import { createCounter } from './pack/counter.ts'
import type { Embedder } from './ports/embedder.ts'
import type { Store } from './ports/store.ts'
import type { Tokenizer } from './ports/tokenizer.ts'
import type { StoredVectors } from './ports/vector-index.ts'

const DEFAULT_HNSW_FROM_VECTORS = 200_000

export interface OpenOptions {
  /** Index-time tokenizer of new costs. They are weights, never a guarantee. Default: `heuristic`. */
  readonly tokenizer?: string | Tokenizer
  /**
   * `static`, `transformers:<folder or hub name>`, `openai:<model>`, or an object: our own port, the AI SDK's or LangChain's shape. Default: `static`, which
   * needs no download. An index belongs to the embedder that built it: name another and opening fails; name none and it fails where one is needed.
   */
  readonly embedder?: string | object
  /** Make the file if there is none. Default: true, or false with `readOnly`. */
  readonly create?: boolean
  readonly readOnly?: boolean
  /** How long to wait for another process that is writing. Default: 10,000. */
  readonly busyTimeoutMs?: number
  /**
   * From how many vectors an approximate graph (hnsw) may answer instead of the exact scan of all of them: faster there, and about one neighbour in a hundred is
   * missed. It is built in the background, saved beside the index and rebuilt when in doubt. `Infinity`: never. Default: 200,000.
   */
  readonly hnswFromVectors?: number
  /** Hears what happens in the background, as notices: what becomes of graphs of vectors. */
  readonly onEvent?: EventListener
}

/** The main thread writes what workers prepare, and helps them; with the default embedder writing alone keeps it busy from about three on. */
const MOST_DEFAULT_WORKERS = 4

/**
 * Opens, or creates, the index in one file.
 * @throws PackgraphError `INDEX_NOT_FOUND`, `INDEX_INVALID`, `INDEX_NEWER`, `INDEX_BUSY`, `INDEX_READ_ONLY`, `EMBEDDER_MISMATCH`, `EMBEDDER_UNAVAILABLE`,
 *   `UNKNOWN_TOKENIZER`, `INVALID_OPTION`.
 */
export async function openIndex(path: string, options: OpenOptions = {}): Promise<ContextIndex> {
  checkArgument('path', path)
  checkOptions('openIndex', options)
  const { create, readOnly, busyTimeoutMs } = options
  const { tokenizer: tokenizerSpec = 'heuristic', embedder: embedderSpec = 'static' } = options
  const tokenizer = await tokenizerOf(tokenizerSpec)
  const embedder = await resolveEmbedder(embedderSpec)
  const store = await openSqliteStore(path, {
    ...(create !== undefined && { create }),
    ...(readOnly !== undefined && { readOnly }),
    ...(busyTimeoutMs !== undefined && { busyTimeoutMs }),
  })
  try {
    // Unnamed, it is checked where it is needed: much can be asked of an index without embedding anything.
    if (options.embedder !== undefined) await checkEmbedder(store, embedder)
    const { hnswFromVectors = DEFAULT_HNSW_FROM_VECTORS, onEvent } = options
    const vectors = createStoredVectors({ store, indexPath: path, hnswFromVectors, onEvent })
    return joined(store, vectors, tokenizer, embedder, {
      tokenizer: typeof tokenizerSpec === 'string' ? tokenizerSpec : undefined,
      embedder: isThreadable(embedderSpec) ? embedderSpec : undefined,
    })
  } catch (error) {
    await store.close()
    throw error
  }
}

function joined(
  store: Store,
  vectors: StoredVectors,
  tokenizer: Tokenizer,
  embedder: Embedder,
  tools: WorkerTools,
): ContextIndex {
  const cores = availableCores()
  return new Engine({
    store,
    tokenizer,
    embedder,
    extractor: ruleExtractor,
    readers: createReaderRegistry(structureReaders),
    markdownParser: createMarkdownParser(),
    clock: systemClock,
    mediaTypeOf,
    readSources,
    loadHypergraph: loadMemoryHypergraph,
    isWorthSaving,
    saveHypergraph: saveMemoryHypergraph,
    vectors,
    startWorkers: (threads) =>
      startWorkerPreparer({ entry: new URL('./preparation-worker.js', import.meta.url), threads, tools }),
    defaultWorkers: Math.min(cores - 1, MOST_DEFAULT_WORKERS),
    estimateTokens,
    notation: toonNotation,
    countCache: createCountCache(),
    arrivalCache: createArrivalCache(),
    readText: createReadCache(),
    resolveTokenizer: tokenizerOf,
    resolveModel,
    resolveSummarizer,
  })
}

function tokenizerOf(spec: string | object): Promise<Tokenizer> {
  return typeof spec === 'string' ? resolveTokenizer(spec) : Promise.resolve(tokenizerFromObject(spec))
}

export interface CountOptions {
  readonly tokenizer?: string | Tokenizer
  readonly model?: string
  readonly signal?: AbortSignal
}

export interface TokenCount {
  readonly tokens: number
  readonly tokenizer: string
  readonly level: Exactness
}

/** Counts one text with the tokenizer of a model. @throws PackgraphError `TOKENIZER_REQUIRED`, `UNKNOWN_TOKENIZER`, `UNKNOWN_MODEL`. */
export async function countTokens(text: string, options: CountOptions): Promise<TokenCount> {
  checkArgument('text', text)
  checkOptions('countTokens', options)
  const { signal } = options
  const tokenizer = await generationTokenizer(options, { resolveTokenizer: tokenizerOf, resolveModel })
  return { tokens: await tokenizer.count(text, { signal }), tokenizer: tokenizer.identity, level: tokenizer.exactness }
}

export { type OpenAiEmbedderOptions, openOpenAiEmbedder } from './adapters/models/openai/openai-embedder.ts'
export { type OpenAiSummarizerOptions, openOpenAiSummarizer } from './adapters/models/openai/openai-summarizer.ts'
export type { ServiceOptions } from './adapters/models/openai/service.ts'
export {
  openTransformersEmbedder,
  type TransformersEmbedderOptions,
} from './adapters/models/transformers/transformers-embedder.ts'
export type { ImportPackage, Pooling } from './adapters/models/transformers/transformers-module.ts'
export { knownModels, knownTokenizers } from './adapters/tokenizers/resolve.ts'

export interface CountRequestOptions extends CountOptions {
  readonly dialect: Dialect
}

/**
 * Counts a request as a provider would be sent it: messages, system prompt, tools and what stands around them. The same number as a compression's report has for the request that it gives back. Where
 * neither tokenizer nor model is named, the request's own model is.
 * @throws PackgraphError `INPUT` for what is no request of the dialect, and what {@link countTokens} throws.
 */
export async function countRequest(request: unknown, options: CountRequestOptions): Promise<RequestCount> {
  checkOptions('countRequest', options)
  const conversation = readConversation(request, options.dialect)
  const tokenizer = await requestTokenizer(conversation, options, { resolveTokenizer: tokenizerOf, resolveModel })
  return countConversation(conversation, tokenizer, createCounter(tokenizer, options.signal))
}
