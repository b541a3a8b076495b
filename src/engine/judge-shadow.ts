import type { RequestCompressionReport } from '../domain/compressed-request.ts'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import type { ConversationEntry, ShadowEntry } from '../domain/ledger.ts'
import type { Judge, JudgedAnswers } from '../ports/judge.ts'
import { recordEntry, recordSavings } from './ledger.ts'
import type { EngineParts } from './parts.ts'
import { untilCancelled } from './until-cancelled.ts'

interface LedgerParts {
  readonly clock: Pick<EngineParts['clock'], 'nowMs'>
  readonly store: EngineParts['store']
}

/** What of a report is needed to judge and to enter it. */
export type JudgedReport = Pick<
  RequestCompressionReport,
  'tokenizer' | 'levels' | 'originalTokens' | 'countedTokens' | 'budgetTokens'
>

/** A request that was sent twice, compressed and not, with both answers. */
export interface ShadowAnswers extends JudgedAnswers {
  /** As `onShadow` was given it. */
  readonly key: string
  readonly report: JudgedReport
}

export interface JudgeShadowOptions {
  readonly signal?: AbortSignal
}

/** What was entered. */
export interface JudgedShadow {
  readonly key: string
  readonly judge: string
  /** From 0 to 1, where the answer to the whole request is 1. */
  readonly quality: number
  /** The last level of the cascade that ran; `none` where the request fitted. */
  readonly level: ShadowEntry['level']
}

/**
 * Has two answers compared, and enters in the ledger how good the one to the compressed request is. Each call is a sample of its own: nobody sees whether a key was judged before.
 * @throws PackgraphError `INPUT` where the judge gives no number from 0 to 1; `CANCELLED`; whatever the judge or the store throws, and then nothing is recorded.
 */
export async function judgeShadow(
  { key, report, query, compressedAnswer, fullAnswer }: ShadowAnswers,
  judge: Judge,
  { signal }: JudgeShadowOptions,
  { clock, store }: LedgerParts,
): Promise<JudgedShadow> {
  throwIfCancelled(signal)
  const judging = judge.judge({ query, compressedAnswer, fullAnswer }, { signal })
  const quality = await untilCancelled(judging, signal)
  if (typeof quality !== 'number' || !(quality >= 0 && quality <= 1)) {
    throw new PackgraphError(
      'INPUT',
      `the judge ${judge.identity} gave ${String(quality)}; a quality is a number from 0 to 1`,
      {
        facts: { judge: judge.identity, quality },
      },
    )
  }
  const level = report.levels.findLast(({ ran }) => ran)?.level ?? 'none'
  const { tokenizer, originalTokens, countedTokens, budgetTokens } = report
  const entry: ShadowEntry = {
    kind: 'shadow',
    atMs: clock.nowMs(),
    tokenizer,
    key,
    judge: judge.identity,
    level,
    quality,
    budgetTokens,
    originalTokens,
    compressedTokens: countedTokens,
  }
  await recordEntry(entry, store)
  return { key, judge: judge.identity, quality, level }
}

/**
 * Enters in the ledger what compressing a request saved, by level. What was compressed stays so, whatever the ledger can take.
 * @param sessionId the conversation; null where none is known.
 * @returns why it was not recorded; undefined when it was.
 */
export async function recordConversation(
  { tokenizer, levels, originalTokens, countedTokens, budgetTokens }: JudgedReport,
  sessionId: string | null,
  { clock, store }: LedgerParts,
): Promise<string | undefined> {
  const entry: ConversationEntry = {
    kind: 'conversation',
    atMs: clock.nowMs(),
    tokenizer,
    sessionId,
    rawTokens: originalTokens,
    countedTokens,
    budgetTokens,
    levels: levels
      .filter(({ ran }) => ran)
      .map(({ level, tokensBefore, tokensAfter }) => ({ level, savedTokens: tokensBefore - tokensAfter })),
  }
  return recordSavings(entry, store)
}
