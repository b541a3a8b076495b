import { html, type Markup } from './markup.ts'

const WIDTH = 300
const HEIGHT = 150
const MARGIN = { top: 20, right: 12, bottom: 30, left: 12 }
const BINS = 20

/** How shares are spread from 0 to 1 in twenty bins; what is over 1 has a red bin of its own at the right. */
export function histogram(title: string, shares: readonly number[], color: string): Markup {
  const counts = new Array<number>(BINS + 1).fill(0)
  for (const share of shares) counts[share > 1 ? BINS : Math.min(BINS - 1, Math.floor(share * BINS))]!++
  const most = Math.max(1, ...counts)
  const step = (WIDTH - MARGIN.left - MARGIN.right) / (BINS + 1)
  const inner = HEIGHT - MARGIN.top - MARGIN.bottom
  const base = HEIGHT - MARGIN.bottom
  const x = (bin: number) => MARGIN.left + bin * step
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">
    <text class="label" x="${MARGIN.left}" y="13">${title}</text>
    ${counts.map((count, bin) => html`<rect x="${x(bin) + 1}" y="${base - (count / most) * inner}" width="${step - 2}" height="${(count / most) * inner}" fill="${bin === BINS ? 'var(--red)' : color}"><title>${binName(bin)}: ${count}</title></rect>`)}
    <line class="zero" x1="${MARGIN.left}" x2="${x(BINS)}" y1="${base}" y2="${base}"/>
    ${[0, 0.5, 1].map((share) => html`<text class="tick" x="${x(share * BINS)}" y="${base + 16}" text-anchor="middle">${share * 100}</text>`)}
  </svg>`
}

function binName(bin: number): string {
  return bin === BINS ? 'over the budget' : `${(bin * 100) / BINS}–${((bin + 1) * 100) / BINS} % of the budget`
}
