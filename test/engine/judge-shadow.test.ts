import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeShadow, recordConversation } from '../../src/engine/judge-shadow.ts'
import type { Judge } from '../../src/ports/judge.ts'
import { meanInterval } from '../../src/savings/mean-interval.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { codeOf, engineWith } from './support/engine.ts'

const level = { reason: '', elapsedMs: 1 }
const report = {
  tokenizer: 'words@1',
  levels: [
    { ...level, level: 'lossless' as const, ran: true, tokensBefore: 1_000, tokensAfter: 900 },
    { ...level, level: 'extractive' as const, ran: true, tokensBefore: 900, tokensAfter: 390 },
    { ...level, level: 'pruned' as const, ran: false, tokensBefore: 390, tokensAfter: 390 },
  ],
  originalTokens: 1_000,
  countedTokens: 390,
  budgetTokens: 395,
}
const answers = { key: 'f'.repeat(64), query: 'Which berth?', report, compressedAnswer: '7', fullAnswer: 'berth 7' }
const judgeOf = (quality: number): Judge => ({ identity: 'fixed', judge: () => Promise.resolve(quality) })

describe('judging a shadow', () => {
  it('records qualities by level and share of the budget, and adds their tokens to no saving', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    for (const quality of [1, 0.5]) {
      expect(await engine.judgeShadow(answers, judgeOf(quality))).toEqual({
        key: answers.key,
        judge: 'fixed',
        quality,
        level: 'extractive',
      })
    }
    const { shadow, ...rest } = await engine.savings()
    expect(shadow).toEqual([
      {
        level: 'extractive',
        budgetShare: 0.4,
        judge: 'fixed',
        tokenizer: 'words@1',
        samples: 2,
        quality: meanInterval(1.5, 2),
        originalTokens: 2_000,
        compressedTokens: 780,
      },
    ])
    expect(rest).toMatchObject({ entries: 0, unreadable: 0, tokenizers: [], conversations: [] })
  })

  it.each([Number.NaN, -0.1, 1.1])('refuses a quality of %d, and records nothing', async (quality) => {
    const engine = engineWith({ store: new MemoryStore() })
    expect(await codeOf(engine.judgeShadow(answers, judgeOf(quality)))).toBe('INPUT')
    expect((await engine.savings()).shadow).toEqual([])
  })

  it('refuses answers without a report', async () => {
    expect(await codeOf(engineWith().judgeShadow({ ...answers, report: {} } as never, judgeOf(1)))).toBe('INPUT')
  })

  it('ends when it is cancelled, although the judge does not', async () => {
    const parts = { clock: { nowMs: () => 0 }, store: new MemoryStore() }
    const stuck: Judge = { identity: 'stuck', judge: () => new Promise(() => {}) }
    const judged = judgeShadow(answers, stuck, { signal: AbortSignal.timeout(5) }, parts)
    expect(await codeOf(judged)).toBe('CANCELLED')
  })
})

describe('a compressed request', () => {
  it('is summed by level, apart from texts and from what a session avoided', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    for (const _ of [1, 2]) await recordConversation(report, 's', { store, clock: { nowMs: () => 0 } })
    const sums = { tokenizer: 'words@1', requests: 2, rawTokens: 2_000, countedTokens: 780, savedTokens: 1_220 }
    const levels = [
      { level: 'extractive', savedTokens: 1_020 },
      { level: 'lossless', savedTokens: 200 },
    ]
    expect(await engine.savings()).toMatchObject({ entries: 0, tokenizers: [], conversations: [{ ...sums, levels }] })
    const usage = { model: 'm', sessionId: 's', inputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 }
    expect(await engine.recordUsage({ ...usage, outputTokens: 0, reasoningTokens: 0 })).toMatchObject({ avoided: [] })
  })
})

describe('the interval of a mean', () => {
  it('holds the mean, lies between 0 and 1, and narrows with more values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, mean) => {
        const few = meanInterval(mean * count, count)
        const many = meanInterval(mean * count * 4, count * 4)
        expect(few.low).toBeGreaterThanOrEqual(0)
        expect(few.high).toBeLessThanOrEqual(1)
        expect(few.low).toBeLessThanOrEqual(few.mean + 1e-9)
        expect(few.high).toBeGreaterThanOrEqual(few.mean - 1e-9)
        expect(many.high - many.low).toBeLessThanOrEqual(few.high - few.low)
      }),
    )
  })

  it('is the published one for 8 of 10', () => {
    const { low, high } = meanInterval(8, 10)
    expect([low, high].map((value) => value.toFixed(3))).toEqual(['0.490', '0.943'])
  })
})
