import type { EventListener } from '../domain/events.ts'
import type { OutputEntry, SavingsEntry } from '../domain/ledger.ts'
import { readEntries, recordSavings } from './ledger.ts'
import type { EngineParts } from './parts.ts'

interface Expansion {
  readonly originalId: string
  /** Of the characters of the original, 0 to 1. */
  readonly share: number
  readonly sessionId: string | undefined
  readonly onEvent: EventListener | undefined
}

/**
 * Charges what was handed out to the ledger, in tokens of the tokenizer that counted the original when it was shortened: its count, or the same share of it as of the characters.
 * An original that the ledger saved nothing on has nothing to be charged to. What was handed out stays so, whatever the ledger can take.
 */
export async function chargeExpansion(
  { originalId, share, sessionId, onEvent }: Expansion,
  { clock, store }: EngineParts,
): Promise<void> {
  const shortened = await shorteningsOf(originalId, store)
  const own = shortened.filter((entry) => entry.kind !== 'compress' && entry.sessionId === sessionId)
  const last = own.at(-1) ?? shortened.at(-1)
  if (last === undefined) return
  const tokens = Math.round(last.rawTokens * share)
  const problem = await recordSavings(
    {
      kind: 'expand',
      atMs: clock.nowMs(),
      tokenizer: last.tokenizer,
      originalId,
      sessionId: sessionId ?? onlySession(shortened),
      tool: last.kind === 'compress' ? null : last.tool,
      rawTokens: 0,
      phases: [{ phase: share === 1 ? 'counted' : 'estimated', tokens }],
    } satisfies OutputEntry,
    store,
  )
  if (problem !== undefined)
    onEvent?.({ type: 'notice', message: `the ledger did not take this expansion: ${problem}` })
}

/** By time. */
async function shorteningsOf(originalId: string, store: EngineParts['store']): Promise<readonly SavingsEntry[]> {
  const found: SavingsEntry[] = []
  for await (const entry of readEntries({ originalId }, store)) {
    if (entry?.kind === 'slim' || entry?.kind === 'compress') found.push(entry)
  }
  return found
}

/** The session that all entries have; null where they have several, or one has none. */
function onlySession(entries: readonly SavingsEntry[]): string | null {
  const sessions = new Set(entries.map((entry) => (entry.kind === 'compress' ? null : entry.sessionId)))
  const [only = null] = sessions
  return sessions.size === 1 ? only : null
}
