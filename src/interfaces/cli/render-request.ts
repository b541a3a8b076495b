import type { RequestCompressionReport, RequestSegment } from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'

/** The report in a few lines: whether it fits, what each level did, what became of the segments, and what a prompt cache can keep. */
export function renderRequest(report: RequestCompressionReport): readonly string[] {
  return [
    `fits: ${formatNumber(report.countedTokens)} of ${formatCount(report.budgetTokens, 'token')}, ${describeCount(report)}`,
    describeLevels(report),
    ...describeSegments(report.segments),
    describePrefix(report.prefix),
  ]
}

function describeCount({ exactness, tokenizer, uncounted }: RequestCompressionReport): string {
  const how = { exact: 'counted exactly', remote: 'counted remotely', estimated: 'estimated' }[exactness]
  const rest = uncounted.length > 0 ? `; ${formatCount(uncounted.length, 'part')} of it nobody can count` : ''
  return `${how} by ${tokenizer}${rest}`
}

function describeLevels({ originalTokens, levels }: RequestCompressionReport): string {
  const ran = levels.filter((level) => level.ran)
  if (ran.length === 0) return `tokens: ${formatNumber(originalTokens)}; nothing was shortened`
  const steps = ran.map(({ level, tokensAfter }) => `${level} ${formatNumber(tokensAfter)}`)
  return `tokens: ${formatNumber(originalTokens)} before; after ${steps.join(', ')}`
}

/** `turns: 26 keyed, 3 recalled, 11 verbatim`, a line for each class that anything was done to. */
function describeSegments(segments: readonly RequestSegment[]): readonly string[] {
  const classes = [...new Set(segments.map((segment) => segment.class))]
  return classes.flatMap((name) => {
    const members = segments.filter((segment) => segment.class === name)
    if (members.every(({ outcome }) => outcome === 'verbatim')) return []
    const counts = new Map<string, number>()
    for (const { outcome } of members) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    return [`${name}: ${[...counts].map(([outcome, count]) => `${formatNumber(count)} ${outcome}`).join(', ')}`]
  })
}

function describePrefix({ stableTokens, sharedTokens }: RequestCompressionReport['prefix']): string {
  const shared = sharedTokens === null ? '' : `, ${formatNumber(sharedTokens)} as in the last request`
  return `prefix: ${formatCount(stableTokens, 'token')} before the first that changes from call to call${shared}`
}
