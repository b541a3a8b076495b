import { type ClassRow, classTable, DEFAULT_WEIGHTS } from '../../m6/class-table.ts'
import type { M6Report } from '../../m6/m6-report.ts'
import { formatPoints, formatShare, formatWhole } from '../format.ts'
import { errorHistogram } from './error-histogram.ts'
import { html, type Markup } from './markup.ts'

/** How wrong the default weights are for which text, the worst class first: a table by family of tokenizers, and the spread against the first family. */
export function classErrorCard(report: M6Report): Markup {
  const rows = classTable(report)
  const families = Object.keys(report.generations)
  return html`<div class="card"><h3>Error of ${DEFAULT_WEIGHTS}, by class of text and family of tokenizers</h3>
    <p>Per cent of the exact count: mean absolute error by unit, bias, and the error of a sum of 30 units. The worst class first.</p>
    <div class="scroll"><table><thead>
      <tr><th></th><th></th>${families.map((family) => html`<th class="number" colspan="3">${family}</th>`)}</tr>
      <tr><th>class</th><th class="number">units</th>${families.map(() => ['by unit', 'bias', 'sum of 30'].map((name) => html`<th class="number">${name}</th>`))}</tr></thead>
      <tbody>${rows.map((row) => classRow(row, families))}</tbody></table></div>
    <h3 class="spaced">Spread against ${families[0]}</h3>
    <p class="soft">Units by their error; left of the line the weight is too low.</p>
    <div class="grid4">${rows.map(({ name, families: errors }) => errorHistogram(name, errors[families[0]!]!))}</div></div>`
}

function classRow({ name, units, families: errors }: ClassRow, families: readonly string[]): Markup {
  const cells = families.flatMap((family) => {
    const { meanAbsolute, bias, sumOf30 } = errors[family]!
    return [formatShare(meanAbsolute), formatPoints(bias), formatShare(sumOf30)]
  })
  return html`<tr><th>${name}</th><td class="number">${formatWhole(units)}</td>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`
}
