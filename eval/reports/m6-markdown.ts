import { classTable, DEFAULT_WEIGHTS } from '../m6/class-table.ts'
import {
  type ByBudget,
  M6_MODES,
  type M6Generation,
  type M6Mode,
  type M6Report,
  type M6Scores,
} from '../m6/m6-report.ts'
import { formatInterval, formatPoints, formatShare, formatTime, formatWhole } from './format.ts'
import { document, table } from './markdown.ts'

const TITLES: Readonly<Record<M6Mode, string>> = { record: 'without fill', fill: 'with fill' }

/** The summary of an M6 run: for each generation tokenizer how wrong the weights are, what that costs, and every score. Shares are in per cent. */
export function m6Markdown(report: M6Report): string {
  const all = allScores(report)
  const sum = (value: (scores: M6Scores) => number) =>
    formatWhole(all.reduce((total, { scores }) => total + value(scores), 0))
  return document([
    `# M6, weights of selection: ${report.dataset}`,
    `${formatWhole(report.questions)} questions (${formatWhole(report.questionsWithAnswer)} with an answer to look for), ` +
      `${formatWhole(report.units)} units; per cent, slack and excess in tokens.`,
    `Over budget after verification: ${sum(({ overflow }) => overflow)} of ${sum(({ recounted }) => recounted)} packs, each counted again; ` +
      `counts that differ: ${sum(({ miscounted }) => miscounted)}.`,
    '## Error of heuristic@1, by class of text and family of tokenizers',
    'Per cent of the exact count: mean absolute error by unit, bias, and mean absolute error of the sum of 30 units. The worst class first.',
    classErrorTable(report),
    ...Object.entries(report.generations).flatMap(([name, generation]) =>
      generationBlocks(name, generation, report.timings.packs[name]!),
    ),
  ])
}

/** Every cell of a report. */
export function allScores({ generations }: M6Report): readonly { readonly mode: M6Mode; readonly scores: M6Scores }[] {
  return Object.values(generations).flatMap(({ budgets }) =>
    Object.values(budgets).flatMap((modes) =>
      M6_MODES.flatMap((mode) => Object.values(modes[mode]).map((scores) => ({ mode, scores }))),
    ),
  )
}

function generationBlocks(
  name: string,
  generation: M6Generation,
  times: M6Report['timings']['packs'][string],
): readonly string[] {
  return [
    `## Generation tokenizer ${name}: ${generation.tokenizer} (${generation.level})`,
    '### Error of the weights, by unit',
    errorTable(generation),
    'By class, mean absolute error and bias:',
    armClassTable(generation, Object.keys(generation.weightErrors[DEFAULT_WEIGHTS]!.byClass)),
    ...M6_MODES.flatMap((mode) => [
      `### Full evidence, arm − ${generation.exactArm}, ${TITLES[mode]}`,
      'Points, with 95 % intervals (paired bootstrap over questions); * where the interval excludes 0.',
      differenceTable(generation, mode),
    ]),
    ...Object.entries(generation.budgets).flatMap(([budget, modes]) =>
      M6_MODES.flatMap((mode) => [
        `### ${formatWhole(Number(budget))} tokens, ${TITLES[mode]}`,
        scoreTable(modes[mode], times[budget]![mode]),
      ]),
    ),
  ]
}

function classErrorTable(report: M6Report): string {
  const rows = classTable(report)
  const families = Object.keys(report.generations)
  const head = ['class', 'units', ...families.flatMap((family) => [family, 'bias', 'sum of 30'])]
  return table(
    head,
    rows.map(({ name, units, families: errors }) => [
      name,
      formatWhole(units),
      ...families.flatMap((family) => {
        const { meanAbsolute, bias, sumOf30 } = errors[family]!
        return [formatShare(meanAbsolute), formatPoints(bias), formatShare(sumOf30)]
      }),
    ]),
  )
}

function errorTable({ weightErrors }: M6Generation): string {
  return table(
    ['arm', 'units', 'mean absolute', 'bias', 'p95', 'under by > 10 %', 'sum of 30'],
    Object.entries(weightErrors).map(([arm, error]) => [
      arm,
      formatWhole(error.units),
      formatShare(error.meanAbsolute),
      formatPoints(error.bias),
      formatShare(error.p95Absolute),
      formatShare(error.underByTenPercent),
      formatShare(error.sumOf30),
    ]),
  )
}

/** Classes in the columns; a cell is the mean absolute error and the bias. */
function armClassTable({ weightErrors }: M6Generation, classes: readonly string[]): string {
  return table(
    ['arm', ...classes],
    Object.entries(weightErrors).map(([arm, { byClass }]) => [
      arm,
      ...classes.map((name) => {
        const { meanAbsolute, bias } = byClass[name]!
        return `${formatShare(meanAbsolute)} (${formatPoints(bias)})`
      }),
    ]),
  )
}

function differenceTable({ differences }: M6Generation, mode: M6Mode): string {
  const arms = Object.keys(Object.values(differences)[0]![mode])
  return table(
    ['arm', ...Object.keys(differences).map((budget) => formatWhole(Number(budget)))],
    arms.map((arm) => [
      arm,
      ...Object.values(differences).map((modes) => formatInterval(modes[mode][arm]!.fullEvidence!)),
    ]),
  )
}

function scoreTable(
  arms: ByBudget<M6Scores>[string][M6Mode],
  times: M6Report['timings']['packs'][string][string][M6Mode],
): string {
  const head = ['arm', 'full', 'answer', 'used', 'slack', 'over before', 'by', 'trimmed', 'filled', 'excerpts']
  return table(
    [...head, 'Jaccard', 'same text', 'overflow', 'select', 'verify'],
    Object.entries(arms).map(([arm, scores]) => [
      arm,
      formatShare(scores.fullEvidence),
      formatShare(scores.answerInPack),
      formatShare(scores.budgetUsed),
      formatWhole(scores.slackTokens),
      formatShare(scores.overflowBefore),
      scores.overflowBeforeTokens === null ? '–' : formatWhole(scores.overflowBeforeTokens),
      scores.unitsTrimmed.toFixed(2),
      scores.unitsFilled.toFixed(2),
      scores.unitsExcerpted.toFixed(2),
      scores.jaccard.toFixed(3),
      formatShare(scores.sameText),
      formatWhole(scores.overflow),
      formatTime(times[arm]!.selectMs),
      formatTime(times[arm]!.verifyMs),
    ]),
  )
}
