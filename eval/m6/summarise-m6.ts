import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import { type ByBudget, M6_MEASURES, M6_MODES, type M6Measure, type M6Scores, type M6Times } from './m6-report.ts'
import type { M6Outcome, M6Run } from './run-arm.ts'

/** Scores of every arm, with what sets it apart from the exact arm. */
export function scoresByBudget(runs: readonly M6Run[], exactArm: string): ByBudget<M6Scores> {
  return byBudget(runs, (run) => scoresOf(run, exactOf(runs, run, exactArm)))
}

/** Every other arm minus the exact arm, question by question. */
export function differencesByBudget(
  runs: readonly M6Run[],
  exactArm: string,
): ByBudget<Partial<Record<M6Measure, Interval>>> {
  const others = runs.filter(({ arm }) => arm !== exactArm)
  return byBudget(others, (run) => differencesOf(run, exactOf(runs, run, exactArm)))
}

export function timesByBudget(runs: readonly M6Run[]): ByBudget<M6Times> {
  return byBudget(runs, ({ outcomes }) => ({
    selectMs: mean(outcomes.map(({ selectMs }) => selectMs)),
    verifyMs: mean(outcomes.map(({ verifyMs }) => verifyMs)),
  }))
}

function byBudget<Value>(runs: readonly M6Run[], value: (run: M6Run) => Value): ByBudget<Value> {
  const budgets = [...new Set(runs.map(({ budgetTokens }) => budgetTokens))]
  const cell = (budget: number, wanted: string) =>
    Object.fromEntries(
      runs
        .filter(({ budgetTokens, mode }) => budgetTokens === budget && mode === wanted)
        .map((run) => [run.arm, value(run)]),
    )
  return Object.fromEntries(
    budgets.map((budget) => [budget, { record: cell(budget, M6_MODES[0]!), fill: cell(budget, M6_MODES[1]!) }]),
  )
}

function exactOf(runs: readonly M6Run[], { budgetTokens, mode }: M6Run, exactArm: string): M6Run {
  return runs.find((run) => run.arm === exactArm && run.budgetTokens === budgetTokens && run.mode === mode)!
}

function scoresOf({ budgetTokens, mode, outcomes }: M6Run, exact: M6Run): M6Scores {
  const average = (value: (outcome: M6Outcome, index: number) => number) => mean(outcomes.map(value))
  const known = (name: M6Measure) => {
    const values = outcomes.flatMap((outcome) => measured(outcome, name, budgetTokens) ?? [])
    return values.length === 0 ? null : mean(values)
  }
  const excesses = outcomes.flatMap(({ excessBeforeTokens }) => (excessBeforeTokens > 0 ? excessBeforeTokens : []))
  const over = outcomes.map(({ tokens }) => Math.max(0, tokens - budgetTokens))
  return {
    fullEvidence: known('fullEvidence') ?? 0,
    evidenceRecall: known('evidenceRecall') ?? 0,
    answerInPack: known('answerInPack'),
    sentenceRecall: known('sentenceRecall'),
    budgetUsed: known('budgetUsed') ?? 0,
    slackTokens: average(({ tokens }) => Math.max(0, budgetTokens - tokens)),
    overflowBefore: mode === 'record' ? excesses.length / outcomes.length : null,
    overflowBeforeTokens: mode === 'record' ? mean(excesses) : null,
    unitsTrimmed: average(({ trimmed }) => trimmed),
    unitsFilled: average(({ filled }) => filled),
    unitsExcerpted: average(({ excerpted }) => excerpted),
    jaccard: average(({ unitIds }, index) => jaccard(unitIds, exact.outcomes[index]!.unitIds)),
    sameText: average(({ textSha256 }, index) => Number(textSha256 === exact.outcomes[index]!.textSha256)),
    overflow: over.filter((tokens) => tokens > 0).length,
    overflowTokens: Math.max(...over),
    recounted: outcomes.length,
    miscounted: outcomes.filter(({ tokens, claimedTokens }) => tokens !== claimedTokens).length,
  }
}

function differencesOf({ budgetTokens, outcomes }: M6Run, exact: M6Run): Partial<Record<M6Measure, Interval>> {
  const intervals = M6_MEASURES.flatMap((name) => {
    const differences = outcomes.flatMap((outcome, index) => {
      const own = measured(outcome, name, budgetTokens)
      const other = measured(exact.outcomes[index]!, name, budgetTokens)
      return own === null || other === null ? [] : [own - other]
    })
    return differences.length === 0 ? [] : [[name, intervalOf(differences)] as const]
  })
  return Object.fromEntries(intervals)
}

/** The bootstrap of nothing but zeros is zero, and most differences here are. */
function intervalOf(differences: readonly number[]): Interval {
  return differences.every((value) => value === 0) ? { mean: 0, low: 0, high: 0 } : pairedBootstrap(differences)
}

function measured(outcome: M6Outcome, name: M6Measure, budgetTokens: number): number | null {
  return name === 'budgetUsed' ? outcome.tokens / budgetTokens : outcome[name]
}

/** Source: Jaccard (1901). Two empty sets are equal. */
function jaccard(own: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const shared = [...own].filter((id) => other.has(id)).length
  const union = own.size + other.size - shared
  return union === 0 ? 1 : shared / union
}
