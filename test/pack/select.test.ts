import { describe, expect, it } from 'vitest'
import { packCandidates } from '../../src/pack/pack-candidates.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { libraryOf, rankingOf, withCost } from './support/candidates.ts'
import { defaults, pack } from './support/pack.ts'
import { recording, wordTokenizer } from './support/tokenizers.ts'

const units = Array.from({ length: 8 }, (_value, index) => `Passage number ${index} about the mill.`)
const { candidates } = libraryOf(
  units.map((text, index) => ({ uri: `${index}.md`, title: `Mill ${index}`, units: [text] })),
)
const ranking = rankingOf('mill', candidates)

describe('selection', () => {
  it('calls no tokenizer before it is done', async () => {
    let ticks = 0
    const selecting = { monotonicMs: () => ++ticks }
    const watching: Tokenizer = {
      ...wordTokenizer,
      count: (text) => {
        if (ticks < 2) throw new Error('encoded a candidate while selecting')
        return wordTokenizer.count(text)
      },
    }
    const { items } = await packCandidates(
      { ranking, pinned: [], budgetTokens: 60, options: defaults },
      watching,
      selecting,
    )
    expect(items.length).toBeGreaterThan(0)
  })

  it('keeps the order of the ranking whatever units cost', async () => {
    const costly = rankingOf(
      'mill',
      candidates.map((candidate, index) => withCost(candidate, 40 - index)),
    )
    const { decisions } = await pack(costly, { budgetTokens: 100, fill: false })
    expect(decisions.filter(({ packed }) => packed).map(({ rank }) => rank)).toEqual([1, 2])
  })

  it('stops at the first unit that is not expected to fit instead of skipping it', async () => {
    const oneHuge = rankingOf(
      'mill',
      candidates.map((candidate, index) => withCost(candidate, index === 2 ? 1_000 : 5)),
    )
    const { decisions } = await pack(oneHuge, { budgetTokens: 1_000, fill: false })
    expect(decisions.map(({ reason }) => reason)).toEqual(['packed', 'packed', ...Array(6).fill('over-budget')])
  })

  it('needs no tokenizer at all where every cost came from it and nothing is to be verified or filled', async () => {
    const own = rankingOf(
      'mill',
      candidates.map((candidate) => withCost(candidate, 9, wordTokenizer.identity)),
    )
    const { tokenizer, texts } = recording(wordTokenizer)
    const made = await pack(own, { budgetTokens: 60, fill: false, verify: 'when-mismatched', tokenizer })
    expect(texts).toEqual([])
    expect(made.items.length).toBeGreaterThan(0)
    expect(made.proof).toMatchObject({ verified: false, saturated: false, mismatchedTokenizers: [] })
    expect(made.proof.countedTokens).toBeLessThanOrEqual(60)
  })

  it('verifies all the same when one cost came from another tokenizer', async () => {
    const mixed = candidates.map((candidate, index) =>
      withCost(candidate, 9, index === 7 ? 'other@2' : wordTokenizer.identity),
    )
    const made = await pack(rankingOf('mill', mixed), { budgetTokens: 60, fill: false, verify: 'when-mismatched' })
    expect(made.proof).toMatchObject({ verified: true, mismatchedTokenizers: ['other@2'] })
  })
})
