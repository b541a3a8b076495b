import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CacheProfile } from '../../src/domain/savings.ts'
import { cacheProfiles, findCacheProfile } from '../../src/savings/cache-profiles.ts'
import { breakEvenCalls, cacheableTokens, effectiveTokens, requestTokens } from '../../src/savings/effective-tokens.ts'

const profile = (name: string): CacheProfile => findCacheProfile(name)!

describe('the worked example of the architecture record', () => {
  const inputs = { rawTokens: 10_000, stableTokens: 2_000, volatileTokens: 500, oneTimeTokens: 0 }

  it.each(['anthropic@2026-07-29', 'anthropic@2026-11-30'])('has its numbers under %s', (name) => {
    expect(effectiveTokens(inputs, profile(name), [1, 10])).toEqual({
      profile: profile(name),
      inputs,
      eligible: true,
      compressed: { cachedTokens: 2_000, freshTokens: 500, firstCallTokens: 3_000, nextCallTokens: 700 },
      raw: { cachedTokens: 9_500, freshTokens: 500, firstCallTokens: 12_375, nextCallTokens: 1_450 },
      headline: { againstRawUncached: 0.93, againstRawCached: 750 / 1_450 },
      amortised: [
        { calls: 1, tokens: 3_000 },
        { calls: 10, tokens: 930 },
      ],
      breakEvenCalls: { againstRawUncached: 1, againstRawCached: 1 },
      layout: { uncachedCallTokens: 2_500, savedShare: 0.72, breakEvenCalls: 2 },
    })
  })

  it('saves 52 % where the raw text would have been cached as well', () => {
    const { againstRawCached } = effectiveTokens(inputs, profile('anthropic')).headline
    expect(`${(100 * againstRawCached).toFixed(0)} %`).toBe('52 %')
  })
})

describe('below the minimum prefix', () => {
  it('nothing is claimed for the cache', () => {
    const inputs = { rawTokens: 2_000, stableTokens: 1_023, volatileTokens: 77, oneTimeTokens: 0 }
    const { eligible, compressed, layout, headline } = effectiveTokens(inputs, profile('anthropic'))
    expect({ eligible, ...compressed }).toEqual({
      eligible: false,
      cachedTokens: 0,
      freshTokens: 1_100,
      firstCallTokens: 1_100,
      nextCallTokens: 1_100,
    })
    expect(layout).toEqual({ uncachedCallTokens: 1_100, savedShare: 0, breakEvenCalls: 1 })
    expect(headline.againstRawUncached).toBe(0.45)
  })

  it('it is told that the raw text, which reaches the minimum, would have been cheaper', () => {
    const inputs = { rawTokens: 5_000, stableTokens: 1_000, volatileTokens: 0, oneTimeTokens: 0 }
    const { headline, breakEvenCalls } = effectiveTokens(inputs, profile('anthropic'))
    expect(headline).toEqual({ againstRawUncached: 0.8, againstRawCached: -1 })
    expect(breakEvenCalls).toEqual({ againstRawUncached: 1, againstRawCached: null })
  })
})

describe('what a cache takes of a prefix', () => {
  it.each([
    ['anthropic', 1_023, 0],
    ['anthropic', 1_024, 1_024],
    ['anthropic', 1_025, 1_025],
    ['openai', 1_023, 0],
    ['openai', 1_151, 1_024],
    ['openai', 1_152, 1_152],
    ['openai', 2_006, 1_920],
    ['gemini', 2_047, 0],
    ['deepseek', 63, 0],
    ['deepseek', 64, 64],
    ['deepseek', 200, 192],
  ])('%s takes of %i tokens %i', (name, tokens, taken) => {
    expect(cacheableTokens(tokens, profile(name))).toBe(taken)
  })
})

