import type { BilledTokens, CacheHits, ModelUsage, UsageSummary } from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'

type Row = readonly [name: string, value: string]

/** What was billed, a table for each model, and the sessions whose cache needs looking at; nothing where no request was recorded. */
export function renderUsage({ models, sessions }: UsageSummary): readonly string[] {
  const fallen = sessions.filter(({ hasFallen }) => hasFallen)
  const warnings = fallen.map(
    ({ sessionId, model, ...hits }) =>
      `the cache hits of session ${sessionId} with ${model} fell from ${percent(hits.earlierShare)} to ${percent(hits.recentShare)}\n`,
  )
  return [...models.map(renderModel), ...warnings]
}

function renderModel({ model, billed, nested, avoided, calibration, cache }: ModelUsage): string {
  const rows: readonly Row[] = [
    ['billed', describeBilled(billed)],
    ...(nested.requests > 0 ? [['nested', describeBilled(nested)] as const] : []),
    ['cache hits', describeHits(cache)],
    ...avoided.map(({ tokenizer, tokens, billedTokens }): Row => {
      const corrected = billedTokens === null ? '' : `, about ${formatNumber(billedTokens)} as billed`
      return ['avoided', `${formatNumber(tokens)}${corrected}; counted by ${tokenizer}, again at each request`]
    }),
    ...(calibration === null
      ? []
      : [
          [
            'calibration',
            `${calibration.ratio.toFixed(3)} billed for each estimated, from ${formatCount(calibration.requests, 'request')}`,
          ] as const,
        ]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [`requests to ${model}`, ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`), ''].join('\n')
}

function describeBilled(sum: BilledTokens): string {
  return (
    `${formatNumber(sum.inputTokens)} input, ${formatNumber(sum.cacheReadTokens)} read from the cache, ` +
    `${formatNumber(sum.cacheWriteTokens)} written to it, ${formatNumber(sum.outputTokens)} output ` +
    `(${formatNumber(sum.reasoningTokens)} reasoning), in ${formatCount(sum.requests, 'request')}`
  )
}

function describeHits({ share, recentShare, earlierShare }: CacheHits): string {
  if (recentShare === null) return percent(share)
  return `${percent(share)}; lately ${percent(recentShare)}, before ${percent(earlierShare)}`
}

function percent(share: number | null): string {
  return `${(100 * (share ?? 0)).toFixed(1)} %`
}
