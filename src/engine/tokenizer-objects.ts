import { PackgraphError } from '../domain/errors.ts'
import type { Exactness } from '../domain/pack.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'

const EXACTNESS: readonly Exactness[] = ['exact', 'remote', 'estimated']

/**
 * A tokenizer that a program hands over, checked for its shape.
 * @throws PackgraphError `INVALID_OPTION`.
 */
export function tokenizerFromObject(value: object): Tokenizer {
  const { identity, exactness, count } = value as Partial<Tokenizer>
  const fault =
    typeof identity !== 'string' || identity === ''
      ? 'identity must be a non-empty string'
      : !EXACTNESS.some((known) => known === exactness)
        ? `exactness must be one of ${EXACTNESS.join(', ')}`
        : typeof count !== 'function'
          ? 'count must be a function'
          : undefined
  if (fault !== undefined)
    throw new PackgraphError('INVALID_OPTION', `the tokenizer is not usable: ${fault}`, { facts: { identity } })
  return value as Tokenizer
}
