import { WHOLE } from '../conversations/arm.ts'
import type {
  BudgetScores,
  CompressionEvaluation,
  CompressionGroup,
  CompressionScores,
} from '../conversations/compression-report.ts'
import { formatBudget } from '../conversations/evaluate-compression.ts'
import type { PredictedReads } from '../conversations/predicted-reads.ts'
import type { Interval } from '../metrics/bootstrap.ts'
import { formatShare, formatWhole } from './format.ts'
import { document, table } from './markdown.ts'

/** The summary of a run over conversations: one table a group and budget. Shares and ratios are in per cent. */
export function compressionMarkdown(report: CompressionEvaluation): string {
  return document([
    `# Compression of conversations: ${report.dataset}`,
    `${formatWhole(report.transcripts)} conversations with ${formatWhole(report.calls)} calls, replayed call by call at budgets of system prompt, tools and a share of the history; per cent, with 95 % intervals (bootstrap over conversations).`,
    `Kept: facts (ids, codes, amounts, dates) that the next answer quotes from the history. Effective tokens are those with a prompt cache, as a share of those of sending ${WHOLE}, all of it and without what system prompt and tools cost by themselves (history); prices: ${report.cacheProfiles.join(', ')}.`,
    `Counted with ${report.tokenizer} (${report.level}); every request is counted and checked again without the library. A call cannot fit where what may not be left out is larger than the budget; its smallest request is what counts.`,
    ...Object.entries(report.groups).flatMap(([name, group]) => [
      `## ${name}`,
      `${formatWhole(group.transcripts)} conversations, ${formatWhole(group.calls)} calls, ${formatWhole(group.facts)} quoted facts, ${formatWhole(group.keyedFacts)} of them at keys.`,
      ...group.budgets.flatMap((budget) => [`### ${formatBudget(budget)}`, armTable(report, budget)]),
      '### By the level that was the last to change a request',
      table(LEVEL_COLUMNS, levelRows(group)),
    ]),
    ...predictedBlocks(report.predicted),
  ])
}

function armTable({ cacheModels }: CompressionEvaluation, { arms }: BudgetScores): string {
  const head = [
    'arm',
    'kept',
    'where it fits',
    'beside key',
    'answers',
    'tokens',
    'shared prefix',
    ...cacheModels,
    ...cacheModels.map((model) => `${model}, history`),
    ...FAULT_COLUMNS,
  ]
  return table(
    head,
    Object.entries(arms).map(([name, scores]) => [
      name,
      formatKept(scores.kept),
      formatKept(scores.keptWhereFits),
      formatKept(scores.keptBesideKey),
      formatShare(scores.answersKept),
      formatShare(scores.tokenShare),
      formatShare(scores.sharedPrefixShare),
      ...cacheModels.map((model) => formatKept(scores.effectiveRatio[model]!)),
      ...cacheModels.map((model) => formatKept(scores.historyEffectiveRatio[model]!)),
      ...faultCells(scores),
    ]),
  )
}

/** What should be 0, but for calls that cannot fit. */
export const FAULT_COLUMNS: readonly string[] = [
  'over',
  'cannot fit',
  'refused',
  'broken pairs',
  'invalid',
  'miscounted',
]

export function faultCells(scores: CompressionScores): readonly string[] {
  const { overflow, cannotFit, refused, brokenPairs, invalid, miscounted } = scores
  return [overflow, cannotFit, refused, brokenPairs, invalid, miscounted].map(formatWhole)
}

/** `98.1 [97.0–99.2]`. */
export function formatKept(interval: Interval | null): string {
  if (interval === null) return '–'
  return `${formatShare(interval.mean)} [${formatShare(interval.low)}–${formatShare(interval.high)}]`
}

export const LEVEL_COLUMNS: readonly string[] = ['budget', 'arm', 'level', 'calls', 'facts', 'kept', 'tokens']

/** One row a budget, arm and level, of arms that have levels. */
export function levelRows({ budgets }: CompressionGroup): readonly (readonly string[])[] {
  return budgets.flatMap((budget) =>
    Object.entries(budget.arms).flatMap(([arm, { levels }]) =>
      Object.entries(levels).map(([level, { calls, facts, kept, tokenShare }]) => [
        formatBudget(budget),
        arm,
        level,
        formatWhole(calls),
        formatWhole(facts),
        formatKept(kept),
        formatShare(tokenShare),
      ]),
    ),
  )
}

export const PREDICTED_COLUMNS: readonly string[] = [
  'session',
  'calls',
  'recorded reads',
  'error from usage',
  'error from texts',
  'factor',
]

/** One row a session, and one for all. Errors in per cent, with their sign. */
export function predictedRows(predicted: readonly PredictedReads[]): readonly (readonly string[])[] {
  const total = (of: (reads: PredictedReads) => number) => predicted.reduce((sum, reads) => sum + of(reads), 0)
  const all: PredictedReads = {
    name: 'all',
    calls: total(({ calls }) => calls),
    readTokens: total(({ readTokens }) => readTokens),
    fromUsageTokens: total(({ fromUsageTokens }) => fromUsageTokens),
    fromTextTokens: total(({ fromTextTokens }) => fromTextTokens),
    factor: Number.NaN,
  }
  const error = (tokens: number, { readTokens }: PredictedReads): string =>
    readTokens === 0 ? '–' : ((tokens / readTokens - 1) * 100).toFixed(2)
  return [...predicted, all].map((reads) => [
    reads.name,
    formatWhole(reads.calls),
    formatWhole(reads.readTokens),
    error(reads.fromUsageTokens, reads),
    error(reads.fromTextTokens, reads),
    Number.isNaN(reads.factor) ? '' : reads.factor.toFixed(3),
  ])
}

function predictedBlocks(predicted: readonly PredictedReads[]): readonly string[] {
  if (predicted.length === 0) return []
  return [
    '## Cache reads that were recorded, and what the model says of them',
    'Without compression. From usage, a call reads what the one before it read and wrote; from texts, what the one before it sent: counted tokens × a factor learned from earlier calls. Errors of sums, in per cent.',
    table(PREDICTED_COLUMNS, predictedRows(predicted)),
  ]
}
