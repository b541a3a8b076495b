import type { Interval } from '../metrics/bootstrap.ts'
import type { RecordedUsage } from '../sessions/recorded-usage.ts'
import { STATELESS } from '../sessions/session-arms.ts'
import { SESSION_MEASURES, type SessionsReport } from '../sessions/session-report.ts'
import { formatInterval, formatShare, formatWhole } from './format.ts'
import { document, table } from './markdown.ts'

/** The summary of a run over sessions: one table a budget. Shares and ratios are in per cent. */
export function sessionsMarkdown(report: SessionsReport): string {
  const all = Object.values(report.budgets).flatMap((arms) => Object.values(arms))
  const sum = (values: readonly number[]) => formatWhole(values.reduce((total, value) => total + value, 0))
  return document([
    `# Sessions: ${report.dataset}`,
    `${formatWhole(report.sequences)} sequences of ${formatWhole(report.questionsPerSession)} ${report.related ? 'related' : 'unrelated'} questions over ` +
      `${formatWhole(report.documents)} documents; per cent. Effective tokens are those of a session with a prompt cache, as a share of those of ${STATELESS} packs; prices: ${report.cacheProfiles.join(', ')}.`,
    `Counted with ${report.tokenizer} (${report.level}). Over budget: ${sum(all.map(({ overflow }) => overflow))} of ` +
      `${sum(all.map(({ recounted }) => recounted))} packs, each counted again.`,
    ...Object.entries(report.budgets).flatMap(([budget, arms]) => [
      `## ${formatWhole(Number(budget))} tokens`,
      table(
        ['arm', 'shared prefix', ...report.cacheModels, ...SESSION_MEASURES, 'rewrites', 'overflow'],
        Object.entries(arms).map(([name, scores]) => [
          name,
          formatShare(scores.sharedPrefixShare),
          ...report.cacheModels.map((model) => formatRatio(scores.effectiveRatio[model]!)),
          ...SESSION_MEASURES.map((measure) => formatShare(scores[measure])),
          formatWhole(scores.rewrites),
          formatWhole(scores.overflow),
        ]),
      ),
      ...Object.entries(report.differences[budget] ?? {}).map(([arm, intervals]) =>
        [
          `${arm} − ${STATELESS}:`,
          ...SESSION_MEASURES.flatMap((name) => {
            const interval = intervals[name]
            return interval ? [`- ${name} ${formatInterval(interval)}`] : []
          }),
        ].join('\n'),
      ),
    ]),
    ...recordedBlocks(report.recorded),
  ])
}

/** A ratio with its interval: `41.2 [38.0, 44.9]`. */
export function formatRatio({ mean, low, high }: Interval): string {
  return `${formatShare(mean)} [${formatShare(low)}, ${formatShare(high)}]`
}

/** The error of a prediction, as a share. */
function errorOf({ readTokens, predictedTokens }: RecordedUsage['unshortened']): number {
  return readTokens === 0 ? 0 : predictedTokens / readTokens - 1
}

function recordedBlocks(recorded: SessionsReport['recorded']): readonly string[] {
  if (!recorded) return []
  return [
    '## The prefix model against recorded usage',
    'Each request reads what the one before it read and wrote. Errors of the sum of cache reads, in per cent; a shortened request sent less than was cached, so its history was rewritten.',
    table(RECORDED_COLUMNS, recordedRows(recorded)),
  ]
}

export const RECORDED_COLUMNS: readonly string[] = [
  'transcript',
  'calls',
  'exact',
  'shortened',
  'read tokens',
  'error',
  'error without shortened',
]

/** One row a transcript, and one for all. */
export function recordedRows(recorded: readonly RecordedUsage[]): readonly (readonly string[])[] {
  const total = (of: (usage: RecordedUsage) => number) => recorded.reduce((sum, usage) => sum + of(usage), 0)
  const all: RecordedUsage = {
    file: 'all',
    calls: total(({ calls }) => calls),
    exact: total(({ exact }) => exact),
    shortened: total(({ shortened }) => shortened),
    readTokens: total(({ readTokens }) => readTokens),
    predictedTokens: total(({ predictedTokens }) => predictedTokens),
    unshortened: {
      readTokens: total(({ unshortened }) => unshortened.readTokens),
      predictedTokens: total(({ unshortened }) => unshortened.predictedTokens),
    },
  }
  return [...recorded, all].map((usage) => [
    usage.file,
    formatWhole(usage.calls),
    formatWhole(usage.exact),
    formatWhole(usage.shortened),
    formatWhole(usage.readTokens),
    (errorOf(usage) * 100).toFixed(2),
    (errorOf(usage.unshortened) * 100).toFixed(2),
  ])
}
