import { describe, expect, it } from 'vitest'
import { libraryOf, rankingOf } from './support/candidates.ts'
import { pack } from './support/pack.ts'

const { candidates } = libraryOf([
  { uri: 'a.md', title: 'A', units: ['Alpha stands first.', 'Alpha stands second.'] },
  { uri: 'b.md', title: 'B', units: ['Beta stands alone.'] },
])
const [first, second, third] = candidates

describe('decisions', () => {
  it('name each duplicate after the unit that stands for it', async () => {
    const duplicates = [{ ref: `${'0'.repeat(64)}#0-9`, uri: 'copy.md' }]
    const made = await pack(rankingOf('alpha', [{ ...first!, duplicates }, third!]), { budgetTokens: 100 })
    expect(made.decisions.map(({ uri, reason, packed }) => ({ uri, reason, packed }))).toEqual([
      { uri: 'a.md', reason: 'packed', packed: true },
      { uri: 'copy.md', reason: 'duplicate-of', packed: false },
      { uri: 'b.md', reason: 'packed', packed: true },
    ])
    expect(made.decisions[1]?.duplicateOf).toBe(first!.reference)
    expect(made.items[0]?.duplicates).toEqual(duplicates)
  })

  it('say that a candidate is pinned, and it is emitted once', async () => {
    const made = await pack(rankingOf('alpha', [second!, third!]), { budgetTokens: 100, pinned: [second!] })
    expect(made.decisions.map(({ rank, reason }) => ({ rank, reason }))).toEqual([
      { rank: 1, reason: 'pinned' },
      { rank: 2, reason: 'packed' },
    ])
    expect(made.items.map(({ rank, section }) => ({ rank, section }))).toEqual([
      { rank: 0, section: 'stable' },
      { rank: 2, section: 'selected' },
    ])
    expect(made.text.split(second!.hyperedge.text).length).toBe(2)
  })

  it('give lanes, estimate and exact tokens of what was counted', async () => {
    const { decisions } = await pack(rankingOf('alpha', [first!]), { budgetTokens: 100 })
    expect(decisions[0]).toMatchObject({ lanes: first!.lanes, score: 1, ref: first!.reference })
    // [1] A (a.md) and two line breaks at the end: 3 + 1 + 5 + 1, then Alpha stands first. and 2
    expect(decisions[0]?.exactTokens).toBe(16)
    expect(decisions[0]?.estimatedTokens).toBe(first!.hyperedge.tokenCost.tokens + 5)
  })
})
