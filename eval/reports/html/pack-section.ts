import type { PackMeasureName } from '../../packing/measure-pack.ts'
import type { PackReport, PackScores } from '../../packing/pack-report.ts'
import { formatShare, formatTime, formatWhole } from '../format.ts'
import { differenceChart, winsTiesLosses } from './difference-chart.ts'
import { histogram } from './histogram.ts'
import { intervalChart, rangeOf } from './interval-chart.ts'
import { lineChart, type Series } from './line-chart.ts'
import { html, type Markup } from './markup.ts'
import { scoreTable } from './score-table.ts'
import { seriesStyle } from './series-style.ts'

const REFERENCE = 'default'
const BASELINE = 'bm25'
/** What the default is set against, with what that says. */
const COMPARED = [
  ['record', 'What filling the room with further units and excerpts is worth.'],
  [BASELINE, 'What better retrieval is worth, packed the same way.'],
  ['chunks-200', 'What it is worth not to cut the corpus into chunks of 200 tokens and take the best of them whole.'],
] as const
const HISTOGRAMS = ['default', 'record']
/** More lines than these cannot be told apart; the others are in the table. */
const PLOTTED = ['default', 'record', 'bm25', 'dense', 'hybrid', 'random', 'chunks-200', 'whole-corpus']

interface Measure {
  readonly name: PackMeasureName
  readonly title: string
  /** For the head of a column. */
  readonly short: string
  readonly explanation: string
}

type Measured = readonly Measure[]

/** How each measure is called in the report, in order. */
const MEASURES: Measured = [
  { name: 'evidenceRecall', title: 'Evidence recall', short: 'recall', explanation: 'share of the gold documents' },
  { name: 'fullEvidence', title: 'Full evidence', short: 'full', explanation: 'every gold document is in the pack' },
  { name: 'answerInPack', title: 'Answer in pack', short: 'answer', explanation: 'the text holds it, word for word' },
  { name: 'sentenceRecall', title: 'Gold sentences', short: 'sentences', explanation: 'share that is there whole' },
  { name: 'tokenRecall', title: 'Token recall', short: 'token rec.', explanation: 'packed share of the gold tokens' },
  {
    name: 'tokenPrecision',
    title: 'Token precision',
    short: 'token prec.',
    explanation: 'gold share of packed tokens',
  },
  { name: 'tokenIoU', title: 'Token IoU', short: 'IoU', explanation: 'gold and packed over gold or packed' },
]

/** Everything about the token budget: what fits in it, how much of it is used, and that it holds. */
export function packSection(report: PackReport): Markup {
  const measured = MEASURES.filter(({ name }) =>
    Object.values(report.budgets).some((policies) => Object.values(policies).some((scores) => scores[name] !== null)),
  )
  return html`<section>
    <h2>Packing</h2>
    <p class="soft">What is in the context under a token budget? Counted with <code>${report.tokenizer}</code> (${report.level}).</p>
    <div class="tiles">${proofTiles(report)}</div>
    <div class="card"><h3>Against the budget</h3><p>Per cent of questions or shares, by policy. Budgets are in tokens, on a logarithmic axis.</p>
      <div class="grid2">${measured.map(({ name, title, explanation }) => html`<div><h3>${title}</h3><p class="soft">${explanation}</p>${lineChart({ title, axis: 'budget (tokens)', series: seriesOf(report, name), width: 480, height: 270 })}</div>`)}</div></div>
    <div class="card"><h3>All policies</h3><p>Per cent; slack in tokens.</p>${policyTable(report, measured)}</div>
    ${COMPARED.map(([other, meaning]) => differenceCard(report, measured, other, meaning))}
    ${questionCard(report)}
    <div class="card"><h3>Budget used</h3><p>Packs by the share of the budget that they fill. A pack over its budget would stand in red at the right.</p>
      <div class="pairs">${histograms(report)}</div></div>
  </section>`
}

function proofTiles({ budgets, questions, questionsWithAnswer, questionsWithSentences }: PackReport): Markup {
  const all = Object.values(budgets).flatMap((policies) => Object.values(policies))
  const sum = (value: (scores: PackScores) => number) => all.reduce((total, scores) => total + value(scores), 0)
  const [recounted, over, miscounted] = [
    sum(({ recounted }) => recounted),
    sum(({ overflow }) => overflow),
    sum((scores) => scores.miscounted),
  ]
  const tile = (what: string, big: string, note: string, tone = '') =>
    html`<div class="tile"><div class="what">${what}</div><div class="big ${tone}">${big}</div><div class="note">${note}</div></div>`
  return html`${tile('packs over budget', formatWhole(over), `of ${formatWhole(recounted)}, each text counted again`, over ? 'bad' : 'good')}
    ${tile('counts that differ', formatWhole(miscounted), 'between the packer and the recount', miscounted ? 'bad' : 'good')}
    ${tile('questions', formatWhole(questions), `${formatWhole(questionsWithAnswer)} with an answer to look for`)}
    ${tile('with gold sentences', formatWhole(questionsWithSentences), 'measured in tokens too')}`
}

