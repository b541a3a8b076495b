import type { Interval } from '../../metrics/bootstrap.ts'
import { formatInterval, formatPoints, isSignificant } from '../format.ts'
import { html, type Markup } from './markup.ts'

export interface IntervalRow {
  readonly label: string
  readonly interval: Interval
}

const WIDTH = 480
const ROW = 26
const MARGIN = { top: 8, right: 176, bottom: 28, left: 112 }
const TICKS = 4
const LEAST = 0.04

/** The axis of a chart: both ends are whole steps, and 0 is on it. */
export interface ChartRange {
  readonly low: number
  readonly high: number
  readonly step: number
}

/** A range that holds all intervals, never so narrow that noise fills the chart. */
export function rangeOf(rows: readonly IntervalRow[]): ChartRange {
  const ends = rows.flatMap(({ interval }) => [interval.low, interval.high])
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const step = niceStep(Math.max(LEAST, high - low))
  return { low: Math.floor(low / step) * step, high: Math.max(step, Math.ceil(high / step) * step), step }
}

/** Differences with their intervals, one a row, around a line at 0. */
export function intervalChart(title: string, rows: readonly IntervalRow[], { low, high, step }: ChartRange): Markup {
  const height = MARGIN.top + rows.length * ROW + MARGIN.bottom
  const bottom = height - MARGIN.bottom
  const x = (value: number) => MARGIN.left + ((value - low) / (high - low)) * (WIDTH - MARGIN.left - MARGIN.right)
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step)
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
    ${ticks.map((tick) => html`<line class="${Math.abs(tick) < step / 2 ? 'zero' : 'grid'}" x1="${x(tick)}" x2="${x(tick)}" y1="${MARGIN.top}" y2="${bottom}"/><text class="tick" x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${formatPoints(tick).replace('.0', '')}</text>`)}
    ${rows.map((row, index) => intervalRow(row, MARGIN.top + (index + 0.5) * ROW, x))}
  </svg>`
}

function intervalRow({ label, interval }: IntervalRow, y: number, x: (value: number) => number): Markup {
  const color = !isSignificant(interval) ? 'var(--muted)' : interval.mean > 0 ? 'var(--green)' : 'var(--red)'
  return html`<text class="label" x="${MARGIN.left - 12}" y="${y + 4}" text-anchor="end">${label}</text>
    <line x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="4" stroke-linecap="round" opacity=".45"/>
    <circle cx="${x(interval.mean)}" cy="${y}" r="6" fill="${color}"/>
    <text class="label value" x="${WIDTH - MARGIN.right + 14}" y="${y + 4}">${formatInterval(interval)}</text>`
}

/** The distance of ticks: 1, 2 or 5 times a power of ten. */
function niceStep(extent: number): number {
  const rough = extent / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!
}
