import { describe, expect, it } from 'vitest'
import { decideBoundary } from '../../src/pack/boundary.ts'

const PRICES = { readFactor: 0.1, writePremium: 0.25, minPrefixTokens: 1024 }
const FACTS = { keptPrefixTokens: 3000, leftPrefixTokens: 2000, removedTokens: 0 }

describe('a boundary', () => {
  it('never pays where nothing is taken out of the pack', () => {
    expect(decideBoundary(FACTS, PRICES, 1_000_000)).toEqual({
      taken: false,
      reason: 'kept',
      rewrittenTokens: 1000,
      removedTokens: 0,
      breakEvenCalls: null,
      expectedCalls: 1_000_000,
    })
  })

  it('breaks even after (L / S) · (W − r) / r calls', () => {
    const facts = { ...FACTS, removedTokens: 500 }
    expect(decideBoundary(facts, PRICES, 12).breakEvenCalls).toBeCloseTo(((500 / 500) * 1.15) / 0.1)
    expect(decideBoundary(facts, PRICES, 12)).toMatchObject({ taken: true, reason: 'rewrite-pays' })
    expect(decideBoundary(facts, PRICES, 11)).toMatchObject({ taken: false, reason: 'kept' })
  })

  it('costs nothing where no cache holds so short a prefix', () => {
    const facts = { keptPrefixTokens: 900, leftPrefixTokens: 100, removedTokens: 10 }
    expect(decideBoundary(facts, PRICES, 1)).toMatchObject({ taken: true, rewrittenTokens: 0, breakEvenCalls: 0 })
    expect(decideBoundary(facts, PRICES, 0)).toMatchObject({ taken: false })
  })

  it('counts the whole prefix as lost where what is left is too short for the cache', () => {
    const facts = { ...FACTS, leftPrefixTokens: 1000, removedTokens: 1000 }
    expect(decideBoundary(facts, PRICES, 1)).toMatchObject({ rewrittenTokens: 2000 })
  })
})
