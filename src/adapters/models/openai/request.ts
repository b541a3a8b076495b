import { setTimeout as delay } from 'node:timers/promises'
import { PackgraphError } from '../../../domain/errors.ts'
import type { Limit, Service } from './service.ts'

const MAX_BACKOFF_MS = 20_000
const MAX_REASON_LENGTH = 300

/** How one attempt ended without an answer. */
interface Refusal {
  readonly reason: string
  readonly status: number | undefined
  readonly again: boolean
  readonly waitMs: number | undefined
}

/**
 * Posts to a service until an answer comes: network failures, 408, 409, 429 and 5xx are tried again after a growing wait or what `Retry-After` asks for.
 *
 * @returns the parsed body of a successful answer.
 * @throws PackgraphError the service's code; whatever the signal was aborted with is thrown as it is. No message contains the key.
 */
export async function post(service: Service, body: object, { signal, deadlineMs }: Limit): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await tryOnce(service, body, signal)
    if ('answer' in outcome) return outcome.answer
    const waitMs = outcome.waitMs ?? Math.min(MAX_BACKOFF_MS, service.backoffMs * 2 ** attempt)
    const late = performance.now() + waitMs > deadlineMs
    if (!outcome.again || attempt >= service.retries || late) throw refused(service, outcome, attempt + 1)
    await delay(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

async function tryOnce(service: Service, body: object, signal: AbortSignal): Promise<{ answer: unknown } | Refusal> {
  let response: Response
  let text: string
  try {
    response = await fetch(`${service.baseUrl}${service.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(service.apiKey === undefined ? {} : { authorization: `Bearer ${service.apiKey}` }),
      },
      body: JSON.stringify(body),
      signal,
    })
    text = await response.text()
  } catch (error) {
    signal.throwIfAborted()
    return { reason: networkReason(error), status: undefined, again: true, waitMs: undefined }
  }
  const { status } = response
  if (!response.ok) {
    const again = status === 408 || status === 409 || status === 429 || status >= 500
    return { reason: `status ${status}: ${reasonIn(text)}`, status, again, waitMs: retryAfterMs(response.headers) }
  }
  try {
    return { answer: JSON.parse(text) }
  } catch {
    return { reason: 'the answer is not JSON', status, again: false, waitMs: undefined }
  }
}

/** `fetch` hides the reason in the cause of its TypeError. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? `${String(cause.code)} ${cause.message}`.trim() : cause.message
}

function reasonIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    const error = parsed !== null && typeof parsed === 'object' && 'error' in parsed ? parsed.error : parsed
    if (typeof error === 'string') return error
    if (error !== null && typeof error === 'object' && 'message' in error) return String(error.message)
  } catch {
    // Not JSON: what came is the reason.
  }
  return body.trim() === '' ? 'no reason given' : body.trim()
}

function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (value === undefined || value === '') return undefined
  const seconds = Number(value)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined
}

function refused(service: Service, refusal: Refusal, attempts: number): PackgraphError {
  const reason = withoutKey(refusal.reason, service.apiKey).slice(0, MAX_REASON_LENGTH)
  const times = attempts === 1 ? '' : ` after ${attempts} attempts`
  return new PackgraphError(service.failed, `the ${service.name} at ${service.baseUrl} failed${times}: ${reason}`, {
    facts: { url: service.baseUrl, status: refusal.status, attempts },
    hint: hintFor(refusal.status, service),
  })
}

function withoutKey(text: string, apiKey: string | undefined): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, '[key]')
}

function hintFor(status: number | undefined, { name, path }: Service): string {
  if (status === undefined) return 'Check that the service runs and that OPENAI_BASE_URL is right.'
  if (status === 401 || status === 403) return 'Check OPENAI_API_KEY.'
  if (status === 404)
    return `Check the name of the model and that OPENAI_BASE_URL ends where ${path} follows, often in /v1.`
  if (status === 429) return 'The service limits the rate: try later, or lower the concurrency.'
  return `Check the ${name} and try again.`
}
