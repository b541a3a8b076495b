import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Choosable, chooseAtPrice } from '../../../src/compress/prose/choose-at-price.ts'
import { fitSentences } from '../../../src/compress/prose/fit-sentences.ts'

const sentence = fc.record({
  weight: fc.integer({ min: 1, max: 12 }),
  value: fc.integer({ min: 0, max: 9 }),
  dependent: fc.boolean(),
  joined: fc.boolean(),
})
/** As texts make them: what depends on a predecessor is joined to it, and the first sentence has none. */
const documents: fc.Arbitrary<readonly Choosable[]> = fc.array(sentence, { maxLength: 9 }).map((list) =>
  list.map((own, index) => ({
    ...own,
    dependent: index > 0 && own.dependent,
    joined: index > 0 && (own.dependent || own.joined),
  })),
)

function costOf(sentences: readonly Choosable[], kept: readonly boolean[], gapTokens: number): number {
  let cost = 0
  sentences.forEach(({ weight, joined }, index) => {
    if (kept[index]) cost += weight
    else if (index === 0 || kept[index - 1] || !joined) cost += gapTokens
  })
  return cost
}

/** Whether what is dependent has its predecessor, or is one. */
function isSound(sentences: readonly Choosable[], kept: readonly boolean[]): boolean {
  return sentences.every(({ dependent }, index) => {
    const isPredecessor = sentences[index + 1]?.dependent === true && kept[index + 1] === true
    return !kept[index] || !dependent || kept[index - 1] === true || isPredecessor
  })
}

function choicesOf(sentences: readonly Choosable[]): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** sentences.length }, (_, bits) =>
    sentences.map((_, index) => ((bits >> index) & 1) === 1),
  ).filter((kept) => isSound(sentences, kept))
}

function worthOf(sentences: readonly Choosable[], kept: readonly boolean[]): number {
  return sentences.reduce((sum, { weight, value }, index) => (kept[index] ? sum + weight * value : sum), 0)
}

describe('Choosing at a price', () => {
  it('finds the best of all choices', () => {
    const holds = fc.property(documents, fc.nat(8), fc.nat(10), (sentences, gapTokens, price) => {
      const net = (kept: readonly boolean[]) => worthOf(sentences, kept) - price * costOf(sentences, kept, gapTokens)
      const best = Math.max(...choicesOf(sentences).map(net))
      expect(net(chooseAtPrice(sentences, gapTokens, price))).toBe(best)
    })
    fc.assert(holds)
  })
})

describe('Fitting sentences into a budget', () => {
  it('meets every budget that can be met, and comes as near as can be to one that cannot', () => {
    const holds = fc.property(documents, fc.nat(8), fc.nat(60), (sentences, gapTokens, budgetTokens) => {
      const kept = fitSentences(sentences, { budgetTokens, gapTokens })
      const least = Math.min(...choicesOf(sentences).map((choice) => costOf(sentences, choice, gapTokens)))
      expect(costOf(sentences, kept, gapTokens)).toBeLessThanOrEqual(Math.max(budgetTokens, least))
      expect(isSound(sentences, kept)).toBe(true)
    })
    fc.assert(holds, { numRuns: 300 })
  })

  it('leaves fewer gaps the dearer their marks are', () => {
    const sentences = Array.from({ length: 40 }, (_, index) => ({
      weight: 10,
      value: index % 2 === 0 ? 3 : 2,
      dependent: false,
      joined: index > 0,
    }))
    const gaps = [0, 5, 20].map((gapTokens) => {
      const kept = fitSentences(sentences, { budgetTokens: 200, gapTokens })
      return kept.filter((own, index) => !own && (index === 0 || kept[index - 1])).length
    })
    expect(gaps[0]).toBeGreaterThan(gaps[1]!)
    expect(gaps[1]).toBeGreaterThan(gaps[2]!)
  })
})