function seriesOf({ budgets }: PackReport, measure: PackMeasureName): readonly Series[] {
  const sizes = Object.keys(budgets).map(Number)
  const [least, most] = [Math.log2(Math.min(...sizes)), Math.log2(Math.max(...sizes))]
  const names = [...new Set(Object.values(budgets).flatMap((policies) => Object.keys(policies)))]
  return names
    .filter((name) => PLOTTED.includes(name))
    .map((name) => ({
      name,
      points: Object.entries(budgets).flatMap(([budget, policies]) => {
        const share = policies[name]?.[measure] ?? null
        const position = most === least ? 0.5 : (Math.log2(Number(budget)) - least) / (most - least)
        return share === null ? [] : [{ label: formatWhole(Number(budget)), position, share }]
      }),
    }))
}

function policyTable({ budgets, timings }: PackReport, measured: Measured): Markup {
  const groups = Object.entries(budgets).map(([budget, policies]) => ({
    heading: `${formatWhole(Number(budget))} tokens`,
    rows: Object.entries(policies).map(([name, scores]) => ({
      name,
      shares: measured.map(({ name }) => scores[name]),
      extra: [
        formatShare(scores.budgetUsed),
        formatWhole(scores.slackTokens),
        formatWhole(scores.overflow),
        formatTime(timings.packMs[budget]?.[name] ?? 0),
      ],
    })),
  }))
  return scoreTable('policy', [...measured.map(({ short }) => short), 'used', 'slack', 'over', 'a pack'], groups)
}

/** On one scale, so that the budgets can be compared. */
function differenceCard(
  { differences }: PackReport,
  measured: Measured,
  other: string,
  meaning: string,
): Markup | undefined {
  const charts = Object.entries(differences).flatMap(([budget, policies]) => {
    const rows = measured.flatMap(({ name, title }) => {
      const interval = policies[other]?.[name]
      return interval ? [{ label: title, interval }] : []
    })
    return rows.length > 0 ? [{ budget, rows }] : []
  })
  if (charts.length === 0) return undefined
  const range = rangeOf(charts.flatMap(({ rows }) => rows))
  return html`<div class="card"><h3>${REFERENCE} − ${other}</h3>
    <p>${meaning} Points, with 95 % intervals. Grey: the interval holds 0.</p>
    <div class="grid2">${charts.map(({ budget, rows }) => html`<div><h3>${formatWhole(Number(budget))} tokens</h3>${intervalChart(`${REFERENCE} minus ${other} at ${budget}`, rows, range)}</div>`)}</div></div>`
}

/** The smallest budget is where policies differ. */
function questionCard({ perQuestion, budgets }: PackReport): Markup | undefined {
  const smallest = Object.keys(budgets)[0]!
  const measure: PackMeasureName = perQuestion.some(({ budgets }) => budgets[smallest]?.[BASELINE]?.tokenRecall != null)
    ? 'tokenRecall'
    : 'evidenceRecall'
  const differences = perQuestion.flatMap(({ question, budgets }) => {
    const [own, other] = [budgets[smallest]?.[REFERENCE]?.[measure], budgets[smallest]?.[BASELINE]?.[measure]]
    return own == null || other == null ? [] : [{ question, difference: own - other }]
  })
  if (differences.length === 0) return undefined
  const [wins, ties, losses] = winsTiesLosses(differences)
  const name = MEASURES.find(({ name }) => name === measure)!.title.toLowerCase()
  return html`<div class="card"><h3>Question by question, ${REFERENCE} − ${BASELINE} at ${formatWhole(Number(smallest))} tokens</h3>
    <p>Difference of ${name}, sorted: <b class="good">${wins} gain</b>, ${ties} tie, <b class="bad">${losses} lose</b>.</p>
    ${differenceChart('Difference per question', differences)}</div>`
}

function histograms({ perQuestion, budgets }: PackReport): readonly Markup[] {
  return Object.entries(budgets).flatMap(([budget, policies]) => {
    const names = Object.keys(policies).filter((name) => HISTOGRAMS.includes(name))
    return names.map((name) => {
      const shares = perQuestion.map(({ budgets }) => budgets[budget]![name]!.tokens / Number(budget))
      return histogram(`${name}, ${formatWhole(Number(budget))}`, shares, seriesStyle(name, names).color)
    })
  })
}
