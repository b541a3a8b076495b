import { SENTENCE_METRIC_NAMES } from '../../retrieval/sentence-metrics.ts'
import type { SentenceReport } from '../../retrieval/sentence-report.ts'
import { formatWhole } from '../format.ts'
import { differenceGrid } from './difference-grid.ts'
import { html, type Markup } from './markup.ts'
import { scoreTable } from './score-table.ts'

/** Whether the gold sentences stand in the units that come first: the only question left where documents are long and few. */
export function sentenceCards(own: string, { questions, systems, differences }: SentenceReport): Markup {
  const rows = Object.entries(systems).map(([name, scores]) => ({
    name,
    shares: SENTENCE_METRIC_NAMES.map((metric) => scores[metric]),
  }))
  return html`<div class="card"><h3>Gold sentences, by units read</h3>
      <p>Per cent, over the ${formatWhole(questions)} questions that have gold sentences. Found at k: the first k units together hold all words of the sentence.</p>
      ${scoreTable('system', SENTENCE_METRIC_NAMES, [{ rows }])}</div>
    <div class="card"><h3>Gold sentences, ${own} against each other system</h3>
      <p>Points of difference with the 95 % interval of the paired bootstrap over questions. Grey: the interval holds 0.</p>
      ${differenceGrid(own, differences, SENTENCE_METRIC_NAMES)}</div>`
}
