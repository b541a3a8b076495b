import type { ExtractionReport } from '../../extraction/extraction-report.ts'
import { EXTRACT_MEASURES } from '../../extraction/measure-extract.ts'
import { formatInterval, formatShare, formatWhole } from '../format.ts'
import { html, type Markup } from './markup.ts'
import { scoreTable } from './score-table.ts'

/** What is left of answers and facts when texts are shortened. */
export function extractionSection(report: ExtractionReport): Markup {
  return html`<section>
    <h2>Extraction</h2>
    <p class="soft">Does the answer still stand in the text when only a share of its sentences is kept? Arms that compress pay for their markers, counted with <code>${report.tokenizer}</code>.</p>
    ${Object.keys(report.keeps).map((percent) => shareCards(report, percent))}
  </section>`
}

function shareCards({ keeps, differences }: ExtractionReport, percent: string): Markup {
  const arms = Object.entries(keeps[percent]!)
  const groups = [true, false].map((known) => ({
    heading: known ? 'the question is known' : 'the question is not known',
    rows: arms
      .filter(([, { knowsQuestion }]) => knowsQuestion === known)
      .map(([name, { measures, kept, over }]) => ({
        name,
        shares: EXTRACT_MEASURES.map((measure) => measures[measure]?.mean ?? null),
        extra: [formatShare(kept), formatWhole(over)],
      })),
  }))
  const rows = Object.entries(differences[percent] ?? {})
  return html`<div class="card"><h3>${percent} % kept</h3><p>Per cent. Over: extracts above the budget.</p>
    ${scoreTable('arm', [...EXTRACT_MEASURES, 'kept', 'over'], groups)}</div>
  <div class="card"><h3>${percent} % kept, packgraph’s sentences against each other arm</h3>
    <p>Points, with the 95 % interval of the paired bootstrap; * where it excludes 0.</p>
    <div class="scroll"><table><thead><tr><th>packgraph −</th>${EXTRACT_MEASURES.map((name) => html`<th class="number">${name}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, intervals]) => html`<tr><th>${name}</th>${EXTRACT_MEASURES.map((measure) => html`<td class="number">${intervals[measure] ? formatInterval(intervals[measure]) : '–'}</td>`)}</tr>`)}</tbody></table></div></div>`
}
