import { describe, expect, it } from 'vitest'
import { inventedDocument, inventedDocuments, inventedQuestions } from '../../bench/corpora/invented-corpus.ts'
import { nameAt, WORD_COUNT, wordAt } from '../../bench/corpora/invented-words.ts'

const size = { hyperedges: 500 }

describe('the invented corpus', () => {
  it('is the same for the same size and seed, and another for another seed', () => {
    const documents = Array.from(inventedDocuments(size))
    expect(documents).toHaveLength(50)
    expect(Array.from(inventedDocuments(size))).toEqual(documents)
    expect(Array.from(inventedDocuments({ ...size, seed: 2 }))).not.toEqual(documents)
    expect(inventedDocument(7, size)).toEqual(documents[7])
    expect(Array.from(inventedQuestions(5, size))).toEqual(Array.from(inventedQuestions(5, size)))
  })

  it('never gives two ranks one word or two documents one name', () => {
    expect(new Set(Array.from({ length: WORD_COUNT }, (_, rank) => wordAt(rank))).size).toBe(WORD_COUNT)
    expect(new Set(Array.from({ length: 100_000 }, (_, number) => nameAt(number))).size).toBe(100_000)
  })

  it('repeats few words very often, and many once', () => {
    const counts = new Map<string, number>()
    for (const { text = '' } of inventedDocuments(size)) {
      for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const total = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
    const once = Array.from(counts.values()).filter((count) => count === 1).length
    expect(counts.get('the')! / total).toBeGreaterThan(0.02)
    expect(once / counts.size).toBeGreaterThan(0.3)
  })
})
