import type { Interval } from '../../metrics/bootstrap.ts'
import { intervalChart, rangeOf } from './interval-chart.ts'
import { html, type Markup } from './markup.ts'

/** Other system to the difference of each metric. */
export type SystemDifferences<Metric extends string> = Readonly<Record<string, Readonly<Record<Metric, Interval>>>>

/** One chart for each other system, all on one scale, so that they can be compared. Random order is left out: its distance would set the scale. */
export function differenceGrid<Metric extends string>(
  own: string,
  differences: SystemDifferences<Metric>,
  metrics: readonly Metric[],
): Markup {
  const others = Object.entries(differences)
    .filter(([name]) => name !== 'random')
    .map(([name, intervals]) => ({ name, rows: metrics.map((label) => ({ label, interval: intervals[label] })) }))
  const range = rangeOf(others.flatMap(({ rows }) => rows))
  return html`<div class="grid2">${others.map(
    ({ name, rows }) =>
      html`<div><h3>− ${name}</h3>${
        rows.every(({ interval }) => interval.low === 0 && interval.high === 0)
          ? html`<p class="soft">No difference on any question.</p>`
          : intervalChart(`${own} minus ${name}`, rows, range)
      }</div>`,
  )}</div>`
}
