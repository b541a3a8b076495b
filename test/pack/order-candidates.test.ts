import { describe, expect, it } from 'vitest'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { SelectionInput, SelectionPolicy } from '../../src/ports/selection-policy.ts'
import { libraryOf, rankingOf, withCost } from './support/candidates.ts'
import { pack } from './support/pack.ts'

const { candidates } = libraryOf(
  ['The mill grinds rye.', 'A weir feeds it.', 'Nobody lives there.', 'Rye grows beside the weir.'].map(
    (text, index) => ({
      uri: `${index}.md`,
      title: `Note ${index}`,
      units: [text],
    }),
  ),
)
const ranking = rankingOf('mill rye weir', candidates)
const backwards: SelectionPolicy = ({ units }) => units.toReversed()

async function seenBy(budgetTokens: number): Promise<SelectionInput> {
  let seen: SelectionInput | undefined
  const selection: SelectionPolicy = (input) => {
    seen = input
    return input.units
  }
  await pack(ranking, { budgetTokens, selection })
  return seen!
}

describe('a selection policy', () => {
  it('decides which units get the room', async () => {
    const budgetTokens = 40
    const { items } = await pack(ranking, { budgetTokens })
    const reversed = await pack(ranking, { budgetTokens, selection: backwards })
    expect(items.map(({ rank }) => rank)).toEqual([1, 2])
    expect(reversed.items.map(({ rank }) => rank)).toEqual([3, 4])
  })

  it('changes nothing when it returns the units as they came', async () => {
    for (const budgetTokens of [10, 30, 60])
      expect(await pack(ranking, { budgetTokens, selection: ({ units }) => units })).toEqual(
        await pack(ranking, { budgetTokens }),
      )
  })

  it('is told the rank, cost and question terms of each unit, the room and the weights of the question', async () => {
    const { units, termWeights, roomTokens } = await seenBy(50)
    expect(units.map(({ rank, uri }) => [rank, uri])).toEqual([
      [1, '0.md'],
      [2, '1.md'],
      [3, '2.md'],
      [4, '3.md'],
    ])
    expect(units.map(({ questionTerms }) => [...questionTerms])).toEqual([
      ['mill', 'rye'],
      ['weir'],
      [],
      ['rye', 'weir'],
    ])
    expect(units[0]!.estimatedTokens).toBeGreaterThan(candidates[0]!.hyperedge.tokenCost.tokens)
    expect(termWeights).toEqual(ranking.termWeights)
    expect(roomTokens).toBe(50)
  })

  it('keeps out what it does not return, and the decisions say so in rank order', async () => {
    const selection: SelectionPolicy = ({ units }) => units.filter(({ rank }) => rank !== 2)
    const { decisions } = await pack(ranking, { budgetTokens: 1_000, selection })
    expect(decisions.map(({ rank, reason }) => [rank, reason])).toEqual([
      [1, 'packed'],
      [2, 'filtered'],
      [3, 'packed'],
      [4, 'packed'],
    ])
  })

  it('does not make a pack depend on stored costs as long as it ignores them', async () => {
    const dear = rankingOf(
      'mill rye weir',
      candidates.map((candidate) => withCost(candidate, 1_000)),
    )
    for (const budgetTokens of [12, 24, 40]) {
      const { text } = await pack(dear, { budgetTokens, selection: backwards })
      expect(text).toBe((await pack(ranking, { budgetTokens, selection: backwards })).text)
    }
  })

  it('may neither repeat a unit nor invent one, nor make anybody wait', async () => {
    const wrong: readonly SelectionPolicy[] = [
      ({ units }) => [...units, ...units],
      ({ units }) => units.map((unit) => ({ ...unit, rank: 9 })),
      (() => Promise.resolve([])) as unknown as SelectionPolicy,
    ]
    for (const selection of wrong) {
      const failure = await pack(ranking, { budgetTokens: 50, selection }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PackgraphError)
      expect(failure).toMatchObject({ code: 'INVALID_OPTION' })
    }
  })
})
