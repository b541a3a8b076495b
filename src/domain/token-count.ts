import { PackgraphError } from './errors.ts'

/**
 * Makes sure that what a tokenizer counted is a number of tokens: a proof, or a stored cost, over anything else says nothing.
 * @throws PackgraphError `TOKENIZER_FAILED` unless it is a whole number from 0.
 */
export function checkedCount(counted: unknown, identity: string): number {
  if (typeof counted === 'number' && Number.isSafeInteger(counted) && counted >= 0) return counted
  const value = typeof counted === 'string' ? JSON.stringify(counted) : String(counted)
  throw new PackgraphError(
    'TOKENIZER_FAILED',
    `the tokenizer ${identity} must count whole tokens from 0; it counted ${value}`,
    {
      facts: { tokenizer: identity, counted },
      hint: 'Make its count(text) return how many tokens the text has, or a promise of that.',
    },
  )
}
