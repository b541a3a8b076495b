import type { SelectableUnit, SelectionInput } from 'packgraph'
import { describe, expect, it } from 'vitest'
import { SELECTION_ARMS } from '../../../eval/packing/selection-arms.ts'

interface Sketch {
  readonly score: number
  readonly tokens: number
  readonly terms?: readonly string[]
  /** Rank of the unit that a graph path to this one starts from. */
  readonly from?: number
}

function inputOf(...sketches: readonly Sketch[]): SelectionInput {
  const units = sketches.map(
    ({ score, tokens, terms = [], from }, index): SelectableUnit => ({
      rank: index + 1,
      id: 100 + index,
      ref: `ref-${index}`,
      uri: `${index}.md`,
      score,
      lanes: from === undefined ? {} : { graph: { rank: 1, score: 1, path: [stepFrom(99 + from)] } },
      estimatedTokens: tokens,
      questionTerms: new Set(terms),
    }),
  )
  return { units, termWeights: new Map(Object.entries({ mill: 0.5, weir: 0.3, rye: 0.2 })), roomTokens: 100 }
}

function stepFrom(fromId: number) {
  return { fromId, fromRef: '', fromTitle: '', relation: 'links-to', entity: 'weir' } as const
}

function ranksOf(arm: string, input: SelectionInput): readonly number[] {
  return SELECTION_ARMS[arm]!(input).map(({ rank }) => rank)
}

describe('the arms of selection', () => {
  it('density puts the best score for each token first, the better rank among equals', () => {
    const input = inputOf({ score: 1, tokens: 100 }, { score: 0.5, tokens: 10 }, { score: 0.5, tokens: 50 })
    expect(ranksOf('density', input)).toEqual([2, 1, 3])
  })

  it('coverage puts first what adds most of the question for each token', () => {
    const input = inputOf(
      { score: 1, tokens: 40, terms: ['mill', 'weir'] },
      { score: 0.9, tokens: 10, terms: ['mill'] },
      { score: 0.1, tokens: 12, terms: ['weir', 'rye'] },
    )
    expect(ranksOf('coverage', input)).toEqual([2, 3, 1])
  })

  it('set-wise weighs the score with what a unit adds', () => {
    const input = inputOf(
      { score: 1, tokens: 10, terms: ['mill'] },
      { score: 0.9, tokens: 10, terms: ['mill'] },
      { score: 0.8, tokens: 10, terms: ['weir', 'rye'] },
    )
    expect(ranksOf('set-wise', input)).toEqual([1, 3, 2])
  })

  it('min-relevance leaves out what scores below a fifth of the best', () => {
    const input = inputOf({ score: 1, tokens: 10 }, { score: 0.19, tokens: 10 }, { score: 0.2, tokens: 10 })
    expect(ranksOf('min-relevance', input)).toEqual([1, 3])
  })

  it('chain takes a unit together with the one that its path started from', () => {
    const input = inputOf(
      { score: 1, tokens: 10 },
      { score: 0.9, tokens: 10 },
      { score: 0.8, tokens: 10, from: 4 },
      { score: 0.7, tokens: 10 },
    )
    expect(ranksOf('chain', input)).toEqual([1, 2, 4, 3])
  })

  it('returns every unit once, but for min-relevance', () => {
    const input = inputOf(
      { score: 1, tokens: 10, terms: ['mill'], from: 2 },
      { score: 0.9, tokens: 10, from: 1 },
      { score: 0.8, tokens: 10, terms: ['rye'], from: 1 },
    )
    for (const arm of ['density', 'coverage', 'set-wise', 'chain'])
      expect([arm, ranksOf(arm, input).toSorted()]).toEqual([arm, [1, 2, 3]])
  })
})
