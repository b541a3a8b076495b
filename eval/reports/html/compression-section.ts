import type { BudgetScores, CompressionEvaluation, CompressionGroup } from '../../conversations/compression-report.ts'
import { formatBudget } from '../../conversations/evaluate-compression.ts'
import { BUDGET_MODES, type BudgetMode } from '../../conversations/replay.ts'
import {
  FAULT_COLUMNS,
  faultCells,
  formatKept,
  LEVEL_COLUMNS,
  levelRows,
  PREDICTED_COLUMNS,
  predictedRows,
} from '../compression-markdown.ts'
import { formatTime, formatWhole } from '../format.ts'
import { lineChart, type Series } from './line-chart.ts'
import { html, type Markup } from './markup.ts'
import { scoreTable } from './score-table.ts'

const SCALE = [0, 0.2, 0.4, 0.6, 0.8, 1].map((position) => ({ label: String(position * 100), position }))

/** What is left of the evidence in conversations that are kept within a budget, and what they cost. */
export function compressionSection(report: CompressionEvaluation): Markup {
  return html`<section>
    <h2>Compression of conversations</h2>
    <p class="soft">Conversations replayed call by call, at budgets of system prompt, tools and a share of the history. Do the facts that the next answer quotes still stand in the request, and what does it cost with a prompt cache?</p>
    ${Object.entries(report.groups).map(([name, group]) => groupCards(name, group, report))}
    ${predictedCard(report)}
  </section>`
}

function groupCards(name: string, group: CompressionGroup, report: CompressionEvaluation): Markup {
  const size = `${formatWhole(group.transcripts)} conversations, ${formatWhole(group.calls)} calls, ${formatWhole(group.facts)} quoted facts.`
  return html`<div class="card"><h3>${name}: quality against tokens</h3><p>${size} Facts kept, per cent, against tokens sent as a share of those of everything; one point a budget.</p>
      <div class="grid2">${BUDGET_MODES.map((mode) => chart(`${name}, share of the ${mode} history`, group, mode))}</div></div>
    ${group.budgets.map((budget) => budgetCard(name, budget, report))}
    <div class="card"><h3>${name}: by the level that was the last to change a request</h3><p>Per cent.</p>${plainTable(LEVEL_COLUMNS, levelRows(group))}</div>`
}

function chart(title: string, { budgets }: CompressionGroup, mode: BudgetMode): Markup {
  const own = budgets.filter((budget) => budget.mode === mode)
  const names = Object.keys(own[0]?.arms ?? {})
  const series: readonly Series[] = names.map((name) => ({
    name,
    points: own.flatMap((budget) => {
      const { kept, tokenShare } = budget.arms[name]!
      return kept ? [{ label: formatBudget(budget), position: Math.min(1, tokenShare), share: kept.mean }] : []
    }),
  }))
  const axis = 'tokens sent, % of everything'
  return html`<div><h3>${title}</h3>${lineChart({ title, axis, series, scale: SCALE, width: 480, height: 270 })}</div>`
}

function budgetCard(name: string, budget: BudgetScores, { cacheModels, timings }: CompressionEvaluation): Markup {
  const rows = Object.entries(budget.arms).map(([arm, scores]) => ({
    name: arm,
    shares: [
      scores.kept?.mean ?? null,
      scores.keptWhereFits?.mean ?? null,
      scores.keptBesideKey?.mean ?? null,
      scores.answersKept,
      scores.sharedPrefixShare,
      scores.tokenShare,
    ],
    extra: [
      ...cacheModels.map((model) => formatKept(scores.effectiveRatio[model]!)),
      ...cacheModels.map((model) => formatKept(scores.historyEffectiveRatio[model]!)),
      ...faultCells(scores),
      formatTime(timings.callMs[arm] ?? 0),
    ],
  }))
  const columns = [
    'kept',
    'where it fits',
    'beside key',
    'answers',
    'shared',
    'tokens',
    ...cacheModels,
    ...cacheModels.map((model) => `${model}, history`),
    ...FAULT_COLUMNS,
    'a call',
  ]
  return html`<div class="card"><h3>${name} at ${formatBudget(budget)}</h3><p>Per cent. Effective tokens by provider are a share of those of sending everything: lower is better.</p>
    ${scoreTable('arm', columns, [{ rows }])}</div>`
}

function predictedCard({ predicted }: CompressionEvaluation): Markup | undefined {
  if (predicted.length === 0) return undefined
  return html`<div class="card"><h3>Recorded cache reads</h3><p>What the cache model says of them without compression. Errors of sums, in per cent.</p>
    ${plainTable(PREDICTED_COLUMNS, predictedRows(predicted))}</div>`
}

function plainTable(columns: readonly string[], rows: readonly (readonly string[])[]): Markup {
  return html`<div class="scroll"><table><thead><tr>${columns.map((column) => html`<th>${column}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((text) => html`<td class="number">${text}</td>`)}</tr>`)}</tbody></table></div>`
}
