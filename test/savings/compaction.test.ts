import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CacheProfile } from '../../src/domain/savings.ts'
import { compaction } from '../../src/savings/compaction.ts'

const profileOf = (values: Partial<CacheProfile>): CacheProfile => ({
  id: 'test@2026-11-30',
  provider: 'test',
  model: 'all',
  date: '2026-11-30',
  source: 'invented',
  readFactor: 0.1,
  writePremium: 0.25,
  minPrefixTokens: 1_000,
  stepTokens: 1,
  timeToLiveSeconds: null,
  ...values,
})

describe('summarising a history', () => {
  it('pays after some sixty requests where the cache reads at a thirtieth of the price', () => {
    expect(compaction(120_000, 40_000, profileOf({ readFactor: 1 / 30, writePremium: 0 }))).toEqual({
      profile: 'test@2026-11-30',
      keptTokens: 40_000,
      oneTimeTokens: 120_000,
      firstRequestTokens: 40_000,
      nextRequestTokens: expect.closeTo(1_333.33, 2),
      presentRequestTokens: 4_000,
      breakEvenRequests: 60,
    })
  })

  it('pays after two where nothing is cached for less, and never where nothing is left out', () => {
    expect(compaction(120_000, 40_000, profileOf({ readFactor: 1, writePremium: 0 })).breakEvenRequests).toBe(2)
    expect(compaction(120_000, 120_000, profileOf({})).breakEvenRequests).toBeNull()
  })

  it('has cost no more from that request on, and more before it', () => {
    const factors = fc.record({
      readFactor: fc.double({ min: 0, max: 1, noNaN: true }),
      writePremium: fc.constantFrom(0, 0.25, 1),
    })
    fc.assert(
      fc.property(fc.nat(300_000), fc.double({ min: 0, max: 1, noNaN: true }), factors, (context, share, values) => {
        const result = compaction(context, Math.round(context * share), profileOf(values))
        const calls = result.breakEvenRequests
        if (calls === null || calls > 1e6) return
        const { oneTimeTokens, firstRequestTokens, nextRequestTokens, presentRequestTokens } = result
        const lead = (count: number) =>
          count * presentRequestTokens - (oneTimeTokens + firstRequestTokens + (count - 1) * nextRequestTokens)
        expect(lead(calls)).toBeGreaterThan(-1e-3)
        if (calls > 1) expect(lead(calls - 1)).toBeLessThan(1e-3)
      }),
    )
  })
})
