import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FeatureCache } from '../../../../src/adapters/models/static/feature-cache.ts'
import { type WordFeatures, wordFeatures } from '../../../../src/adapters/models/static/word-features.ts'
import { openWordTable } from '../../../../src/adapters/models/static/word-table.ts'

const SLOTS = 256
const table = openWordTable(
  readFileSync(new URL('../../../../src/adapters/models/static/word-vectors.bin', import.meta.url)),
)

/** What the cache has under a word of a text. */
function found(cache: FeatureCache, text: string, start: number, end: number): WordFeatures {
  const word = cache.find(text, start, end)
  const [rowFactor, wordFactor, gramFactor] = cache.factors.slice(3 * word, 3 * word + 3)
  const places = Int32Array.from(cache.places.slice(cache.placeStarts[word], cache.placeStarts[word + 1]))
  return {
    row: cache.tableRows[word]!,
    rowFactor: rowFactor!,
    wordFactor: wordFactor!,
    gramFactor: gramFactor!,
    places,
  }
}

describe('the cache of word features', () => {
  it('has the features of every word, known or not, at the first and at later looks, wherever it stands', () => {
    const cache = new FeatureCache(table, SLOTS)
    const words = ['river', 'paris', 'xqzzk', 'a', '7', 'rive', 'river', 'xqzzk']
    const text = words.join(' ')
    let start = 0
    for (const word of words) {
      expect(found(cache, text, start, start + word.length)).toEqual(wordFeatures(word, table, SLOTS))
      start += word.length + 1
    }
  })

  it('has those of words too long to be kept, between others', () => {
    const cache = new FeatureCache(table, SLOTS)
    const words = ['short', 'x'.repeat(41), 'other', `${'y'.repeat(5_000)}`, 'short', 'x'.repeat(40), 'x'.repeat(41)]
    for (const word of words) expect(found(cache, word, 0, word.length)).toEqual(wordFeatures(word, table, SLOTS))
  })

  it('gives up the room that one very long word took', () => {
    const cache = new FeatureCache(table, SLOTS)
    for (const word of ['short', 'z'.repeat(1_100_000), 'other']) cache.find(word, 0, word.length)
    expect(cache.places.length).toBeLessThan(1_000)
    for (const word of ['short', 'other'])
      expect(found(cache, word, 0, word.length)).toEqual(wordFeatures(word, table, SLOTS))
  })

  it('starts anew when it is full, and has the same features again', () => {
    const cache = new FeatureCache(table, SLOTS)
    const wordAt = (number: number): string => `w${number.toString(36)}`
    const numbers = new Set<number>()
    for (let number = 0; number < 70_000; number++) numbers.add(cache.find(wordAt(number), 0, wordAt(number).length))
    expect(numbers.size).toBe(65_536)
    for (const number of [0, 1, 4_463, 4_464, 65_535, 65_536, 69_999, 70_000]) {
      const word = wordAt(number)
      expect(found(cache, word, 0, word.length)).toEqual(wordFeatures(word, table, SLOTS))
    }
  })
})
