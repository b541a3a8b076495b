import { z } from 'zod'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import type { LedgerEntry, LedgerKind, SavingsSummary } from '../domain/savings.ts'
import type { LedgerRow, Store } from '../ports/store.ts'
import { SavingsTally } from '../savings/savings-tally.ts'
import type { SavingsOptions } from './call-options.ts'

const tokens = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)

const shortened = z.object({
  originalId: z.string().regex(/^[0-9a-f]{64}$/),
  rawTokens: tokens,
  phases: z.array(z.object({ phase: z.string().min(1), tokens })),
})

/** What the data of each kind must be. Keys that are not known are left out when they are read: a newer packgraph may have more to say. */
const DATA_SCHEMAS: Readonly<Record<LedgerKind, typeof shortened>> = { compress: shortened }

/**
 * Writes an entry to the ledger. By then what it tells of has been done, and nothing may undo that: where the store cannot take the entry (it is read only, busy, full or gone)
 * the caller is told and goes on.
 * @returns why the entry was not recorded; undefined when it was.
 */
export async function recordSavings(
  { kind, atMs, tokenizer, ...data }: LedgerEntry,
  store: Store,
): Promise<string | undefined> {
  try {
    await store.recordSavings([{ kind, atMs, tokenizer, data }])
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Adds up the ledger. Reads every entry that the options let pass: some hundred thousand a second. */
export async function readSavings(
  { since, until, kind, tokenizer, signal }: SavingsOptions,
  store: Store,
): Promise<SavingsSummary> {
  const sinceMs = since === undefined ? undefined : Date.parse(since)
  const untilMs = until === undefined ? undefined : Date.parse(until)
  if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs) {
    throw new PackgraphError('INVALID_OPTION', `until (${until}) does not come after since (${since})`, {
      facts: { since, until },
      hint: 'The moment of until is itself left out: for one day, give the next one.',
    })
  }
  const query = {
    ...(sinceMs !== undefined && { sinceMs }),
    ...(untilMs !== undefined && { untilMs }),
    ...(kind !== undefined && { kind }),
    ...(tokenizer !== undefined && { tokenizer }),
  }
  const tally = new SavingsTally()
  for await (const page of store.ledger(query)) {
    throwIfCancelled(signal)
    for (const row of page) {
      const entry = entryOf(row)
      if (entry) tally.add(entry)
      else tally.addUnreadable()
    }
  }
  return tally.summary()
}

/** @returns undefined for a row of no known kind, or one that is not what its kind says. */
function entryOf({ kind, atMs, tokenizer, data }: LedgerRow): LedgerEntry | undefined {
  if (!isKnown(kind) || !isTime(atMs)) return undefined
  const parsed = DATA_SCHEMAS[kind].safeParse(data)
  return parsed.success ? { kind, atMs, tokenizer, ...parsed.data } : undefined
}

function isKnown(kind: string): kind is LedgerKind {
  return Object.hasOwn(DATA_SCHEMAS, kind)
}

/** What `Date` can tell the day of. */
function isTime(atMs: unknown): boolean {
  return typeof atMs === 'number' && Math.abs(atMs) <= 8.64e15
}
