import { describe, expect, it } from 'vitest'
import { type Draft, fitDraft } from '../../../src/compress/markdown/fit.ts'

const draft = (tokens: number): Draft => ({ removals: [], text: '', tokens })

/** A document whose prose comes in pieces of fifty tokens. */
function fitted(budgetTokens: number, tokensOf: (proseTokens: number) => number): Promise<Draft> {
  return fitDraft({
    draftFor: async (proseTokens) => draft(tokensOf(proseTokens)),
    least: draft(10),
    budgetTokens,
    proseTokens: budgetTokens,
    ratio: 1,
    stepTokens: 18,
  })
}

describe('Fitting a draft', () => {
  it('gives a little more up when the first try is over by a single token', async () => {
    expect(await fitted(500, (proseTokens) => Math.floor(proseTokens / 50) * 50 + 1)).toMatchObject({ tokens: 451 })
  })

  it('uses the room that a first try leaves', async () => {
    expect(await fitted(500, (proseTokens) => Math.floor(proseTokens / 100) * 50)).toMatchObject({ tokens: 500 })
  })

  it('keeps no prose when none fits', async () => {
    expect(await fitted(500, () => 501)).toMatchObject({ tokens: 10 })
  })
})
