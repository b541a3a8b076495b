import type {
  CompressedConversations,
  SavedTokens,
  SavingsSummary,
  ShadowQuality,
  TokenizerSavings,
} from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'
import { renderUsage } from './render-usage.ts'

/** The ledger as short tables: of texts one for each tokenizer, of requests that were billed one for each model, then requests that were compressed and what answers to them were worth. */
export function renderSavings(summary: SavingsSummary, isFiltered = false): string {
  const { entries, unreadable, tokenizers, usage, conversations, shadow } = summary
  const parts = [
    ...tokenizers.map(renderTokenizer),
    ...renderUsage(usage),
    ...conversations.map(renderConversations),
    ...(shadow.length > 0 ? [renderShadow(shadow)] : []),
  ]
  if (entries + usage.requests + conversations.length + shadow.length === 0) {
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

function describe({ entries, ...sums }: SavedTokens): string {
  return `${describeSaved(sums)}, in ${formatCount(entries, 'entry', 'entries')}`
}

function describeSaved({ rawTokens, countedTokens, savedTokens }: Omit<SavedTokens, 'entries'>): string {
  const share = rawTokens > 0 ? ` (${((100 * savedTokens) / rawTokens).toFixed(1)} %)` : ''
  return `${formatNumber(savedTokens)} saved${share}: ${formatNumber(rawTokens)} before, ${formatNumber(countedTokens)} after`
}

function renderConversations({ tokenizer, requests, levels, ...sums }: CompressedConversations): string {
  const width = Math.max('all'.length, ...levels.map(({ level }) => level.length))
  return [
    `requests compressed, counted by ${tokenizer}`,
    `  ${'all'.padEnd(width)}  ${describeSaved(sums)}, in ${formatCount(requests, 'request')}`,
    ...levels.map(({ level, savedTokens }) => `  ${level.padEnd(width)}  ${formatNumber(savedTokens)} saved`),
    '',
  ].join('\n')
}

function renderShadow(shadow: readonly ShadowQuality[]): string {
  const lines = shadow.map(({ level, budgetShare, judge, samples, quality: { mean, low, high } }) => {
    const budget = `budget up to ${Math.round(100 * budgetShare)} %`
    return `  ${level}, ${budget}: ${mean.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}) in ${formatCount(samples, 'sample')} by ${judge}`
  })
  return ['answers to compressed requests, where those to whole ones are 1', ...lines, ''].join('\n')
}
