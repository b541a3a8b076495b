import { expect, it } from 'vitest'
import { GenerationCache } from '../../../src/adapters/tokenizers/generation-cache.ts'

const THOUSAND = 'x'.repeat(1_000)
const keyOf = (number: number): string => `${number} ${THOUSAND}`

it('remembers what was used lately and forgets what was not', () => {
  const cache = new GenerationCache<number>()
  cache.set('often', 1)
  cache.set('once', 2)
  for (let number = 0; number < 10_000; number++) {
    cache.set(keyOf(number), number)
    expect(cache.get('often')).toBe(1)
  }
  expect(cache.get('once')).toBeUndefined()
  expect(cache.get(keyOf(9_999))).toBe(9_999)
  expect(cache.get(keyOf(0))).toBeUndefined()
})

it('does not remember what is long', () => {
  const cache = new GenerationCache<number>()
  cache.set('x'.repeat(8_192), 1)
  cache.set('x'.repeat(8_193), 2)
  expect([cache.get('x'.repeat(8_192)), cache.get('x'.repeat(8_193))]).toEqual([1, undefined])
})

it('remembers a falsy value', () => {
  const cache = new GenerationCache<number>()
  cache.set('zero', 0)
  expect(cache.get('zero')).toBe(0)
})
