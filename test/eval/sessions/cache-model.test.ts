import { describe, expect, it } from 'vitest'
import { CACHE_MODELS, effectiveTokens, type SessionCallFacts } from '../../../eval/sessions/cache-model.ts'

const [anthropic, openai, deepseek] = CACHE_MODELS as readonly [
  (typeof CACHE_MODELS)[number],
  (typeof CACHE_MODELS)[number],
  (typeof CACHE_MODELS)[number],
]

const call = (tokens: number, sharedTokens: number, ...places: SessionCallFacts['places']): SessionCallFacts => ({
  tokens,
  sharedTokens,
  places,
})

describe('effective tokens', () => {
  it('are all tokens where nothing is shared, or less than a provider caches', () => {
    expect(effectiveTokens([call(3000, 0), call(3000, 1000)], openai)).toBe(6000)
  })

  it('read the longest shared prefix in whole steps, where a provider finds it on its own', () => {
    expect(effectiveTokens([call(3000, 0), call(3000, 1300)], openai)).toBeCloseTo(3000 + 0.1 * 1280 + 1720)
    expect(effectiveTokens([call(3000, 0), call(3000, 100)], deepseek)).toBeCloseTo(3000 + 0.1 * 64 + 2936)
  })

  it('read what an earlier request marked, and pay for marking, where a provider wants marks', () => {
    const place = { after: 'retained', tokens: 2000, sha256: 'a' }
    const calls = Array.from({ length: 5 }, () => call(3000, 2000, place))
    expect(effectiveTokens(calls, anthropic)).toBeCloseTo(1.25 * 2000 + 1000 + 4 * (200 + 1000))
  })

  it('are never more than without a cache, since a caller need not mark anything', () => {
    const calls = ['a', 'b', 'c'].map((sha256) => call(3000, 0, { after: 'selected', tokens: 3000, sha256 }))
    expect(effectiveTokens(calls, anthropic)).toBe(9000)
  })

  it('do not count marks below the minimum', () => {
    const place = { after: 'retained', tokens: 1000, sha256: 'a' }
    expect(effectiveTokens([call(3000, 0, place), call(3000, 1000, place)], anthropic)).toBe(6000)
  })
})
