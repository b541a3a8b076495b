import type { ExtractionReport, ExtractionScores } from '../extraction/extraction-report.ts'
import { EXTRACT_MEASURES } from '../extraction/measure-extract.ts'
import type { Interval } from '../metrics/bootstrap.ts'
import { formatInterval, formatShare, formatWhole } from './format.ts'
import { document, table } from './markdown.ts'

/** The summary of an extraction run: one table a share, the differences to each control below. Shares are in per cent. */
export function extractionMarkdown(report: ExtractionReport): string {
  return document([
    `# Extraction: ${report.dataset}`,
    `${formatWhole(report.questions)} questions (${formatWhole(report.questionsWithAnswer)} with an answer to look for, ` +
      `${formatWhole(report.questionsWithSentences)} with gold sentences); per cent, with 95 % intervals (bootstrap over questions).`,
    `Arms that compress are charged for their markers, counted with ${report.tokenizer}; all others choose sentences by weight, gaps free.`,
    ...Object.entries(report.keeps).flatMap(([percent, arms]) => [
      `## ${percent} % kept`,
      table(
        ['arm', 'question', ...EXTRACT_MEASURES, 'kept', 'over'],
        Object.entries(arms).map(([name, scores]) => row(name, scores)),
      ),
      'Sentences of packgraph minus those of another arm that knows as much, in points; * where the interval excludes 0:',
      table(
        ['packgraph −', ...EXTRACT_MEASURES],
        Object.entries(report.differences[percent] ?? {}).map(([name, intervals]) => [
          name,
          ...EXTRACT_MEASURES.map((measure) => (intervals[measure] ? formatInterval(intervals[measure]) : '–')),
        ]),
      ),
    ]),
  ])
}

function row(name: string, { knowsQuestion, measures, kept, over }: ExtractionScores): readonly string[] {
  const cells = EXTRACT_MEASURES.map((measure) => formatMean(measures[measure]))
  return [name, knowsQuestion ? 'known' : 'unknown', ...cells, formatShare(kept), formatWhole(over)]
}

function formatMean(interval: Interval | null): string {
  if (interval === null) return '–'
  return `${formatShare(interval.mean)} [${formatShare(interval.low)}–${formatShare(interval.high)}]`
}
