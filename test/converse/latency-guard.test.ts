import { describe, expect, it } from 'vitest'
import { DEFAULT_LATENCY_POLICY, latencyStop, prefillMs } from '../../src/converse/latency-guard.ts'

const POLICY = { prefillTokensPerSecond: 1_000, share: 0.5 }

describe('the latency guard', () => {
  it('takes the prefill of the tokens that are saved for what may be spent', () => {
    expect(prefillMs(26_200, DEFAULT_LATENCY_POLICY)).toBe(2_620)
    expect(prefillMs(-5, POLICY)).toBe(0)
  })

  it('stops once the share of the prefill is spent, and says so', () => {
    expect(latencyStop({ elapsedMs: 499, savedTokens: 1_000, isNeeded: false }, POLICY)).toBeNull()
    expect(latencyStop({ elapsedMs: 500, savedTokens: 1_000, isNeeded: false }, POLICY)).toBe(
      'stopped by the latency guard: 500 ms of 500 ms are spent',
    )
  })

  it('never stops what the budget needs', () => {
    expect(latencyStop({ elapsedMs: 1e9, savedTokens: 0, isNeeded: true }, POLICY)).toBeNull()
  })

  it('stops whatever can be left out where nothing is saved', () => {
    expect(latencyStop({ elapsedMs: 0, savedTokens: 0, isNeeded: false }, POLICY)).not.toBeNull()
  })
})
