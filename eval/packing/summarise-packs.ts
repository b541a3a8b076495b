import type { TokenCount } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import type { GoldStandard } from './gold-evidence.ts'
import { PACK_MEASURES, type PackMeasureName, type PackMeasures } from './measure-pack.ts'
import type { PackReport, PackScores, QuestionPack } from './pack-report.ts'
import type { PackOutcome, PackRun } from './pack-run.ts'

const REFERENCE = 'default'

/** Puts the outcomes of all runs together. */
export function packReport(
  dataset: Dataset,
  { evidence }: GoldStandard,
  runs: readonly PackRun[],
  counter: TokenCount,
  indexMs: number,
): PackReport {
  return {
    kind: 'pack',
    dataset: dataset.name,
    fingerprint: dataset.fingerprint,
    documents: dataset.documents.length,
    questions: dataset.questions.length,
    questionsWithAnswer: evidence.filter(({ answers }) => answers.length > 0).length,
    questionsWithSentences: evidence.filter(({ sentences }) => sentences.length > 0).length,
    tokenizer: counter.tokenizer,
    level: counter.level,
    budgets: byBudget(runs, scoresOf),
    differences: byBudget(
      runs.filter(({ policy }) => policy !== REFERENCE),
      (run) => differencesOf(runs, run),
    ),
    perQuestion: dataset.questions.map(({ id, question, type }, index) => ({
      id,
      question,
      ...(type !== undefined && { type }),
      budgets: byBudget(runs, ({ outcomes }) => withoutClaim(outcomes[index]!)),
    })),
    timings: { indexMs, packMs: byBudget(runs, ({ packMs }) => packMs) },
  }
}

function byBudget<Value>(
  runs: readonly PackRun[],
  value: (run: PackRun) => Value,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  const budgets = [...new Set(runs.map(({ budgetTokens }) => budgetTokens))]
  return Object.fromEntries(
    budgets.map((budget) => {
      const own = runs.filter(({ budgetTokens }) => budgetTokens === budget)
      return [budget, Object.fromEntries(own.map((run) => [run.policy, value(run)]))]
    }),
  )
}

function scoresOf({ budgetTokens, outcomes }: PackRun): PackScores {
  const { evidenceRecall, fullEvidence, ...rest } = meansOf(outcomes)
  const over = outcomes.map(({ tokens }) => Math.max(0, tokens - budgetTokens))
  return {
    evidenceRecall: evidenceRecall ?? 0,
    fullEvidence: fullEvidence ?? 0,
    ...rest,
    budgetUsed: mean(outcomes.map(({ tokens }) => tokens / budgetTokens)),
    overflow: over.filter((tokens) => tokens > 0).length,
    overflowTokens: Math.max(...over),
    recounted: outcomes.length,
    miscounted: outcomes.filter(({ tokens, claimedTokens }) => tokens !== claimedTokens).length,
    slackTokens: mean(outcomes.map(({ tokens }) => Math.max(0, budgetTokens - tokens))),
  }
}

function meansOf(outcomes: readonly PackOutcome[]): Record<PackMeasureName, number | null> {
  const values = PACK_MEASURES.map((name) => {
    const known = outcomes.flatMap((outcome) => outcome[name] ?? [])
    return [name, known.length === 0 ? null : mean(known)]
  })
  return Object.fromEntries(values)
}

function differencesOf(
  runs: readonly PackRun[],
  { budgetTokens, policy, outcomes }: PackRun,
): Partial<Record<PackMeasureName, Interval>> {
  const own = runs.find((run) => run.policy === REFERENCE && run.budgetTokens === budgetTokens && policy !== REFERENCE)
  if (!own) return {}
  const intervals = PACK_MEASURES.flatMap((name) => {
    const pairs = outcomes.flatMap((other, index) => difference(own.outcomes[index]!, other, name))
    return pairs.length === 0 ? [] : [[name, pairedBootstrap(pairs)] as const]
  })
  return Object.fromEntries(intervals)
}

function difference(own: PackMeasures, other: PackMeasures, name: PackMeasureName): readonly number[] {
  const [left, right] = [own[name], other[name]]
  return left === null || right === null ? [] : [left - right]
}

function withoutClaim({ claimedTokens: _, ...outcome }: PackOutcome): QuestionPack {
  return outcome
}
