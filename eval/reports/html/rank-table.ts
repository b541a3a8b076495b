import type { QuestionRanks } from '../../retrieval/retrieval-report.ts'
import { html, type Markup } from './markup.ts'

const SYSTEMS = ['bm25', 'dense', 'hybrid', 'packgraph']

/** Questions with the ranks at which each system has their gold documents; nothing where there is no question. */
export function rankTable(heading: string, questions: readonly QuestionRanks[]): Markup | undefined {
  if (questions.length === 0) return undefined
  return html`<div class="scroll"><table>
    <thead><tr><th>${heading}</th>${SYSTEMS.map((name) => html`<th class="number">${name}</th>`)}</tr></thead>
    <tbody>${questions.map(({ question, ranks }) => html`<tr><td>${question}</td>${SYSTEMS.map((name) => html`<td class="number">${ranksText(ranks[name])}</td>`)}</tr>`)}</tbody>
  </table></div>`
}

/** `1, 4`; a gold document that was not found is `–`. */
function ranksText(ranks: readonly (number | null)[] = []): string {
  return [...ranks]
    .sort((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
    .map((rank) => rank ?? '–')
    .join(', ')
}
