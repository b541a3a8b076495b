import { formatPoints } from '../format.ts'
import { html, type Markup } from './markup.ts'
import { type SeriesStyle, seriesStyle } from './series-style.ts'

/** Differences of one series along the axis, one for each label. */
export interface DifferenceSeries {
  readonly name: string
  /** From −1 to 1. */
  readonly differences: readonly number[]
}

const WIDTH = 480
const HEIGHT = 270
const MARGIN = { top: 12, right: 16, bottom: 42, left: 44 }
/** How far the axis may reach to both sides. */
const ENDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1]

/** How far the axis must reach to hold all series, the same to both sides of 0. */
export function reachOf(series: readonly DifferenceSeries[]): number {
  const most = Math.max(0, ...series.flatMap(({ differences }) => differences.map(Math.abs)))
  return ENDS.find((end) => end >= most) ?? 1
}

/** Differences around a line at 0, one line a series, evenly spaced labels. */
export function differenceLines(
  title: string,
  labels: readonly string[],
  series: readonly DifferenceSeries[],
  reach: number,
): Markup {
  const names = series.map(({ name }) => name)
  const [right, bottom] = [WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom]
  const x = (index: number) =>
    MARGIN.left + (labels.length === 1 ? 0.5 : index / (labels.length - 1)) * (right - MARGIN.left)
  const y = (value: number) => MARGIN.top + ((reach - value) / (2 * reach)) * (bottom - MARGIN.top)
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
    ${[reach, reach / 2, 0, -reach / 2, -reach].map((tick) => html`<line class="${tick === 0 ? 'zero' : 'grid'}" x1="${MARGIN.left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${formatPoints(tick)}</text>`)}
    ${labels.map((label, index) => html`<text class="tick" x="${x(index)}" y="${bottom + 18}" text-anchor="middle">${label}</text>`)}
    <text class="axis" x="${(MARGIN.left + right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">budget (tokens)</text>
    ${series.map(({ name, differences }) => {
      const { color, width, dash } = seriesStyle(name, names)
      const path = differences.map((value, index) => `${index ? 'L' : 'M'}${x(index)} ${y(value)}`).join('')
      return html`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash ?? 'none'}" stroke-linejoin="round"/>
      ${differences.map((value, index) => html`<circle cx="${x(index)}" cy="${y(value)}" r="${width + 0.5}" fill="${color}"><title>${name}, ${labels[index]}: ${formatPoints(value)}</title></circle>`)}`
    })}
  </svg>`
}

/** The names of the series with the look of their lines. */
export function differenceLegend(names: readonly string[]): Markup {
  return html`<p>${names.map((name) => html`<span style="white-space:nowrap;margin-right:20px"><span style="display:inline-block;width:26px;vertical-align:middle;margin-right:8px;border-top:${borderOf(seriesStyle(name, names))}"></span>${name}</span> `)}</p>`
}

/** Dashes longer than their gaps are dashes, others dots. */
function borderOf({ color, dash, width }: SeriesStyle): string {
  const [drawn = 0, gap = 0] = (dash ?? '').split(' ').map(Number)
  return `${width}px ${dash === undefined ? 'solid' : drawn > gap ? 'dashed' : 'dotted'} ${color}`
}
