import type { SavedTokens, SavingsSummary, TokenizerSavings } from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'
import { renderUsage } from './render-usage.ts'

/** The ledger as short tables: of texts one for each tokenizer, of requests one for each model. */
export function renderSavings({ entries, unreadable, tokenizers, usage }: SavingsSummary, isFiltered = false): string {
  const parts = [...tokenizers.map(renderTokenizer), ...renderUsage(usage)]
  if (entries + usage.requests === 0) {
    parts.push(isFiltered ? 'no entry matches these options\n' : 'nothing is recorded\n')
  }
  if (unreadable > 0) parts.push(`not counted: ${formatCount(unreadable, 'entry', 'entries')} that cannot be read\n`)
  return parts.join('\n')
}

function renderTokenizer({ tokenizer, kinds, phases, days, ...whole }: TokenizerSavings): string {
  const rows: readonly (readonly [name: string, value: string])[] = [
    ['all', describe(whole)],
    ...kinds.map((sum) => [sum.kind, describe(sum)] as const),
    ...phases.map(
      ({ kind, phase, savedTokens }) => [`${kind}: ${phase}`, `${formatNumber(savedTokens)} saved`] as const,
    ),
    ...days.map((sum) => [sum.day, describe(sum)] as const),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return [
    `tokens counted by ${tokenizer}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
  ].join('\n')
}

function describe({ entries, rawTokens, countedTokens, savedTokens }: SavedTokens): string {
  const share = rawTokens > 0 ? ` (${((100 * savedTokens) / rawTokens).toFixed(1)} %)` : ''
  return (
    `${formatNumber(savedTokens)} saved${share}: ${formatNumber(rawTokens)} before, ` +
    `${formatNumber(countedTokens)} after, in ${formatCount(entries, 'entry', 'entries')}`
  )
}
