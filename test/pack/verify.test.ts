import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate, Ranking } from '../../src/domain/candidate.ts'
import { rankedLibrary } from './support/arbitrary.ts'
import { libraryOf, rankingOf, withCost } from './support/candidates.ts'
import { pack } from './support/pack.ts'
import { o200k, recording, wordTokenizer } from './support/tokenizers.ts'

const sentence = 'The water mill at the old bridge ground corn for the whole valley until the flood.'
const { candidates } = libraryOf(
  Array.from({ length: 60 }, (_value, index) => ({
    uri: `${index}.md`,
    title: `Mill ${index}`,
    units: [`${index}. ${sentence} ${sentence}`],
  })),
)

/** A ranking whose stored costs select exactly the first `length` units, whatever the budget. */
function selecting(ranked: readonly Candidate[], length: number): Ranking {
  return rankingOf(
    'mill',
    ranked.map((candidate, index) => withCost(candidate, index < length ? -1_000 : Number.MAX_SAFE_INTEGER)),
  )
}

describe('verification', () => {
  it('trims what was selected too far in a few counts of the whole, not one for each unit', async () => {
    const ranking = rankingOf(
      'mill',
      candidates.map((candidate) => withCost(candidate, 1)),
    )
    const { tokenizer, texts } = recording(o200k)
    const made = await pack(ranking, { budgetTokens: 600, fill: false, tokenizer })
    const wholeCounts = texts.filter((text) => text.startsWith('[1] ') && text.includes('[2] ')).length
    expect(made.proof.countedTokens).toBeGreaterThan(560)
    expect(made.decisions.filter(({ reason }) => reason === 'trimmed').length).toBeGreaterThan(20)
    expect(wholeCounts).toBeLessThanOrEqual(4)
  })

  it('counts the whole once or twice when stored costs are good', async () => {
    const { tokenizer, texts } = recording(o200k)
    const exact = candidates.map((candidate) => withCost(candidate, Number(o200k.count(candidate.hyperedge.text))))
    await pack(rankingOf('mill', exact), { budgetTokens: 600, fill: false, tokenizer })
    expect(texts.filter((text) => text.includes('[2] ')).length).toBeLessThanOrEqual(2)
  })

  it('keeps the longest part of the selection that fits, as dropping one unit at a time would', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, fc.integer({ min: 5, max: 300 }), async ({ ranked }, budgetTokens) => {
        const made = await pack(selecting(ranked, ranked.length), { budgetTokens, fill: false })
        const kept = made.decisions.filter(({ packed }) => packed).length
        expect(made.decisions.slice(0, kept).every(({ packed }) => packed)).toBe(true)
        if (kept === ranked.length || made.decisions[kept]!.reason !== 'trimmed') return
        const longer = await pack(selecting(ranked, kept + 1), { budgetTokens: 1_000_000, fill: false })
        expect(longer.items.length).toBe(kept + 1)
        expect(longer.proof.countedTokens).toBeGreaterThan(budgetTokens)
      }),
      { numRuns: 150 },
    )
  })

  it('ties the proof to the text and to the tokenizer', async () => {
    const { proof, text } = await pack(rankingOf('mill', candidates), { budgetTokens: 300, reserveTokens: 20 })
    expect(proof).toMatchObject({
      tokenizer: wordTokenizer.identity,
      level: 'exact',
      budgetTokens: 300,
      reserveTokens: 20,
      countedTokens: wordTokenizer.count(text),
      verified: true,
      saturated: true,
      mismatchedTokenizers: ['stored@1'],
    })
    expect(proof.slackTokens).toBe(280 - proof.countedTokens)
  })
})
