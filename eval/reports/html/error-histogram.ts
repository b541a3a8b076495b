import type { WeightError } from '../../m6/m6-report.ts'
import { formatPoints, formatShare } from '../format.ts'
import { html, type Markup } from './markup.ts'

const WIDTH = 220
const HEIGHT = 130
const MARGIN = { top: 22, right: 8, bottom: 24, left: 8 }
const BIN_POINTS = 5

/** Units by their relative error in bins of 5 points around a line at 0; the outermost bins hold what is beyond. */
export function errorHistogram(title: string, { histogram, meanAbsolute }: WeightError): Markup {
  const middle = (histogram.length - 1) / 2
  const most = Math.max(1, ...histogram)
  const step = (WIDTH - MARGIN.left - MARGIN.right) / histogram.length
  const base = HEIGHT - MARGIN.bottom
  const inner = base - MARGIN.top
  const x = (bin: number) => MARGIN.left + bin * step
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Errors of ${title}">
    <text class="label" x="${MARGIN.left}" y="13">${title} <tspan class="value">${formatShare(meanAbsolute)}</tspan></text>
    ${histogram.map((count, bin) => html`<rect x="${x(bin) + 0.75}" y="${base - (count / most) * inner}" width="${step - 1.5}" height="${(count / most) * inner}" fill="var(--accent)"><title>${binName(bin - middle, middle)}: ${count}</title></rect>`)}
    <line class="zero" x1="${x(middle + 0.5)}" x2="${x(middle + 0.5)}" y1="${MARGIN.top}" y2="${base}"/>
    <line class="grid" x1="${MARGIN.left}" x2="${x(histogram.length)}" y1="${base}" y2="${base}"/>
    ${[-middle, -middle / 2, 0, middle / 2, middle].map((bins) => html`<text class="tick" x="${x(middle + bins + 0.5)}" y="${base + 16}" text-anchor="middle">${tickOf(bins)}</text>`)}
  </svg>`
}

const tickOf = (bins: number) => formatPoints((bins * BIN_POINTS) / 100).replace('.0', '')

function binName(bins: number, outermost: number): string {
  const beyond = Math.abs(bins) === outermost ? ' and beyond' : ''
  return `around ${tickOf(bins)} %${beyond}`
}
