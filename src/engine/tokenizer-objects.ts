import { PackgraphError } from '../domain/errors.ts'
import type { Exactness } from '../domain/pack.ts'
import { checkedCount } from '../domain/token-count.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'

const EXACTNESS: readonly Exactness[] = ['exact', 'remote', 'estimated']

/**
 * A tokenizer that a program hands over, checked for its shape and held to counts that are numbers of tokens.
 * @returns a tokenizer whose `count` throws (or rejects with) `TOKENIZER_FAILED` for anything but a whole number from 0.
 * @throws PackgraphError `INVALID_OPTION`.
 */
export function tokenizerFromObject(value: object): Tokenizer {
  const { identity, exactness, count } = value as Partial<Tokenizer>
  if (typeof identity !== 'string' || identity === '') throw unusable('identity must be a non-empty string', identity)
  if (exactness === undefined || !EXACTNESS.includes(exactness))
    throw unusable(`exactness must be one of ${EXACTNESS.join(', ')}`, identity)
  if (typeof count !== 'function') throw unusable('count must be a function', identity)
  const tokenizer = value as Tokenizer
  return {
    identity,
    exactness,
    count: (text, options) => {
      const counted: unknown = tokenizer.count(text, options)
      return isPromise(counted)
        ? counted.then((tokens) => checkedCount(tokens, identity))
        : checkedCount(counted, identity)
    },
  }
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}

function unusable(fault: string, identity: unknown): PackgraphError {
  return new PackgraphError('INVALID_OPTION', `the tokenizer is not usable: ${fault}`, { facts: { identity } })
}
