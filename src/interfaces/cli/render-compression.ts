import type { Compression, CompressionReport, EffectiveTokens } from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'

/** What stands in a text that was compressed before. */
const MARKER = /<!-- pg:src=[0-9a-f]{8,64}#\d+-\d+ -->/

/** The report in a few lines: whether it fits, what each phase did, and where the original is. */
export function renderCompression({ text, original, report }: Compression): readonly string[] {
  const { countedTokens, budgetTokens, rawTokens, fits } = report
  const how = { exact: 'counted exactly', remote: 'counted remotely', estimated: 'estimated' }[report.level]
  const lines = [
    `${fits ? 'fits' : 'over the budget'}: ${formatNumber(countedTokens)} of ${formatCount(budgetTokens, 'token')}, ${how} by ${report.counter}`,
    describeChange(report, text),
  ]
  if (report.unchanged) return lines
  const phases = report.phases.map(({ phase, tokens }) => `${phase} ${formatNumber(tokens)}`)
  return [
    ...lines,
    `tokens: ${formatNumber(rawTokens)} before; after ${phases.join(', ')}`,
    ...describeSummaries(report),
    `the original is stored as ${original}`,
  ]
}

/** What a repeated call costs under one profile, against the raw text without a cache and with the same. */
export function renderEffective({ profile, eligible, compressed, headline }: EffectiveTokens): string {
  const cached = eligible ? `${formatNumber(compressed.cachedTokens)} of them cached` : 'too short for its cache'
  const calls = `first call ${formatTenths(compressed.firstCallTokens)}, each later one ${formatTenths(compressed.nextCallTokens)}`
  return (
    `${profile.id}: ${calls} effective tokens (${cached}); saved by a later one: ` +
    `${formatPercent(headline.againstRawUncached)} of the raw text uncached, ${formatPercent(headline.againstRawCached)} of it cached`
  )
}

function formatTenths(tokens: number): string {
  return formatNumber(Math.round(10 * tokens) / 10)
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function describeChange({ unchanged, fits, spans }: CompressionReport, text: string): string {
  if (unchanged && fits && MARKER.test(text)) return 'unchanged: it fits, and holds markers of an earlier compression'
  if (unchanged) return 'unchanged: there is nothing to remove that saves tokens'
  const stripped = spans.filter(({ kind }) => kind === 'stripped').length
  const summarized = spans.filter(({ kind }) => kind === 'summarized').length
  return `changed: ${formatCount(stripped, 'place')} stripped, ${formatNumber(summarized)} shortened`
}

/** What a named model contributed, and why its other summaries were not taken. */
function describeSummaries({ summarizer, spans }: CompressionReport): readonly string[] {
  if (summarizer === undefined) return []
  const taken = spans.filter(({ replacement }) => replacement !== undefined).length
  const { identity, refused } = summarizer
  const lines = [`summaries of ${identity}: ${formatNumber(taken)} taken, ${formatNumber(refused.length)} refused`]
  const [first] = refused
  return first === undefined ? lines : [...lines, `sentences were kept there, first for: ${first.detail}`]
}
