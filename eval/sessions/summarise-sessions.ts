import type { TokenCount } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import { CACHE_MODELS, effectiveTokens } from './cache-model.ts'
import type { Sequences } from './question-sequences.ts'
import type { RecordedUsage } from './recorded-usage.ts'
import { STATELESS } from './session-arms.ts'
import { SESSION_MEASURES, type SessionMeasure, type SessionScores, type SessionsReport } from './session-report.ts'
import type { SessionOutcomeCall, SessionRun } from './session-run.ts'

/** Puts the outcomes of all runs together. */
export function sessionsReport(
  dataset: Dataset,
  asked: Sequences & { readonly questionsPerSession: number },
  runs: readonly SessionRun[],
  facts: { readonly counter: TokenCount; readonly indexMs: number; readonly recorded: readonly RecordedUsage[] },
): SessionsReport {
  const { sequences, related, questionsPerSession } = asked
  const referenceOf = ({ budgetTokens }: SessionRun): SessionRun =>
    runs.find((run) => run.arm === STATELESS && run.budgetTokens === budgetTokens)!
  return {
    kind: 'sessions',
    dataset: dataset.name,
    fingerprint: dataset.fingerprint,
    documents: dataset.documents.length,
    questions: sequences.flat().length,
    sequences: sequences.length,
    questionsPerSession,
    related,
    tokenizer: facts.counter.tokenizer,
    level: facts.counter.level,
    cacheModels: CACHE_MODELS.map(({ name }) => name),
    cacheProfiles: CACHE_MODELS.map(({ id }) => id),
    budgets: byBudget(runs, (run) => scoresOf(run, referenceOf(run))),
    differences: byBudget(
      runs.filter(({ arm }) => arm !== STATELESS),
      (run) => differencesOf(run, referenceOf(run)),
    ),
    ...(facts.recorded.length > 0 && { recorded: facts.recorded }),
    timings: { indexMs: facts.indexMs, packMs: byBudget(runs, ({ packMs }) => packMs) },
  }
}

function byBudget<Value>(
  runs: readonly SessionRun[],
  value: (run: SessionRun) => Value,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  const budgets = [...new Set(runs.map(({ budgetTokens }) => budgetTokens))]
  return Object.fromEntries(
    budgets.map((budget) => {
      const own = runs.filter(({ budgetTokens }) => budgetTokens === budget)
      return [budget, Object.fromEntries(own.map((run) => [run.arm, value(run)]))]
    }),
  )
}

function scoresOf(run: SessionRun, reference: SessionRun): SessionScores {
  const calls = run.outcomes.flat()
  const later = run.outcomes.flatMap((sequence) => sequence.slice(1))
  const sum = (values: readonly SessionOutcomeCall[], of: (call: SessionOutcomeCall) => number): number =>
    values.reduce((total, call) => total + of(call), 0)
  const answers = calls.flatMap(({ answerInPack }) => answerInPack ?? [])
  return {
    sharedPrefixShare:
      sum(later, ({ sharedWithLastTokens }) => sharedWithLastTokens) /
      Math.max(
        1,
        sum(later, ({ tokens }) => tokens),
      ),
    effectiveRatio: Object.fromEntries(CACHE_MODELS.map((model) => [model.name, ratioOf(run, reference, model)])),
    evidenceRecall: mean(calls.map(({ evidenceRecall }) => evidenceRecall)),
    fullEvidence: mean(calls.map(({ fullEvidence }) => fullEvidence)),
    answerInPack: answers.length === 0 ? null : mean(answers),
    rewrites: sum(calls, ({ rewrites }) => rewrites),
    overflow: calls.filter(({ tokens }) => tokens > run.budgetTokens).length,
    recounted: calls.length,
    miscounted: calls.filter(({ tokens, claimedTokens }) => tokens !== claimedTokens).length,
  }
}

/** Each sequence is one pair: its calls depend on each other. */
function ratioOf(run: SessionRun, reference: SessionRun, model: (typeof CACHE_MODELS)[number]): Interval {
  return pairedBootstrap(
    run.outcomes.map(
      (calls, index) => effectiveTokens(calls, model) / effectiveTokens(reference.outcomes[index]!, model),
    ),
  )
}

/** Means over the questions of a sequence are paired, since what one call carries the next one has. */
function differencesOf(run: SessionRun, reference: SessionRun): Partial<Record<SessionMeasure, Interval>> {
  const intervals = SESSION_MEASURES.flatMap((name) => {
    const pairs = run.outcomes.flatMap((calls, index) => {
      const own = calls.flatMap((call) => call[name] ?? [])
      const other = reference.outcomes[index]!.flatMap((call) => call[name] ?? [])
      return own.length === 0 ? [] : [mean(own) - mean(other)]
    })
    return pairs.length === 0 ? [] : [[name, pairedBootstrap(pairs)] as const]
  })
  return Object.fromEntries(intervals)
}
