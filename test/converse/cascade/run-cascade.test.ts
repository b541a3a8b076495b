import { describe, expect, it } from 'vitest'
import { type CascadeStep, type CascadeTools, runCascade } from '../../../src/converse/cascade/run-cascade.ts'
import type { CascadeLevel, LevelReport } from '../../../src/domain/compressed-request.ts'

/** A level that takes so many tokens away; the state is how many are left. */
const step = (level: CascadeLevel, taken: number, changes: Partial<CascadeStep<number>> = {}): CascadeStep<number> => ({
  level,
  off: null,
  isDue: async () => false,
  run: async (tokens) => tokens - taken,
  ...changes,
})
const tools = (budgetTokens: number, changes: Partial<CascadeTools<number>> = {}): CascadeTools<number> => ({
  budgetTokens,
  count: async (tokens) => tokens,
  nowMs: () => 0,
  onLevel: () => {},
  ...changes,
})
const ran = (levels: readonly LevelReport[]) => levels.filter((level) => level.ran).map(({ level }) => level)

describe('the cascade', () => {
  const steps = [
    step('lossless', 10, { isDue: async () => true }),
    step('extractive', 30),
    step('abstractive', 20),
    step('pruned', 5, { off: 'off' }),
  ]

  it('stops at the first level that fits', async () => {
    expect(ran((await runCascade(100, steps, tools(95))).levels)).toEqual(['lossless'])
    expect(ran((await runCascade(100, steps, tools(60))).levels)).toEqual(['lossless', 'extractive'])
    const all = await runCascade(100, steps, tools(10))
    expect(ran(all.levels)).toEqual(['lossless', 'extractive', 'abstractive'])
    expect(all).toMatchObject({ state: 40, tokens: 40 })
  })

  it('says of each level what it did, or why it did nothing', async () => {
    const { levels } = await runCascade(100, steps, tools(60))
    expect(
      levels.map(({ level, tokensBefore, tokensAfter, reason }) => [level, tokensBefore, tokensAfter, reason]),
    ).toEqual([
      ['lossless', 100, 90, 'over the budget'],
      ['extractive', 90, 60, 'over the budget'],
      ['abstractive', 60, 60, 'fits already'],
      ['pruned', 60, 60, 'off'],
    ])
  })

  it('runs what is due where the request fits', async () => {
    const { levels, tokens } = await runCascade(100, steps, tools(500))
    expect(tokens).toBe(90)
    expect(levels[0]).toMatchObject({ ran: true, reason: 'due' })
  })

  it('does not take what a level made larger', async () => {
    const { levels, tokens } = await runCascade(100, [step('extractive', -7), step('abstractive', 1)], tools(50))
    expect(tokens).toBe(99)
    expect(levels[0]).toMatchObject({ tokensBefore: 100, tokensAfter: 100 })
  })
})
