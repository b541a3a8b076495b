import { PackgraphError, throwIfCancelled } from '../../../domain/errors.ts'
import type { Embedder, EmbedOptions } from '../../../ports/embedder.ts'
import { probeDimensions } from '../adapt.ts'
import { checkedEmbedder } from '../checked.ts'
import { NEURAL_DENSE_WEIGHT, type Prefixes, prefixIdentity, withPrefix } from '../neural-defaults.ts'
import { vectorsIn } from './answer.ts'
import { batchesOf, forEachLimited } from './batches.ts'
import { type Endpoint, type Limit, postEmbeddings } from './request.ts'

export interface OpenAiEmbedderOptions extends Prefixes {
  /** Where `/embeddings` follows. Default: `OPENAI_BASE_URL`, else OpenAI. Ollama: `http://localhost:11434/v1`. */
  readonly baseUrl?: string
  /** Default: `OPENAI_API_KEY`. A service that needs none works without. */
  readonly apiKey?: string
  /** Asks the model for shorter vectors. Default: the model's own length, found by embedding one text. */
  readonly dimensions?: number
  /** 0 to 1. Default: .8. */
  readonly denseWeight?: number
  /** Texts in one request. Default: 128. */
  readonly batchTexts?: number
  /** UTF-8 bytes of text in one request. Default: 200,000. */
  readonly batchBytes?: number
  /** Requests at once. Default: 4. */
  readonly concurrency?: number
  /** Repetitions of a request after its first failure. Default: 4. */
  readonly retries?: number
  /** Wait before the first repetition, doubled with each. Default: 500. */
  readonly backoffMs?: number
  /** For one call of `embed` with all its requests, waits and repetitions. Default: 120,000. */
  readonly timeoutMs?: number
}

const DEFAULT_BASE_URL = 'https://api.openai.com/v1'
const DEFAULTS = {
  batchTexts: 128,
  batchBytes: 200_000,
  concurrency: 4,
  retries: 4,
  backoffMs: 500,
  timeoutMs: 120_000,
}
type Limits = Readonly<typeof DEFAULTS>
const LEAST: Limits = { batchTexts: 1, batchBytes: 1, concurrency: 1, retries: 0, backoffMs: 0, timeoutMs: 1 }
/** Timers of Node fire at once when they are set for longer. */
const MOST = 2 ** 31 - 1
/** Longer texts are cut, as other embedders cut what exceeds their model: most services refuse beyond 8,192 tokens. */
const MAX_TEXT_LENGTH = 24_000

/**
 * An embedder that asks any service with OpenAI's `/embeddings` endpoint. Vectors are checked and normalised. Requests run side by side; the order of the
 * vectors is that of the texts. Empty texts are sent as one space, because services refuse them; texts beyond 24,000 UTF-16 units are cut.
 *
 * Errors: `INVALID_OPTION`; `EMBEDDER_FAILED` when the service fails for good, answers nonsense or does not answer in time; `CANCELLED`. No message
 * contains the key. Cost: one request at once when `dimensions` is not given, then one per batch.
 */
export async function openOpenAiEmbedder(model: string, options: OpenAiEmbedderOptions = {}): Promise<Embedder> {
  const settings = { ...DEFAULTS, ...definedOf(options) }
  checkLimits(settings)
  const endpoint: Endpoint = {
    baseUrl: checkedUrl(options.baseUrl ?? environment('OPENAI_BASE_URL') ?? DEFAULT_BASE_URL),
    apiKey: checkedKey(options.apiKey ?? environment('OPENAI_API_KEY')),
    retries: settings.retries,
    backoffMs: settings.backoffMs,
  }
  const shortened = options.dimensions === undefined ? '' : `;dimensions=${options.dimensions}`
  const identity = `openai:${model}${shortened}${prefixIdentity(options)}`
  const request = { model, encoding_format: 'float', dimensions: options.dimensions }

  const embed = async (texts: readonly string[], { kind, signal }: EmbedOptions): Promise<readonly number[][]> => {
    const inputs = texts.map((text) => withPrefix(text, kind, options).slice(0, MAX_TEXT_LENGTH) || ' ')
    const vectors: number[][] = []
    await withDeadline(settings.timeoutMs, signal, endpoint, async (limit) => {
      const batches = batchesOf(inputs, settings.batchTexts, settings.batchBytes)
      await forEachLimited(batches, settings.concurrency, async ({ start, texts: input }) => {
        const answer = await postEmbeddings(endpoint, { ...request, input }, limit)
        vectorsIn(answer, input.length, start).forEach((vector, index) => {
          vectors[start + index] = vector
        })
      })
    })
    return vectors
  }
  const dimensions = options.dimensions ?? (await probeDimensions(identity, embed))
  return checkedEmbedder({ identity, dimensions, denseWeight: options.denseWeight ?? NEURAL_DENSE_WEIGHT, embed })
}

/** Runs `work` with a signal that fires at the deadline, on cancellation, and when `work` fails, so that no request is left behind. */
async function withDeadline(
  timeoutMs: number,
  cancel: AbortSignal | undefined,
  { baseUrl }: Endpoint,
  work: (limit: Limit) => Promise<void>,
): Promise<void> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const failure = new AbortController()
  const signals = [deadline, failure.signal, ...(cancel === undefined ? [] : [cancel])]
  try {
    await work({ signal: AbortSignal.any(signals), deadlineMs: performance.now() + timeoutMs })
  } catch (error) {
    failure.abort()
    throwIfCancelled(cancel)
    if (error instanceof PackgraphError || !deadline.aborted) throw error
    throw new PackgraphError(
      'EMBEDDER_FAILED',
      `the embedding service at ${baseUrl} took longer than ${timeoutMs} ms`,
      {
        facts: { url: baseUrl, timeoutMs },
        hint: 'Raise timeoutMs, or check the service.',
        cause: error,
      },
    )
  }
}

function checkLimits(settings: Limits): void {
  for (const name of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = settings[name]
    const least = LEAST[name]
    if (!Number.isSafeInteger(value) || value < least || value > MOST)
      throw new PackgraphError('INVALID_OPTION', `${name} must be a whole number from ${least} to ${MOST}: ${value}`, {
        facts: { option: name, value },
      })
  }
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  throw new PackgraphError(
    'INVALID_OPTION',
    'the base URL of the embedding service is not an http(s) URL without a user',
    {
      hint: 'Give the URL without credentials, such as https://api.openai.com/v1, and the key as OPENAI_API_KEY.',
    },
  )
}

/** A key with a line break or another control character would make `fetch` quote the whole header in its error. */
function checkedKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim() ?? ''
  if (trimmed === '') return undefined
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed
  throw new PackgraphError('INVALID_OPTION', 'the API key of the embedding service has characters that no key has', {
    hint: 'Check OPENAI_API_KEY for line breaks, blanks and quotation marks.',
  })
}

function environment(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}

function definedOf<Options extends object>(options: Options): Partial<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<Options>
}
