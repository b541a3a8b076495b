import { describe, expect, it } from 'vitest'
import { effectiveTokens as checked } from '../../src/engine/effective-tokens.ts'
import { cacheProfiles, DEFAULT_PROFILE_NAMES, findCacheProfile } from '../../src/savings/cache-profiles.ts'

const INPUTS = { rawTokens: 10_000, stableTokens: 2_000, volatileTokens: 500 }

describe('the cache profiles', () => {
  it('are these', () => {
    const rows = cacheProfiles().map(
      ({ id, readFactor, writePremium, minPrefixTokens, stepTokens, timeToLiveSeconds }) =>
        `${id} r ${readFactor} w ${writePremium} m ${minPrefixTokens} step ${stepTokens} ttl ${timeToLiveSeconds}`,
    )
    expect(rows).toEqual([
      'anthropic@2026-11-30 r 0.1 w 0.25 m 1024 step 1 ttl 300',
      'anthropic-1h@2026-11-30 r 0.1 w 1 m 1024 step 1 ttl 3600',
      'anthropic-from-512@2026-11-30 r 0.1 w 0.25 m 512 step 1 ttl 300',
      'anthropic-1h-from-512@2026-11-30 r 0.1 w 1 m 512 step 1 ttl 3600',
      'anthropic-from-2048@2026-11-30 r 0.1 w 0.25 m 2048 step 1 ttl 300',
      'anthropic-1h-from-2048@2026-11-30 r 0.1 w 1 m 2048 step 1 ttl 3600',
      'anthropic-from-4096@2026-11-30 r 0.1 w 0.25 m 4096 step 1 ttl 300',
      'anthropic-1h-from-4096@2026-11-30 r 0.1 w 1 m 4096 step 1 ttl 3600',
      'openai@2026-11-30 r 0.1 w 0 m 1024 step 128 ttl 300',
      'openai-4.1@2026-11-30 r 0.25 w 0 m 1024 step 128 ttl 300',
      'openai-4o@2026-11-30 r 0.5 w 0 m 1024 step 128 ttl 300',
      'gemini@2026-11-30 r 0.1 w 0 m 2048 step 1 ttl null',
      'gemini-from-4096@2026-11-30 r 0.1 w 0 m 4096 step 1 ttl null',
      'deepseek@2026-11-30 r 0.1 w 0 m 64 step 64 ttl null',
      'deepseek-cheapest@2026-11-30 r 0.02 w 0 m 64 step 64 ttl null',
      'kimi@2026-11-30 r 0.2 w 0 m 1024 step 1 ttl null',
      'kimi-cheapest@2026-11-30 r 0.1 w 0 m 1024 step 1 ttl null',
      'anthropic@2026-07-29 r 0.1 w 0.25 m 1024 step 1 ttl null',
      'openai@2026-07-29 r 0.5 w 0 m 1024 step 1 ttl null',
      'gemini@2026-07-29 r 0.25 w 0 m 1024 step 1 ttl null',
      'kimi@2026-07-29 r 0.1 w 0 m 1024 step 1 ttl null',
    ])
  })

  it('have an id each, a date in it and a source', () => {
    const ids = cacheProfiles().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, date, source } of cacheProfiles()) {
      expect(id.endsWith(`@${date}`)).toBe(true)
      expect(source).toMatch(/^https:\/\/|ADR-003/)
    }
  })

  it('are found by id, and by name the newest', () => {
    expect(findCacheProfile('openai')?.id).toBe('openai@2026-11-30')
    expect(findCacheProfile('openai@2026-07-29')?.readFactor).toBe(0.5)
    expect(findCacheProfile('open')).toBeUndefined()
    expect(DEFAULT_PROFILE_NAMES.map((name) => findCacheProfile(name)?.provider)).toEqual(DEFAULT_PROFILE_NAMES)
  })

  it('all pass the check that those of callers pass', () => {
    for (const profile of cacheProfiles()) expect(checked(INPUTS, profile).profile).toEqual(profile)
  })
})

describe('a caller', () => {
  const own = { ...findCacheProfile('openai')!, id: 'house@2026-12-01', readFactor: 0.3 }

  it('can give a profile of its own', () => {
    expect(checked(INPUTS, own, { calls: [1] }).compressed.nextCallTokens).toBeCloseTo(1_920 * 0.3 + 80 + 500, 9)
  })

  it.each([
    ['a key that there is not', { ...own, writeFactor: 1 }, /there is no “writeFactor”/],
    ['a factor below zero', { ...own, readFactor: -0.1 }, /readFactor/],
    ['no number', { ...own, writePremium: Number.NaN }, /writePremium/],
    ['steps of nothing', { ...own, stepTokens: 0 }, /stepTokens/],
    ['a day that is none', { ...own, date: 'today' }, /YYYY-MM-DD/],
    ['a missing source', { ...own, source: undefined }, /source/],
  ])('is told of %s', (_, profile, message) => {
    expect(() => checked(INPUTS, profile as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringMatching(message) }),
    )
  })

  it('is told of unknown names, wrong counts and wrong options', () => {
    const hint = 'Did you mean “openai”?'
    expect(() => checked(INPUTS, 'opena')).toThrow(expect.objectContaining({ code: 'INVALID_OPTION', hint }))
    expect(() => checked({ ...INPUTS, rawTokens: -1 }, own)).toThrow(expect.objectContaining({ code: 'INPUT' }))
    expect(() => checked({ ...INPUTS, volatileTokens: Number.POSITIVE_INFINITY }, own)).toThrow(/volatileTokens/)
    expect(() => checked(INPUTS, own, { calls: [0] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })
})
