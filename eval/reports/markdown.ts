import { PACK_MEASURES } from '../packing/measure-pack.ts'
import type { PackReport } from '../packing/pack-report.ts'
import { RETRIEVAL_METRIC_NAMES } from '../retrieval/retrieval-metrics.ts'
import type { QuestionGroup, RetrievalReport } from '../retrieval/retrieval-report.ts'
import { SENTENCE_METRIC_NAMES } from '../retrieval/sentence-metrics.ts'
import type { SentenceReport } from '../retrieval/sentence-report.ts'
import { formatInterval, formatShare, formatWhole } from './format.ts'

const BASELINE = 'bm25'

/** The summary of a retrieval run: scores by system, the difference to the baseline, scores by type of question. Shares are in per cent. */
export function retrievalMarkdown(report: RetrievalReport): string {
  const intervals = report.differences[BASELINE]
  const types = Object.entries(report.byType)
  return document([
    `# Retrieval: ${report.dataset}`,
    `${formatWhole(report.questions)} questions, ${formatWhole(report.documents)} documents; per cent.`,
    systemsTable(report),
    ...(intervals
      ? [
          `## packgraph − ${BASELINE}`,
          'Points, with 95 % intervals (paired bootstrap over questions); * where the interval excludes 0.',
          table(
            ['metric', 'difference'],
            RETRIEVAL_METRIC_NAMES.map((name) => [name, formatInterval(intervals[name])]),
          ),
        ]
      : []),
    ...sentenceBlocks(report.sentences),
    ...types.flatMap(([type, group]) => [
      `## ${cell(type)}: ${formatWhole(group.questions)} questions`,
      systemsTable(group),
    ]),
  ])
}

/** The summary of a packing run: one table a budget. Shares are in per cent, slack in tokens. */
export function packMarkdown(report: PackReport): string {
  const all = Object.values(report.budgets).flatMap((policies) => Object.values(policies))
  const sum = (values: readonly number[]) => formatWhole(values.reduce((total, value) => total + value, 0))
  return document([
    `# Packing: ${report.dataset}`,
    `${formatWhole(report.questions)} questions (${formatWhole(report.questionsWithAnswer)} with an answer to look for, ` +
      `${formatWhole(report.questionsWithSentences)} with gold sentences); per cent, slack in tokens.`,
    `Counted with ${report.tokenizer} (${report.level}). Over budget: ${sum(all.map(({ overflow }) => overflow))} of ` +
      `${sum(all.map(({ recounted }) => recounted))} packs, each counted again.`,
    ...Object.entries(report.budgets).flatMap(([budget, policies]) => [
      `## ${formatWhole(Number(budget))} tokens`,
      table(
        ['policy', ...PACK_MEASURES, 'budgetUsed', 'slack', 'overflow'],
        Object.entries(policies).map(([name, scores]) => [
          name,
          ...PACK_MEASURES.map((measure) => formatShare(scores[measure])),
          formatShare(scores.budgetUsed),
          formatWhole(scores.slackTokens),
          formatWhole(scores.overflow),
        ]),
      ),
      ...Object.entries(report.differences[budget] ?? {}).map(([policy, intervals]) =>
        [
          `default − ${policy}:`,
          ...PACK_MEASURES.flatMap((name) => {
            const interval = intervals[name]
            return interval ? [`- ${name} ${formatInterval(interval)}`] : []
          }),
        ].join('\n'),
      ),
    ]),
  ])
}

function systemsTable({ systems }: QuestionGroup): string {
  return table(
    ['system', ...RETRIEVAL_METRIC_NAMES],
    Object.entries(systems).map(([name, scores]) => [
      name,
      ...RETRIEVAL_METRIC_NAMES.map((metric) => formatShare(scores[metric])),
    ]),
  )
}

function sentenceBlocks(sentences: SentenceReport | undefined): readonly string[] {
  if (!sentences) return []
  const { questions, systems, differences } = sentences
  return [
    '## Gold sentences, by units read',
    `${formatWhole(questions)} questions with gold sentences; per cent. A sentence is found at k when the first k units together hold all its words.`,
    table(
      ['system', ...SENTENCE_METRIC_NAMES],
      Object.entries(systems).map(([name, scores]) => [
        name,
        ...SENTENCE_METRIC_NAMES.map((metric) => formatShare(scores[metric])),
      ]),
    ),
    table(
      ['packgraph −', ...SENTENCE_METRIC_NAMES],
      Object.entries(differences).map(([name, intervals]) => [
        name,
        ...SENTENCE_METRIC_NAMES.map((metric) => formatInterval(intervals[metric])),
      ]),
    ),
  ]
}

/** A table of texts. Padded, because it is read on terminals too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, column) => (column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** A text of the dataset that must stay on its line. */
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}

/** Blocks with an empty line between them. */
export function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`
}
