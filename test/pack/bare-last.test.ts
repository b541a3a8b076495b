import { describe, expect, it } from 'vitest'
import { bareLast } from '../../src/pack/bare-last.ts'
import { libraryOf, rankingOf } from './support/candidates.ts'
import { pack } from './support/pack.ts'

const texts = [
  '<a id="the-mill"></a>',
  'The mill stands.',
  '[mill]: https://example.org/mill "Mill"\n[weir]: https://example.org/weir',
  'See [mill]: it stands.',
  '<!-- mill -->\n{{#include mill.rs}}',
]
const { candidates } = libraryOf(texts.map((text, index) => ({ uri: `${index}.md`, title: 'T', units: [text] })))
const ranked = candidates.map((candidate, index) => ({ rank: index + 1, candidate }))

describe('units of bare markup', () => {
  it('come behind all others, each in the order of the ranking', () => {
    expect(bareLast(ranked).map(({ rank }) => rank)).toEqual([2, 4, 1, 3, 5])
  })

  it('do not take the room of a unit that says something', async () => {
    const { items } = await pack(rankingOf('mill', candidates), { budgetTokens: 40 })
    expect(items.map(({ rank }) => rank)).toEqual([2, 4])
  })

  it('are packed where there is room for everything, and keep their rank', async () => {
    const { decisions } = await pack(rankingOf('mill', candidates), { budgetTokens: 1_000 })
    expect(decisions.map(({ rank, packed }) => [rank, packed])).toEqual([1, 2, 3, 4, 5].map((rank) => [rank, true]))
  })
})
