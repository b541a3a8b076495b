import { describe, expect, it } from 'vitest'
import { prefillMs, timeLeftMs } from '../../src/converse/latency-guard.ts'

const POLICY = { prefillTokensPerSecond: 1_000, share: 0.5 }

describe('the latency guard', () => {
  it('takes the prefill of the tokens that are saved for what may be spent', () => {
    expect(prefillMs(26_200, { prefillTokensPerSecond: 10_000 })).toBe(2_620)
    expect(prefillMs(-5, POLICY)).toBe(0)
  })

  it('leaves no time once the share of the prefill is spent', () => {
    expect(timeLeftMs({ elapsedMs: 499, savedTokens: 1_000 }, POLICY)).toBe(1)
    expect(timeLeftMs({ elapsedMs: 500, savedTokens: 1_000 }, POLICY)).toBe(0)
    expect(timeLeftMs({ elapsedMs: 9_000, savedTokens: 1_000 }, POLICY)).toBe(0)
  })

  it('leaves none where nothing is saved', () => {
    expect(timeLeftMs({ elapsedMs: 0, savedTokens: 0 }, POLICY)).toBe(0)
  })
})
