import { STATELESS } from '../../sessions/session-arms.ts'
import { SESSION_MEASURES, type SessionScores, type SessionsReport } from '../../sessions/session-report.ts'
import { formatShare, formatTime, formatWhole } from '../format.ts'
import { formatRatio, RECORDED_COLUMNS, recordedRows } from '../sessions-markdown.ts'
import { intervalChart, rangeOf } from './interval-chart.ts'
import { lineChart, type Series } from './line-chart.ts'
import { html, type Markup } from './markup.ts'
import { scoreTable } from './score-table.ts'

const TITLES = {
  evidenceRecall: 'Evidence recall',
  fullEvidence: 'Full evidence',
  answerInPack: 'Answer in pack',
} as const

/** What a cache-stable prefix saves in a conversation, and what it costs in evidence. */
export function sessionsSection(report: SessionsReport): Markup {
  return html`<section>
    <h2>Sessions</h2>
    <p class="soft">${formatWhole(report.sequences)} sequences of ${formatWhole(report.questionsPerSession)} ${report.related ? 'related' : 'unrelated'} questions. How much of each context begins as the one before did, what that is worth with a prompt cache, and what it costs in evidence.</p>
    <div class="tiles">${tiles(report)}</div>
    <div class="card"><h3>Against the budget</h3><p>Per cent, by arm. Effective tokens are a share of those of ${STATELESS} packs: lower is better.</p>
      <div class="grid2">${chart(report, 'Shared prefix', ({ sharedPrefixShare }) => sharedPrefixShare)}${report.cacheModels.map((model) => chart(report, `Effective tokens: ${model}`, ({ effectiveRatio }) => effectiveRatio[model]!.mean))}</div></div>
    <div class="card"><h3>All arms</h3><p>Per cent. A ratio is the mean over sequences, with its 95 % interval.</p>${armTable(report)}</div>
    ${differenceCards(report)}
    ${recordedCard(report)}
  </section>`
}

function tiles({ budgets }: SessionsReport): Markup {
  const all = Object.values(budgets).flatMap((arms) => Object.values(arms))
  const sum = (of: (scores: SessionScores) => number) => all.reduce((total, scores) => total + of(scores), 0)
  const [over, miscounted, recounted] = [
    sum(({ overflow }) => overflow),
    sum((scores) => scores.miscounted),
    sum((scores) => scores.recounted),
  ]
  const tile = (what: string, value: number, note: string) =>
    html`<div class="tile"><div class="what">${what}</div><div class="big ${value ? 'bad' : 'good'}">${formatWhole(value)}</div><div class="note">${note}</div></div>`
  return html`${tile('packs over budget', over, `of ${formatWhole(recounted)}, each text counted again`)}
    ${tile('counts that differ', miscounted, 'between the packer and the recount')}`
}

function chart({ budgets }: SessionsReport, title: string, share: (scores: SessionScores) => number): Markup {
  const sizes = Object.keys(budgets).map(Number)
  const [least, most] = [Math.log2(Math.min(...sizes)), Math.log2(Math.max(...sizes))]
  const names = Object.keys(Object.values(budgets)[0] ?? {})
  const series: readonly Series[] = names.map((name) => ({
    name,
    points: Object.entries(budgets).map(([budget, arms]) => ({
      label: formatWhole(Number(budget)),
      position: most === least ? 0.5 : (Math.log2(Number(budget)) - least) / (most - least),
      share: Math.min(1, share(arms[name]!)),
    })),
  }))
  return html`<div><h3>${title}</h3>${lineChart({ title, axis: 'budget (tokens)', series, width: 480, height: 270 })}</div>`
}

function armTable({ budgets, cacheModels, timings }: SessionsReport): Markup {
  const groups = Object.entries(budgets).map(([budget, arms]) => ({
    heading: `${formatWhole(Number(budget))} tokens`,
    rows: Object.entries(arms).map(([name, scores]) => ({
      name,
      shares: [scores.sharedPrefixShare, ...SESSION_MEASURES.map((measure) => scores[measure])],
      extra: [
        ...cacheModels.map((model) => formatRatio(scores.effectiveRatio[model]!)),
        formatWhole(scores.rewrites),
        formatWhole(scores.overflow),
        formatTime(timings.packMs[budget]?.[name] ?? 0),
      ],
    })),
  }))
  return scoreTable('arm', ['shared', 'recall', 'full', 'answer', ...cacheModels, 'rewrites', 'over', 'a pack'], groups)
}

/** On one scale, so that the budgets can be compared. */
function differenceCards({ differences }: SessionsReport): Markup {
  const charts = Object.entries(differences).flatMap(([budget, arms]) =>
    Object.entries(arms).map(([arm, intervals]) => ({
      title: `${arm} − ${STATELESS} at ${formatWhole(Number(budget))}`,
      rows: SESSION_MEASURES.flatMap((name) => {
        const interval = intervals[name]
        return interval ? [{ label: TITLES[name], interval }] : []
      }),
    })),
  )
  const range = rangeOf(charts.flatMap(({ rows }) => rows))
  return html`<div class="card"><h3>Evidence</h3><p>Points, with 95 % intervals over sequences. Grey: the interval holds 0.</p>
    <div class="grid2">${charts.map(({ title, rows }) => html`<div><h3>${title}</h3>${intervalChart(title, rows, range)}</div>`)}</div></div>`
}

function recordedCard({ recorded }: SessionsReport): Markup | undefined {
  if (!recorded) return undefined
  const exact = recorded.reduce((sum, usage) => sum + usage.exact, 0)
  const calls = recorded.reduce((sum, usage) => sum + usage.calls, 0)
  return html`<div class="card"><h3>The prefix model against recorded usage</h3>
    <p>Each request reads what the one before it read and wrote: exact for ${formatShare(exact / Math.max(1, calls))} % of ${formatWhole(calls)} requests. Errors of sums, in per cent.</p>
    <div class="scroll"><table><thead><tr>${RECORDED_COLUMNS.map((column) => html`<th>${column}</th>`)}</tr></thead>
    <tbody>${recordedRows(recorded).map((row) => html`<tr>${row.map((text) => html`<td class="number">${text}</td>`)}</tr>`)}</tbody></table></div></div>`
}
