import { describe, expect, it } from 'vitest'
import { decideBoundary } from '../../src/pack/boundary.ts'

const PRICES = { readFactor: 0.1, writePremium: 0.25, minPrefixTokens: 1024 }
const FACTS = { keptPrefixTokens: 3000, leftPrefixTokens: 2000, regainedTokens: 0, removedTokens: 0, limitTokens: 4000 }

describe('a boundary', () => {
  it('never pays where a rewrite saves nothing', () => {
    expect(decideBoundary(FACTS, PRICES, 1_000_000)).toEqual({
      taken: false,
      reason: 'kept',
      rewrittenTokens: 1000,
      regainedTokens: 0,
      removedTokens: 0,
      breakEvenCalls: null,
      expectedCalls: 1_000_000,
    })
  })

  it('breaks even after (L / S) · (W − r) / r calls where text is no longer sent', () => {
    const facts = { ...FACTS, removedTokens: 500 }
    expect(decideBoundary(facts, PRICES, 24).breakEvenCalls).toBeCloseTo(((1000 / 500) * 1.15) / 0.1)
    expect(decideBoundary(facts, PRICES, 24)).toMatchObject({ taken: true, reason: 'rewrite-pays' })
    expect(decideBoundary(facts, PRICES, 22)).toMatchObject({ taken: false, reason: 'kept' })
  })

  it('breaks even after L / G calls, whatever the prices, where fresh text would be read instead of written', () => {
    const facts = { ...FACTS, regainedTokens: 250 }
    expect(decideBoundary(facts, PRICES, 5)).toMatchObject({ taken: true, breakEvenCalls: 4 })
    expect(decideBoundary(facts, { ...PRICES, readFactor: 0.5, writePremium: 0 }, 4)).toMatchObject({
      taken: false,
      breakEvenCalls: 4,
    })
  })

  it('costs nothing where no cache holds so short a prefix, and saves nothing where none will', () => {
    const short = { ...FACTS, keptPrefixTokens: 1000, leftPrefixTokens: 100, regainedTokens: 50 }
    expect(decideBoundary(short, PRICES, 1)).toMatchObject({ taken: true, rewrittenTokens: 0 })
    expect(decideBoundary({ ...short, limitTokens: 1000 }, PRICES, 1)).toMatchObject({
      taken: false,
      breakEvenCalls: null,
    })
  })

  it('counts the whole prefix as lost where what is left is too short for the cache', () => {
    const facts = { ...FACTS, leftPrefixTokens: 1000, regainedTokens: 1000 }
    const { rewrittenTokens, breakEvenCalls } = decideBoundary(facts, PRICES, 4)
    expect(rewrittenTokens).toBe(3000)
    expect(breakEvenCalls).toBeCloseTo(3)
  })
})
