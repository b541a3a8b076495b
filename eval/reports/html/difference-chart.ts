import { formatPoints } from '../format.ts'
import { html, type Markup } from './markup.ts'

export interface QuestionDifference {
  readonly question: string
  /** From −1 to 1. */
  readonly difference: number
}

const WIDTH = 940
const HEIGHT = 240
const MARGIN = { top: 12, right: 10, bottom: 12, left: 46 }

/** How far the axis may reach. */
const ENDS = [0.1, 0.2, 0.4, 0.6, 0.8, 1]

/** One bar a question, sorted: how many gain, how many lose, and by how much. */
export function differenceChart(title: string, differences: readonly QuestionDifference[]): Markup {
  const sorted = [...differences].sort((a, b) => b.difference - a.difference)
  const middle = (HEIGHT - MARGIN.top - MARGIN.bottom) / 2
  const most = Math.max(0, ...sorted.map(({ difference }) => Math.abs(difference)))
  const top = ENDS.find((end) => end >= most) ?? 1
  const y = (value: number) => MARGIN.top + middle * (1 - value / top)
  const step = (WIDTH - MARGIN.left - MARGIN.right) / Math.max(1, sorted.length)
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
    ${[top, top / 2, 0, -top / 2, -top].map((tick) => html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${formatPoints(tick).replace('.0', '')}</text>`)}
    ${sorted.map((bar, index) => questionBar(bar, MARGIN.left + index * step, step, y))}
  </svg>`
}

/** How many questions gain, tie and lose. */
export function winsTiesLosses(differences: readonly QuestionDifference[]): readonly [number, number, number] {
  const count = (matches: (difference: number) => boolean) =>
    differences.filter(({ difference }) => matches(difference)).length
  return [count((value) => value > 0), count((value) => value === 0), count((value) => value < 0)]
}

/** The whole column can be pointed at, so that the shortest bar can be read. */
function questionBar(
  { question, difference }: QuestionDifference,
  x: number,
  step: number,
  y: (value: number) => number,
): Markup {
  const color = difference > 0 ? 'var(--green)' : 'var(--red)'
  const top = Math.min(y(difference), y(0))
  const height = Math.abs(y(difference) - y(0))
  return html`<g class="bar"><title>${formatPoints(difference)}  ${question}</title><rect class="column" x="${x}" y="${MARGIN.top}" width="${step}" height="${HEIGHT - MARGIN.top - MARGIN.bottom}"/><rect x="${x + step * 0.08}" y="${top}" width="${step * 0.84}" height="${height}" fill="${color}"/></g>`
}
