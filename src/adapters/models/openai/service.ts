import { type ErrorCode, PackgraphError, throwIfCancelled } from '../../../domain/errors.ts'

/** How a service that speaks a protocol of OpenAI is reached. */
export interface ServiceOptions {
  /** Where the path of the protocol follows. Default: `OPENAI_BASE_URL`, else OpenAI. Ollama: `http://localhost:11434/v1`. */
  readonly baseUrl?: string
  /** Default: `OPENAI_API_KEY`. A service that needs none works without. */
  readonly apiKey?: string
  /** Repetitions of a request after its first failure. Default: 4. */
  readonly retries?: number
  /** Wait before the first repetition, doubled with each. Default: 500. */
  readonly backoffMs?: number
  /** For one call with all its requests, waits and repetitions. Default: 120,000. */
  readonly timeoutMs?: number
}

/** What a service is for. */
export interface Protocol {
  /** As messages name it: `embedding service`. */
  readonly name: string
  /** What is appended to the base URL, with a slash before it. */
  readonly path: string
  /** The code of its failures. */
  readonly failed: ErrorCode
}

/** One service, as every request to it needs it. */
export interface Service extends Protocol {
  readonly baseUrl: string
  /** Sent as a bearer token; never part of a message. */
  readonly apiKey: string | undefined
  readonly retries: number
  readonly backoffMs: number
  readonly timeoutMs: number
}

/** When to give up on a request. */
export interface Limit {
  /** Fires at the deadline, on cancellation and when another request has failed. */
  readonly signal: AbortSignal
  /** On the clock of `performance.now()`. A wait that would end later is not begun. */
  readonly deadlineMs: number
}

const DEFAULT_BASE_URL = 'https://api.openai.com/v1'
/** Timers of Node fire at once when they are set for longer. */
const MOST = 2 ** 31 - 1

/** Settles how a service is reached; asks nothing of it. @throws PackgraphError `INVALID_OPTION`; the message never holds the key. */
export function serviceOf(protocol: Protocol, options: ServiceOptions): Service {
  const { retries = 4, backoffMs = 500, timeoutMs = 120_000 } = options
  checkWhole('retries', retries, 0)
  checkWhole('backoffMs', backoffMs, 0)
  checkWhole('timeoutMs', timeoutMs, 1)
  return {
    ...protocol,
    baseUrl: checkedUrl(options.baseUrl ?? environment('OPENAI_BASE_URL') ?? DEFAULT_BASE_URL, protocol),
    apiKey: checkedKey(options.apiKey ?? environment('OPENAI_API_KEY'), protocol),
    retries,
    backoffMs,
    timeoutMs,
  }
}

/** @throws PackgraphError `INVALID_OPTION` for anything but a whole number from `least` on that a timer can measure. */
export function checkWhole(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= MOST) return
  throw new PackgraphError('INVALID_OPTION', `${option} must be a whole number from ${least} to ${MOST}: ${value}`, {
    facts: { option, value },
  })
}

/**
 * Runs `work` with a signal that fires at the service's deadline, on cancellation, and when `work` fails, so that no request is left behind.
 * @throws PackgraphError the service's code when the deadline has passed; `CANCELLED`; what the work throws.
 */
export async function withDeadline<Result>(
  { name, baseUrl, timeoutMs, failed }: Service,
  cancel: AbortSignal | undefined,
  work: (limit: Limit) => Promise<Result>,
): Promise<Result> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const failure = new AbortController()
  const signals = [deadline, failure.signal, ...(cancel === undefined ? [] : [cancel])]
  try {
    return await work({ signal: AbortSignal.any(signals), deadlineMs: performance.now() + timeoutMs })
  } catch (error) {
    failure.abort()
    throwIfCancelled(cancel)
    if (error instanceof PackgraphError || !deadline.aborted) throw error
    throw new PackgraphError(failed, `the ${name} at ${baseUrl} took longer than ${timeoutMs} ms`, {
      facts: { url: baseUrl, timeoutMs },
      hint: 'Raise timeoutMs, or check the service.',
      cause: error,
    })
  }
}

function checkedUrl(text: string, { name }: Protocol): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  throw new PackgraphError('INVALID_OPTION', `the base URL of the ${name} is not an http(s) URL without a user`, {
    hint: 'Give the URL without credentials, such as https://api.openai.com/v1, and the key as OPENAI_API_KEY.',
  })
}

/** A key with a line break or another control character would make `fetch` quote the whole header in its error. */
function checkedKey(key: string | undefined, { name }: Protocol): string | undefined {
  const trimmed = key?.trim() ?? ''
  if (trimmed === '') return undefined
  if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed
  throw new PackgraphError('INVALID_OPTION', `the API key of the ${name} has characters that no key has`, {
    hint: 'Check OPENAI_API_KEY for line breaks, blanks and quotation marks.',
  })
}

function environment(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}
