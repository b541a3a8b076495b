import type { SlimmedOutput } from '../domain/slimmed-output.ts'
import { canonicalJson, hashBytes } from '../indexing/content-hash.ts'
import type { EngineParts } from './parts.ts'
import type { SlimOptions } from './slim-options.ts'
import { isStoreFailure } from './store-failure.ts'

const DEFAULT_DUPLICATE_TTL_MS = 600_000

/** What the store remembers of a session when an output comes. */
export interface RecalledCall {
  /** Whether the same tool gave the same bytes for the same arguments, in this session and not too long ago. */
  readonly isDuplicate: boolean
  /** Whether it did so before and was slimmed then, but too long ago for this one to be a duplicate. Never where nothing is one. */
  readonly isRerun: boolean
  /** How many outputs of the session were replaced. */
  readonly adopted: number
}

/** Without a session nothing is known, and nothing will be. */
export async function recallCall(
  output: string,
  options: SlimOptions,
  { store, clock }: EngineParts,
): Promise<RecalledCall> {
  const { sessionId } = options
  if (sessionId === undefined) return { isDuplicate: false, isRerun: false, adopted: 0 }
  const ttlMs = duplicateTtlMs(options)
  const session = await store.recallToolCalls(sessionId, callHash(output, options), clock.nowMs() - ttlMs)
  const isDuplicate = ttlMs > 0 && session.hasEarlier
  const isRerun = ttlMs > 0 && !isDuplicate && session.wasSlimmed
  return { isDuplicate, isRerun, adopted: session.adopted }
}

/** Remembers an output as it was handed on. A store that cannot be written to remembers nothing. */
export async function rememberCall(
  output: string,
  { route, adopted, tokenizer, tokensBefore, tokensAfter }: SlimmedOutput,
  options: SlimOptions,
  { store, clock }: EngineParts,
): Promise<void> {
  const { sessionId } = options
  if (sessionId === undefined || store.readOnly) return
  const seenAtMs = clock.nowMs()
  const call = {
    sessionId,
    callHash: callHash(output, options),
    seenAtMs,
    route,
    adopted,
    tokenizer,
    tokensBefore,
    tokensAfter,
  }
  try {
    await store.rememberToolCall(call)
  } catch (error) {
    // What was slimmed stays so; the next copy is slimmed again instead of becoming a note.
    if (!isStoreFailure(error)) throw error
  }
}

function duplicateTtlMs({ tool, duplicateTtlMs, duplicateTtlMsByTool = {} }: SlimOptions): number {
  const ofTool =
    tool !== undefined && Object.hasOwn(duplicateTtlMsByTool, tool) ? duplicateTtlMsByTool[tool] : undefined
  return ofTool ?? duplicateTtlMs ?? DEFAULT_DUPLICATE_TTL_MS
}

/** Of all that must be equal, none shortened: neither a common beginning nor another session can make two calls one. */
function callHash(output: string, { sessionId, tool, args }: SlimOptions): string {
  const facts = [
    sessionId,
    tool ?? null,
    args === undefined ? null : canonicalJson(args),
    hashBytes(new TextEncoder().encode(output)),
  ]
  return hashBytes(new TextEncoder().encode(JSON.stringify(facts)))
}
