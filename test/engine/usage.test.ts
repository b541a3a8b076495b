import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/clock/system-clock.ts'
import type { RequestUsage } from '../../src/domain/usage.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { codeOf, engineWith } from './support/engine.ts'

const USAGE: RequestUsage = {
  model: 'm',
  sessionId: 's',
  inputTokens: 1_000,
  cacheReadTokens: 8_000,
  cacheWriteTokens: 1_000,
  outputTokens: 500,
  reasoningTokens: 200,
}
const CALL = { tokenizer: 'letters@1', sessionId: 's', tool: 'bash' } as const
const output = Array.from(
  { length: 500 },
  (_, index) => `10:00:${index % 60} GET /items/${index} in ${index} ms\n`,
).join('')

describe('recording usage', () => {
  it('keeps what slimming avoids beside what is billed, again at each request', async () => {
    const engine = engineWith()
    const { tokensBefore, tokensAfter, tokenizer, id } = await engine.slim(output, CALL)
    const saved = tokensBefore - tokensAfter
    expect(await engine.recordUsage(USAGE)).toEqual({
      contextTokens: 10_000,
      avoided: [{ tokenizer, tokens: saved }],
      cache: { requests: 1, share: 0.8, recentShare: null, earlierShare: null, hasFallen: false },
    })
    await engine.recordUsage(USAGE)
    await engine.expand(id ?? '')
    expect((await engine.recordUsage(USAGE)).avoided).toEqual([{ tokenizer, tokens: -tokensAfter }])
    const { usage, entries, tokenizers } = await engine.savings()
    expect(entries).toBe(2)
    expect(tokenizers.map(({ savedTokens }) => savedTokens)).toEqual([-tokensAfter])
    expect(usage.models[0]).toMatchObject({
      billed: { requests: 3, inputTokens: 3_000, cacheReadTokens: 24_000, outputTokens: 1_500 },
      avoided: [{ tokenizer, tokens: 2 * saved - tokensAfter, billedTokens: null }],
    })
  })

  it('never mixes two sessions, and claims nothing for nested requests and those of no session', async () => {
    const engine = engineWith()
    await engine.slim(output, CALL)
    const { sessionId: _, ...homeless } = USAGE
    const others = [{ ...USAGE, sessionId: 't' }, { ...USAGE, nested: true }, homeless]
    for (const usage of others) expect((await engine.recordUsage(usage)).avoided).toEqual([])
    expect((await engine.recordUsage(USAGE)).cache?.requests).toBe(1)
    expect((await engine.savings()).usage.models[0]).toMatchObject({ billed: { requests: 3 }, nested: { requests: 1 } })
  })

  it('charges an expansion to no session when the output was slimmed in two, unless one is named', async () => {
    const engine = engineWith()
    const { id, tokensBefore, tokensAfter } = await engine.slim(output, CALL)
    await engine.slim(output, { ...CALL, sessionId: 't' })
    const avoidedBy = async (sessionId: string) =>
      (await engine.recordUsage({ ...USAGE, sessionId })).avoided.map(({ tokens }) => tokens)
    await engine.expand(id ?? '')
    expect([await avoidedBy('s'), await avoidedBy('t')]).toEqual(Array(2).fill([tokensBefore - tokensAfter]))
    await engine.expand(id ?? '', { sessionId: 't' })
    expect([await avoidedBy('s'), await avoidedBy('t')]).toEqual([[tokensBefore - tokensAfter], [-tokensAfter]])
  })

  it('tells the alarm of its session', async () => {
    const engine = engineWith()
    for (let turn = 0; turn < 9; turn++) await engine.recordUsage(turn < 5 ? USAGE : { ...USAGE, cacheReadTokens: 0 })
    const { cache } = await engine.recordUsage({ ...USAGE, cacheReadTokens: 0 })
    expect(cache).toMatchObject({ earlierShare: 0.8, recentShare: 0, hasFallen: true })
  })

  it('is left out of savings of another kind or tokenizer', async () => {
    const engine = engineWith()
    await engine.recordUsage(USAGE)
    const count = async (options: Parameters<typeof engine.savings>[0]) =>
      (await engine.savings(options)).usage.requests
    expect(await count({ kind: 'request' })).toBe(1)
    expect(await count({ tokenizer: 'billed:m' })).toBe(1)
    expect(await count({ kind: 'slim' })).toBe(0)
  })

  it('counts requests that cannot be read apart', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    await engine.recordUsage(USAGE)
    const row = { kind: 'request', atMs: 1, tokenizer: 'billed:m' }
    await store.recordSavings([
      { ...row, data: { model: 'm', sessionId: 's', inputTokens: -1 } },
      { ...row, data: null },
    ])
    expect(await engine.savings()).toMatchObject({ entries: 0, unreadable: 2, usage: { requests: 1 } })
    expect((await engine.recordUsage(USAGE)).cache?.requests).toBe(2)
  })

  it.each([
    ['tokens below zero', { inputTokens: -1 }],
    ['more reasoning than output', { reasoningTokens: 501 }],
    ['no model', { model: '' }],
    ['an unknown field', { input_tokens: 5 }],
  ])('refuses %s', async (_, wrong) => {
    expect(await codeOf(engineWith().recordUsage({ ...USAGE, ...wrong } as never))).toBe('INPUT')
  })
})

