import { M6_MODES, type M6Generation, type M6Measure, type M6Mode, type M6Report } from '../../m6/m6-report.ts'
import { formatInterval, formatPoints, formatShare, formatWhole } from '../format.ts'
import { allScores } from '../m6-markdown.ts'
import { classErrorCard } from './class-error-card.ts'
import { type DifferenceSeries, differenceLegend, differenceLines, reachOf } from './difference-lines.ts'
import { html, type Markup } from './markup.ts'

const TITLES: Readonly<Record<M6Mode, string>> = {
  record: 'Without fill: select, verify, trim',
  fill: 'With fill, the default',
}
const PLOTTED: readonly (readonly [M6Measure, string])[] = [
  ['fullEvidence', 'Full evidence'],
  ['evidenceRecall', 'Evidence recall'],
  ['answerInPack', 'Answer in pack'],
]

/** What it costs to select on weights that are not the generation tokenizer's counts. */
export function m6Section(report: M6Report): Markup {
  return html`<section>
    <h2>Weights of selection (M6)</h2>
    <p class="soft">Does it matter which tokenizer made the stored costs? Each arm rewrites the costs of one index; packs are counted by the generation tokenizer.</p>
    <div class="tiles">${tiles(report)}</div>
    ${classErrorCard(report)}
    ${Object.entries(report.generations).map(([name, generation]) => generationCards(name, generation))}
  </section>`
}

function tiles(report: M6Report): Markup {
  const all = allScores(report)
  const sum = (value: (cell: (typeof all)[number]) => number) => all.reduce((total, cell) => total + value(cell), 0)
  const same = (wanted: M6Mode) =>
    sum(({ mode, scores }) => (mode === wanted ? scores.sameText * scores.recounted : 0)) /
    sum(({ mode, scores }) => (mode === wanted ? scores.recounted : 0))
  const over = sum(({ scores }) => scores.overflow)
  const recounted = sum(({ scores }) => scores.recounted)
  const tile = (what: string, big: string, note: string, tone = '') =>
    html`<div class="tile"><div class="what">${what}</div><div class="big ${tone}">${big}</div><div class="note">${note}</div></div>`
  return html`${tile('packs over budget', formatWhole(over), `after verification, of ${formatWhole(recounted)}, each text counted again`, over ? 'bad' : 'good')}
    ${tile('identical, with fill', formatShare(same('fill')), 'per cent of packs, byte for byte those of the exact arm')}
    ${tile('identical, without', formatShare(same('record')), 'per cent of packs, where weights decide')}`
}

function generationCards(name: string, generation: M6Generation): Markup {
  const { differences, exactArm } = generation
  const labels = Object.keys(differences).map((budget) => formatWhole(Number(budget)))
  const charts = PLOTTED.flatMap(([measure, title]) =>
    M6_MODES.map((mode) => ({ title: `${title}. ${TITLES[mode]}`, series: seriesOf(generation, mode, measure) })),
  ).filter(({ series }) => series.length > 0)
  const reach = reachOf(charts.flatMap(({ series }) => series))
  const arms = Object.keys(Object.values(differences)[0]!.record)
  return html`<div class="card"><h3>Packs for ${name}</h3>
    <p>Counted with <code>${generation.tokenizer}</code> (${generation.level}). Points of difference to the exact arm, <code>${exactArm}</code>, against the budget.</p>
    ${differenceLegend(arms)}
    <div class="grid2">${charts.map(({ title, series }) => html`<div><h3>${title}</h3>${series.every(isFlat) ? html`<p class="soft">No difference at any budget, whatever the weights.</p>` : differenceLines(title, labels, series, reach)}</div>`)}</div></div>
  <div class="card"><h3>Full evidence for ${name}, arm − ${exactArm}, without fill</h3>
    <p>Points, with the 95 % interval of the paired bootstrap; * where it excludes 0.</p>${intervalTable(generation, labels, arms)}</div>
  <div class="card"><h3>Error of the weights against ${name}</h3><p>Per cent of the exact count, by unit.</p>${errorTable(generation)}</div>`
}

function seriesOf({ differences }: M6Generation, mode: M6Mode, measure: M6Measure): readonly DifferenceSeries[] {
  const budgets = Object.values(differences).map((modes) => modes[mode])
  return Object.keys(budgets[0] ?? {}).flatMap((name) => {
    const values = budgets.flatMap((arms) => arms[name]?.[measure]?.mean ?? [])
    return values.length === budgets.length ? [{ name, differences: values }] : []
  })
}

const isFlat = ({ differences }: DifferenceSeries) => differences.every((difference) => difference === 0)

function intervalTable({ differences }: M6Generation, labels: readonly string[], arms: readonly string[]): Markup {
  return html`<div class="scroll"><table><thead><tr><th>arm</th>${labels.map((label) => html`<th class="number">${label}</th>`)}</tr></thead>
    <tbody>${arms.map((arm) => html`<tr><th>${arm}</th>${Object.values(differences).map(({ record }) => html`<td class="number">${formatInterval(record[arm]!.fullEvidence!)}</td>`)}</tr>`)}</tbody></table></div>`
}

function errorTable({ weightErrors }: M6Generation): Markup {
  const head = ['units', 'mean absolute', 'bias', 'p95', 'under by > 10 %', 'sum of 30']
  return html`<div class="scroll"><table><thead><tr><th>arm</th>${head.map((name) => html`<th class="number">${name}</th>`)}</tr></thead>
    <tbody>${Object.entries(weightErrors).map(([arm, error]) => {
      const cells = [
        formatWhole(error.units),
        formatShare(error.meanAbsolute),
        formatPoints(error.bias),
        formatShare(error.p95Absolute),
        formatShare(error.underByTenPercent),
        formatShare(error.sumOf30),
      ]
      return html`<tr><th>${arm}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`
    })}</tbody></table></div>`
}
