import { formatShare } from '../format.ts'
import { html, type Markup } from './markup.ts'
import { seriesStyle } from './series-style.ts'

export interface ScoreRow {
  readonly name: string
  readonly shares: readonly (number | null)[]
  /** Cells after the shares, as they are. */
  readonly extra?: readonly string[]
}

/** Rows that are compared with each other. */
export interface ScoreGroup {
  /** A line above the rows, where there are several groups. */
  readonly heading?: string
  readonly rows: readonly ScoreRow[]
}

/** Scores with a bar below each, the best of each column of a group in bold. */
export function scoreTable(heading: string, columns: readonly string[], groups: readonly ScoreGroup[]): Markup {
  return html`<div class="scroll"><table class="scores">
    <thead><tr><th>${heading}</th>${columns.map((column) => html`<th class="number">${column}</th>`)}</tr></thead>
    ${groups.map((group) => scoreGroup(group, columns.length + 1))}
  </table></div>`
}

function scoreGroup({ heading, rows }: ScoreGroup, width: number): Markup {
  const names = rows.map(({ name }) => name)
  const best = (rows[0]?.shares ?? []).map((_, column) => Math.max(...rows.map(({ shares }) => shares[column] ?? 0)))
  return html`<tbody>${heading && html`<tr><th class="group" colspan="${width}">${heading}</th></tr>`}${rows.map(
    ({ name, shares, extra = [] }) => {
      const { color } = seriesStyle(name, names)
      return html`<tr><th><span class="dot" style="background:${color}"></span>${name}</th>${shares.map((share, column) => shareCell(share, share === best[column], color))}${extra.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`
    },
  )}</tbody>`
}

function shareCell(share: number | null, isBest: boolean, color: string): Markup {
  const value = formatShare(share)
  return html`<td class="number"><span class="fill" style="width:${(share ?? 0) * 100}%;background:${color}"></span><span class="over">${isBest ? html`<b>${value}</b>` : value}</span></td>`
}
