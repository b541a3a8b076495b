import { formatShare } from '../format.ts'
import { html, type Markup } from './markup.ts'
import { seriesStyle } from './series-style.ts'

export interface Point {
  /** What the point is called on the axis: a rank, a budget. */
  readonly label: string
  /** From 0 to 1 along the axis. */
  readonly position: number
  /** From 0 to 1. */
  readonly share: number
}

export interface Series {
  readonly name: string
  readonly points: readonly Point[]
}

export interface LineChart {
  readonly title: string
  readonly axis: string
  readonly series: readonly Series[]
  /** Labels along the axis; by default those of all points. */
  readonly ticks?: readonly Point['label'][]
  /** What stands along the axis in place of labels of points. */
  readonly scale?: readonly Pick<Point, 'label' | 'position'>[]
  readonly width?: number
  readonly height?: number
}

const MARGIN = { top: 14, right: 142, bottom: 42, left: 40 }
const LABEL_HEIGHT = 15
const STEPS = 5
/** Where the axis may end. */
const TOPS = [0.05, 0.1, 0.2, 0.5, 1]

/** Shares against something ordered, one line a series, each named where it ends. */
export function lineChart(chart: LineChart): Markup {
  const { title, axis, width = 720, height = 340 } = chart
  const series = chart.series.filter(({ points }) => points.length > 0)
  const names = chart.series.map(({ name }) => name)
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom }
  const [lowest, top] = axisOf(series)
  const x = (position: number) => MARGIN.left + position * inner.width
  const y = (share: number) => MARGIN.top + (1 - (share - lowest) / (top - lowest)) * inner.height
  const ticks = Array.from({ length: STEPS + 1 }, (_, step) => lowest + ((top - lowest) * step) / STEPS)
  const axisPoints = chart.scale ?? longest(series).filter(({ label }) => chart.ticks?.includes(label) ?? true)
  const labels = spread(
    series.map(({ name, points }) => ({ name, at: y(points.at(-1)!.share), share: points.at(-1)!.share })),
    MARGIN.top,
    MARGIN.top + inner.height,
  )
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
    ${ticks.map((share) => html`<line class="grid" x1="${MARGIN.left}" x2="${x(1)}" y1="${y(share)}" y2="${y(share)}"/><text class="tick" x="${MARGIN.left - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(share * 100)}</text>`)}
    ${axisPoints.map(({ label, position }) => html`<text class="tick" x="${x(position)}" y="${MARGIN.top + inner.height + 18}" text-anchor="middle">${label}</text>`)}
    <text class="axis" x="${x(0.5)}" y="${height - 6}" text-anchor="middle">${axis}</text>
    ${[...series].reverse().map((one) => line(one, names, x, y))}
    ${labels.map(({ name, at, share }) => html`<text class="name" x="${x(1) + 10}" y="${at + 4}" fill="${seriesStyle(name, names).color}">${name} <tspan class="value">${formatShare(share)}</tspan></text>`)}
  </svg>`
}

function line(
  { name, points }: Series,
  names: readonly string[],
  x: (position: number) => number,
  y: (share: number) => number,
): Markup {
  const { color, width, dash } = seriesStyle(name, names)
  const path = points.map(({ position, share }, index) => `${index ? 'L' : 'M'}${x(position)} ${y(share)}`).join('')
  return html`<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="${dash ?? 'none'}" stroke-linejoin="round" stroke-linecap="round"/>
    ${points.map(({ position, share, label }) => html`<circle cx="${x(position)}" cy="${y(share)}" r="${width + 0.5}" fill="${color}"><title>${name}, ${label}: ${formatShare(share)} %</title></circle>`)}`
}

/** From 0 to 1, unless every line lies so high or so low that a closer look shows more. */
function axisOf(series: readonly Series[]): readonly [lowest: number, top: number] {
  const shares = series.flatMap(({ points }) => points.map(({ share }) => share))
  const highest = Math.max(0, ...shares)
  return [Math.min(1, ...shares) >= 0.5 ? 0.5 : 0, TOPS.find((top) => top >= highest) ?? 1]
}

function longest(series: readonly Series[]): readonly Point[] {
  return series.reduce<readonly Point[]>((best, { points }) => (points.length > best.length ? points : best), [])
}

/** Moves labels apart that would lie on each other, in order, within the chart. */
function spread<Label extends { readonly at: number }>(
  labels: readonly Label[],
  top: number,
  bottom: number,
): readonly Label[] {
  const sorted = [...labels].sort((a, b) => a.at - b.at)
  const positions: number[] = []
  for (const { at } of sorted) positions.push(Math.max(at, (positions.at(-1) ?? top - LABEL_HEIGHT) + LABEL_HEIGHT))
  for (let index = positions.length - 1, limit = bottom; index >= 0; index--, limit -= LABEL_HEIGHT) {
    positions[index] = Math.min(positions[index]!, limit)
  }
  return sorted.map((label, index) => ({ ...label, at: positions[index]! }))
}
