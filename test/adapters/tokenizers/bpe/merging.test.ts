import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HeapMerger } from '../../../../src/adapters/tokenizers/bpe/merge-by-heap.ts'
import { ScanMerger } from '../../../../src/adapters/tokenizers/bpe/merge-by-scan.ts'
import { NO_RANK, type PairRanks } from '../../../../src/adapters/tokenizers/bpe/pair-ranks.ts'

/** Pairs whose rank is given by the text that they join to. Counts how often it is asked. */
class TextPairs implements PairRanks {
  asked = 0
  readonly merges: string[] = []
  readonly #text: string
  readonly #ranks: ReadonlyMap<string, number>

  constructor(text: string, vocabulary: readonly string[]) {
    this.#text = text
    this.#ranks = new Map(vocabulary.map((token, rank) => [token, rank]))
  }

  rank(start: number, _middle: number, end: number): number {
    this.asked += 1
    return this.#ranks.get(this.#text.slice(start, end)) ?? NO_RANK
  }

  merged(start: number, middle: number, end: number): void {
    this.merges.push(`${start}-${middle}-${end}`)
  }
}

/** The definition, word for word: merge the pair of lowest rank, leftmost first, until there is none. */
function mergeNaively(text: string, vocabulary: readonly string[]): readonly string[] {
  const parts = Array.from(text)
  for (;;) {
    let best = { rank: vocabulary.length, at: -1 }
    for (let at = 0; at + 1 < parts.length; at++) {
      const rank = vocabulary.indexOf(parts[at]! + parts[at + 1]!)
      if (rank >= 0 && rank < best.rank) best = { rank, at }
    }
    if (best.at < 0) return parts
    parts.splice(best.at, 2, parts[best.at]! + parts[best.at + 1]!)
  }
}

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 })
const vocabularies = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 2, maxLength: 6 }), {
  maxLength: 40,
})

describe.each([
  ['scan', () => new ScanMerger(48)],
  ['heap', () => new HeapMerger()],
] as const)('merging by %s', (_, create) => {
  it('leaves as many parts as the definition, with a merger that has merged before', () => {
    const merger = create()
    fc.assert(
      fc.property(texts, vocabularies, (text, vocabulary) => {
        const pairs = new TextPairs(text, vocabulary)
        const parts = merger.merge(text.length, pairs)
        expect(parts).toBe(mergeNaively(text, vocabulary).length)
        expect(pairs.merges).toHaveLength(text.length - parts)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('merging by scan and by heap make the same merges in the same order', () => {
  fc.assert(
    fc.property(texts, vocabularies, (text, vocabulary) => {
      const [scanned, heaped] = [new TextPairs(text, vocabulary), new TextPairs(text, vocabulary)]
      new ScanMerger(48).merge(text.length, scanned)
      new HeapMerger().merge(text.length, heaped)
      expect(heaped.merges).toEqual(scanned.merges)
    }),
    { numRuns: 1_000 },
  )
})

it('merging by heap asks for at most three ranks for each symbol', () => {
  const vocabulary = Array.from({ length: 14 }, (_, power) => 'a'.repeat(2 ** (power + 1)))
  const pairs = new TextPairs('a'.repeat(20_000), vocabulary)
  new HeapMerger().merge(20_000, pairs)
  expect(pairs.asked).toBeLessThan(3 * 20_000)
})
