import { z } from 'zod'
import { CASCADE_LEVELS } from '../domain/compressed-request.ts'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import type { LedgerEntry } from '../domain/ledger.ts'
import type { SavingsSummary } from '../domain/savings.ts'
import type { LedgerQuery, LedgerRow, Store } from '../ports/store.ts'
import { SavingsTally } from '../savings/savings-tally.ts'
import type { SavingsOptions } from './call-options.ts'

const tokens = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)

const entry = {
  /** What `Date` can tell the day of. */
  atMs: z.number().min(-8.64e15).max(8.64e15),
  tokenizer: z.string(),
}

const text = {
  ...entry,
  originalId: z.string().regex(/^[0-9a-f]{64}$/),
  rawTokens: tokens,
  phases: z.array(z.object({ phase: z.string().min(1), tokens })),
}

/** What the entries of each kind must be. Keys that are not known are left out when they are read: a newer packgraph may have more to say. */
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('compress'), ...text }),
  z.object({
    kind: z.enum(['slim', 'expand', 'rerun']),
    ...text,
    sessionId: z.string().nullable(),
    tool: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('request'),
    ...entry,
    model: z.string(),
    sessionId: z.string().nullable(),
    inputTokens: tokens,
    cacheReadTokens: tokens,
    cacheWriteTokens: tokens,
    outputTokens: tokens,
    reasoningTokens: tokens,
    estimatedInputTokens: tokens.nullable(),
    nested: z.boolean(),
    avoided: z.array(z.object({ tokenizer: z.string(), tokens: z.number() })),
  }),
  z.object({
    kind: z.literal('conversation'),
    ...entry,
    sessionId: z.string().nullable(),
    rawTokens: tokens,
    countedTokens: tokens,
    budgetTokens: tokens,
    levels: z.array(z.object({ level: z.enum(CASCADE_LEVELS), savedTokens: z.number() })),
  }),
  z.object({
    kind: z.literal('shadow'),
    ...entry,
    key: z.string(),
    judge: z.string(),
    level: z.enum([...CASCADE_LEVELS, 'none']),
    quality: z.number().min(0).max(1),
    budgetTokens: tokens,
    originalTokens: tokens,
    compressedTokens: tokens,
  }),
])

/** Writes an entry to the ledger. @throws whatever the store throws. */
export async function recordEntry({ kind, atMs, tokenizer, ...data }: LedgerEntry, store: Store): Promise<void> {
  await store.recordSavings([{ kind, atMs, tokenizer, data }])
}

/**
 * Writes an entry about what has been done by now, which nothing may undo: where the store cannot take the entry (it is read only, busy, full or gone)
 * the caller is told and goes on.
 * @returns why the entry was not recorded; undefined when it was.
 */
export async function recordSavings(entry: LedgerEntry, store: Store): Promise<string | undefined> {
  try {
    await recordEntry(entry, store)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Entries that a query lets pass, by time; undefined for each row that is not what its kind says. */
export async function* readEntries(
  query: LedgerQuery,
  store: Store,
  signal?: AbortSignal,
): AsyncGenerator<LedgerEntry | undefined> {
  for await (const page of store.ledger(query)) {
    throwIfCancelled(signal)
    for (const row of page) yield entryOf(row)
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
  for await (const entry of readEntries(query, store, signal)) {
    if (entry) tally.add(entry)
    else tally.addUnreadable()
  }
  return tally.summary()
}

function entryOf({ kind, atMs, tokenizer, data }: LedgerRow): LedgerEntry | undefined {
  const values = typeof data === 'object' ? data : undefined
  return entrySchema.safeParse({ ...values, kind, atMs, tokenizer }).data
}
