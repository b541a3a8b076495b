import type { Interval } from '../../metrics/bootstrap.ts'
import { RETRIEVAL_METRIC_NAMES, type RetrievalMetricName } from '../../retrieval/retrieval-metrics.ts'
import type { QuestionRanks, RetrievalReport } from '../../retrieval/retrieval-report.ts'
import { formatInterval, formatShare, formatTime, isSignificant } from '../format.ts'
import { differenceChart, winsTiesLosses } from './difference-chart.ts'
import { differenceGrid } from './difference-grid.ts'
import { lineChart } from './line-chart.ts'
import { html, type Markup } from './markup.ts'
import { rankTable } from './rank-table.ts'
import { scoreTable } from './score-table.ts'
import { sentenceCards } from './sentence-card.ts'

const SYSTEM = 'packgraph'
const BASELINE = 'bm25'
const TILES: readonly RetrievalMetricName[] = ['R@5', 'full@10', 'mrr@10', 'ndcg@10']
const CURVE_TICKS = ['1', '2', '3', '5', '8', '10', '15', '20']
const CURVES = ['random', 'bm25', 'dense', 'hybrid', 'packgraph']
const EXAMPLES = 6

/** Everything about finding the evidence: curves, scores, differences, and the questions that gain and lose most. */
export function retrievalSection(report: RetrievalReport): Markup {
  const differences = report.perQuestion.map((question) => ({
    question,
    difference: question.gains[SYSTEM]! - question.gains[BASELINE]!,
  }))
  const [wins, ties, losses] = winsTiesLosses(bars(differences))
  return html`<section>
    <h2>Retrieval</h2>
    <p class="soft">Is the evidence among the first documents? Every system asks the same index.</p>
    <div class="tiles">${TILES.map((name) => tile(report, name))}</div>
    <div class="card"><h3>Recall by number of documents read</h3>
      <p>Mean share of a question’s gold documents among the first k.</p>
      ${lineChart({ title: 'Recall at k by system', axis: 'documents (k)', series: curves(report), ticks: CURVE_TICKS, width: 940, height: 400 })}</div>
    <div class="card"><h3>All systems</h3><p>Per cent. full@k: every gold document is among the first k.</p>${systemsTable(report)}</div>
    <div class="card"><h3>${SYSTEM} against each other system</h3>
      <p>Points of difference with the 95 % interval of the paired bootstrap over questions. Grey: the interval holds 0.</p>
      ${differenceGrid(SYSTEM, report.differences, RETRIEVAL_METRIC_NAMES)}</div>
    ${report.sentences && sentenceCards(SYSTEM, report.sentences)}
    ${typeCard(report)}
    <div class="card"><h3>Question by question, ${SYSTEM} − ${BASELINE}</h3>
      <p>Difference of ndcg@10, sorted: <b class="good">${wins} gain</b>, ${ties} tie, <b class="bad">${losses} lose</b>. Point at a bar to read its question.</p>
      ${differenceChart('Difference per question', bars(differences))}
      ${exampleTables(differences)}</div>
  </section>`
}

interface Gain {
  readonly question: QuestionRanks
  readonly difference: number
}

const bars = (gains: readonly Gain[]) =>
  gains.map(({ question, difference }) => ({ question: question.question, difference }))

function tile({ systems, differences }: RetrievalReport, name: RetrievalMetricName): Markup {
  const interval = differences[BASELINE]?.[name]
  return html`<div class="tile"><div class="what">${name}</div><div class="big">${formatShare(systems[SYSTEM]![name])}</div>
    ${interval && html`<div class="note ${toneOf(interval)}">${formatInterval(interval)}</div><div class="note">against ${BASELINE}, ${formatShare(systems[BASELINE]![name])}</div>`}</div>`
}

function toneOf(interval: Interval): string {
  return !isSignificant(interval) ? '' : interval.mean > 0 ? 'good' : 'bad'
}

function curves({ recallCurves }: RetrievalReport) {
  return Object.entries(recallCurves)
    .filter(([name]) => CURVES.includes(name))
    .map(([name, values]) => ({
      name,
      points: values.map((share, index) => ({
        label: String(index + 1),
        position: index / (values.length - 1),
        share,
      })),
    }))
}

function systemsTable({ systems, timings }: RetrievalReport): Markup {
  const rows = Object.entries(systems).map(([name, scores]) => ({
    name,
    shares: RETRIEVAL_METRIC_NAMES.map((metric) => scores[metric]),
    extra: [name === 'random' ? '–' : formatTime(timings.searchMs[name] ?? 0)],
  }))
  return scoreTable('system', [...RETRIEVAL_METRIC_NAMES, 'a search'], [{ rows }])
}

function typeCard({ byType }: RetrievalReport): Markup | undefined {
  const types = Object.entries(byType)
  if (types.length === 0) return undefined
  const names = Object.keys(types[0]![1].systems)
  const rows = names.map((name) => ({ name, shares: types.map(([, group]) => group.systems[name]!['full@10']) }))
  const columns = types.map(([type, { questions }]) => `${type} (${questions})`)
  return html`<div class="card"><h3>By type of question</h3><p>full@10, per cent; in brackets the number of questions.</p>${scoreTable('system', columns, [{ rows }])}</div>`
}

function exampleTables(gains: readonly Gain[]): Markup {
  const sorted = [...gains].sort((a, b) => b.difference - a.difference)
  const best = sorted.filter(({ difference }) => difference > 0).slice(0, EXAMPLES)
  const worst = sorted
    .filter(({ difference }) => difference < 0)
    .slice(-EXAMPLES)
    .reverse()
  return html`${rankTable(
    'gain most',
    best.map(({ question }) => question),
  )}${rankTable(
    'lose most',
    worst.map(({ question }) => question),
  )}`
}
