import { describe, expect, it } from 'vitest'
import { decideEpoch, type EpochFacts } from '../../../src/converse/memory/decide-epoch.ts'

const prices = { readFactor: 0.1, writePremium: 0.25, minPrefixTokens: 1_024 }
const decide = (more: Partial<EpochFacts>) =>
  decideEpoch({
    isFirst: false,
    historyTokens: 8_000,
    prefixTokens: 2_000,
    roomTokens: 10_000,
    epochDepth: 0.4,
    watermarkTokens: null,
    expected: null,
    ...more,
  })

describe('decideEpoch', () => {
  it('leaves what was sent as it was sent, as long as it fits and nothing else is asked for', () => {
    expect(decide({})).toEqual({ boundary: 'kept', fold: false })
    expect(decide({ historyTokens: 10_000 })).toEqual({ boundary: 'kept', fold: false })
    expect(decide({ isFirst: true })).toEqual({ boundary: 'first', fold: false })
  })

  it('folds what exceeds its room, or the watermark', () => {
    expect(decide({ historyTokens: 10_001 })).toEqual({ boundary: 'budget', fold: true })
    expect(decide({ watermarkTokens: 7_999 })).toEqual({ boundary: 'watermark', fold: true })
    expect(decide({ isFirst: true, historyTokens: 10_001 })).toEqual({ boundary: 'first', fold: true })
  })

  it('folds where a rewrite pays: 4,000 tokens written again cost 4,600, and 4,000 fewer save 400 with each call', () => {
    expect(decide({ expected: { prices, calls: 11 } })).toEqual({ boundary: 'kept', fold: false })
    expect(decide({ expected: { prices, calls: 12 } })).toEqual({ boundary: 'pays', fold: true })
    expect(decide({ historyTokens: 4_000, expected: { prices, calls: 1_000 } }).fold).toBe(false)
  })

  it('folds at once where nothing lies in a cache that could be lost', () => {
    expect(decide({ isFirst: true, expected: { prices, calls: 1 } })).toEqual({ boundary: 'first', fold: true })
    const small = { historyTokens: 700, prefixTokens: 100, roomTokens: 1_000 }
    expect(decide({ ...small, expected: { prices, calls: 1 } })).toEqual({ boundary: 'pays', fold: true })
  })
})
