import type { RequestEntry } from '../domain/ledger.ts'
import type { AvoidedTokens, RequestReport, RequestUsage } from '../domain/usage.ts'
import type { Store } from '../ports/store.ts'
import { AvoidedTally, countedTokens } from '../savings/avoided-tokens.ts'
import { CacheTally, contextTokens } from '../savings/cache-hits.ts'
import { readEntries, recordEntry } from './ledger.ts'
import type { EngineParts } from './parts.ts'

/**
 * Enters a billed request in the ledger. What slimming saved in its session by then is in the history that was sent, and was avoided once more: it is kept beside what was
 * billed. Reads the entries of the session.
 * @throws whatever the store throws: then nothing is recorded.
 */
export async function recordUsage(usage: RequestUsage, { clock, store }: EngineParts): Promise<RequestReport> {
  const { sessionId, estimatedInputTokens, nested = false, ...billed } = usage
  const session = sessionId === undefined || nested ? undefined : await readSession(sessionId, usage.model, store)
  const request: RequestEntry = {
    ...billed,
    kind: 'request',
    atMs: clock.nowMs(),
    tokenizer: `billed:${usage.model}`,
    sessionId: sessionId ?? null,
    estimatedInputTokens: estimatedInputTokens ?? null,
    nested,
    avoided: session?.avoided ?? [],
  }
  await recordEntry(request, store)
  session?.cache.add(request)
  return { contextTokens: contextTokens(request), avoided: request.avoided, cache: session?.cache.hits() ?? null }
}

interface SessionSoFar {
  readonly avoided: readonly AvoidedTokens[]
  /** Of requests of the same model. */
  readonly cache: CacheTally
}

async function readSession(sessionId: string, model: string, store: Store): Promise<SessionSoFar> {
  const avoided = new AvoidedTally()
  const cache = new CacheTally()
  for await (const entry of readEntries({ sessionId }, store)) {
    if (entry === undefined) continue
    if (entry.kind === 'conversation' || entry.kind === 'shadow') continue
    if (entry.kind !== 'request') {
      avoided.add({ tokenizer: entry.tokenizer, tokens: entry.rawTokens - countedTokens(entry) })
    } else if (entry.model === model && !entry.nested) cache.add(entry)
  }
  return { avoided: avoided.sums(), cache }
}