describe('pressure', () => {
  const watermark = 10_000

  it('is off without a watermark', () => {
    expect(engineWith().pressure('s', { ...USAGE, inputTokens: 1e9 })).toEqual({
      advice: 'off',
      contextTokens: 1e9 + 9_000,
      watermarkTokens: null,
      compaction: null,
    })
  })

  it.each([
    ['the watermark', 10_000, 'compact'],
    ['one token less', 10_001, 'below'],
    ['a share of the window', { windowTokens: 20_000, ratio: 0.5 }, 'compact'],
    ['85 % of the window', { windowTokens: 11_764 }, 'compact'],
    ['less than 85 % of it', { windowTokens: 11_766 }, 'below'],
  ] as const)('says whether the context has reached %s', (_, limit, advice) => {
    expect(engineWith().pressure('s', USAGE, { watermark: limit }).advice).toBe(advice)
  })

  it('is told once within the cooldown, to each session', () => {
    const time = { ms: 5 }
    const engine = engineWith({ clock: { ...systemClock, monotonicMs: () => time.ms } })
    const advice = (session: string) => engine.pressure(session, USAGE, { watermark, cooldownMs: 1_000 }).advice
    expect([advice('s'), advice('s'), advice('t')]).toEqual(['compact', 'cooling-down', 'compact'])
    time.ms += 999
    expect(advice('s')).toBe('cooling-down')
    time.ms += 1
    expect([advice('s'), advice('s')]).toEqual(['compact', 'cooling-down'])
  })

  it('comes with what a summary would cost, and when it would pay', () => {
    const { compaction } = engineWith().pressure('s', USAGE, {
      watermark,
      keptTokens: 4_000,
      cacheProfile: 'anthropic@2026-11-30',
    })
    expect(compaction).toEqual({
      profile: 'anthropic@2026-11-30',
      keptTokens: 4_000,
      oneTimeTokens: 10_000,
      firstRequestTokens: 5_000,
      nextRequestTokens: 400,
      presentRequestTokens: 1_000,
      // (10,000 + 5,000 - 1,000) / (1,000 - 400) = 23.3
      breakEvenRequests: 25,
    })
    expect(engineWith().pressure('s', USAGE, { watermark }).compaction?.keptTokens).toBe(3_334)
  })

  it('takes no measure from nested requests', () => {
    expect(engineWith().pressure('s', { ...USAGE, nested: true }, { watermark }).advice).toBe('nested')
  })

  it('names the nearest option where one is unknown', () => {
    const wrong = { watermark: { windowTokens: 10, rati: 1 } }
    expect(() => engineWith().pressure('s', USAGE, wrong as never)).toThrow(
      expect.objectContaining({ hint: 'Did you mean “ratio”?' }),
    )
  })

  it.each([{ watermark: 0 }, { watermark: { windowTokens: 10, ratio: 1.5 } }, { cacheProfile: 'none' }, { water: 1 }])(
    'refuses %o',
    (options) => {
      expect(() => engineWith().pressure('s', USAGE, options as never)).toThrow(
        expect.objectContaining({ code: 'INVALID_OPTION' }),
      )
    },
  )
})