describe('a one-time cost', () => {
  it('is part of the first call, and is earned back', () => {
    const inputs = { rawTokens: 10_000, stableTokens: 2_000, volatileTokens: 500, oneTimeTokens: 20_000 }
    const { amortised, breakEvenCalls, layout } = effectiveTokens(inputs, profile('anthropic'), [10])
    expect(amortised).toEqual([{ calls: 10, tokens: 2_930 }])
    // 23,000 + 2 × 700 ≤ 3 × 10,000, and 23,000 + 15 × 700 > 12,375 + 14 × 1,450 for one call fewer than 16.
    expect(breakEvenCalls).toEqual({ againstRawUncached: 3, againstRawCached: 16 })
    expect(layout.breakEvenCalls).toBe(2)
  })
})

const tokens = fc.nat({ max: 200_000 })
const anyProfile = fc.constantFrom(...cacheProfiles())
const anyInputs = fc.record({ rawTokens: tokens, stableTokens: tokens, volatileTokens: tokens, oneTimeTokens: tokens })

describe('for every text and every profile', () => {
  it('no token is lost or counted twice, and only whole steps above the minimum are cached', () => {
    fc.assert(
      fc.property(anyInputs, anyProfile, (inputs, profile) => {
        const { compressed, raw } = effectiveTokens(inputs, profile)
        expect(compressed.cachedTokens + compressed.freshTokens).toBe(inputs.stableTokens + inputs.volatileTokens)
        expect(raw.cachedTokens + raw.freshTokens).toBe(inputs.rawTokens)
        for (const { cachedTokens } of [compressed, raw]) {
          if (cachedTokens === 0) continue
          expect(cachedTokens).toBeGreaterThanOrEqual(profile.minPrefixTokens)
          expect((cachedTokens - profile.minPrefixTokens) % profile.stepTokens).toBe(0)
        }
      }),
    )
  })

  it('the amortised cost is the sum of the calls by their number, and nears that of a repeated call', () => {
    fc.assert(
      fc.property(anyInputs, anyProfile, fc.integer({ min: 1, max: 500 }), (inputs, profile, calls) => {
        const { compressed, amortised } = effectiveTokens(inputs, profile, [calls])
        let total = inputs.oneTimeTokens + compressed.firstCallTokens
        for (let call = 1; call < calls; call++) total += compressed.nextCallTokens
        expect(amortised[0]!.tokens).toBeCloseTo(total / calls, 3)
      }),
    )
  })

  it('headlines agree with what they compare', () => {
    fc.assert(
      fc.property(anyInputs, anyProfile, (inputs, profile) => {
        const { compressed, raw, headline } = effectiveTokens({ ...inputs, rawTokens: inputs.rawTokens + 1 }, profile)
        expect(headline.againstRawUncached).toBeCloseTo(1 - compressed.nextCallTokens / (inputs.rawTokens + 1), 6)
        expect(headline.againstRawCached).toBeCloseTo(1 - compressed.nextCallTokens / raw.nextCallTokens, 6)
        // The honest counterpart never claims more.
        expect(headline.againstRawCached).toBeLessThanOrEqual(headline.againstRawUncached + 1e-9)
      }),
    )
  })

  it('only numbers that JSON can hold come out, whatever goes in', () => {
    fc.assert(
      fc.property(anyInputs, anyProfile, (inputs, profile) => {
        const result = effectiveTokens(inputs, profile)
        expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      }),
    )
  })
})

describe('the break-even', () => {
  const cents = fc.nat({ max: 300 }).map((value) => value / 10)
  const series = fc.record({ firstTokens: cents, nextTokens: cents })
  const HORIZON = 4_000

  it('is the first call from which on the totals are never worse, counted out', () => {
    fc.assert(
      fc.property(series, series, (own, other) => {
        const isNoMore = (calls: number): boolean => {
          const difference = own.firstTokens - other.firstTokens + (calls - 1) * (own.nextTokens - other.nextTokens)
          return difference <= 1e-9
        }
        let expected: number | null = null
        for (let calls = HORIZON; calls >= 1 && isNoMore(calls); calls--) expected = calls
        expect(breakEvenCalls(own, other)).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })
})

it('a request costs what its parts cost', () => {
  const parts = { readTokens: 10_000, writtenTokens: 400, freshTokens: 30 }
  expect(requestTokens(parts, profile('anthropic'))).toBe(1_000 + 500 + 30)
  expect(requestTokens(parts, profile('openai'))).toBe(1_000 + 400 + 30)
})
