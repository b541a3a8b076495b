import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadNames } from '../../../src/adapters/entities/lead-names.ts'
import { BestUnits } from '../../../src/adapters/hypergraph/best-units.ts'
import { loadMemoryHypergraph } from '../../../src/adapters/hypergraph/memory-hypergraph.ts'
import { termsOf } from '../../../src/domain/text/terms.ts'
import { corpusSnapshot, type SmallDocument } from '../../support/corpus-snapshot.ts'
import { edgesOf, films } from './told-edges.ts'

const words = fc.constantFrom(
  'Alpha',
  'Beta',
  'river',
  'rivers',
  'the',
  'gamma',
  'of',
  'Delta',
  'house.',
  'getUserName',
)
const text = fc.array(words, { minLength: 1, maxLength: 24 }).map((list) => list.join(' '))
const corpus = fc
  .array(fc.record({ title: fc.option(text, { nil: '' }), text }), { minLength: 1, maxLength: 12 })
  .map((list): SmallDocument[] =>
    list.map((document, position) => ({ ...document, uri: `u${String(position).padStart(2, '0')}` })),
  )

/** What counts as title of a document that has none: the subject of its first words. */
const titleOf = ({ title = '', text }: SmallDocument): string => title || (leadNames(text)[0]?.join(' ') ?? '')

/** BM25 as its definition says, straight from the texts. */
function bm25(documents: readonly SmallDocument[], weights: ReadonlyMap<string, number>): readonly number[] {
  const bags = documents.map((document) => ({ title: termsOf(titleOf(document)), text: termsOf(document.text) }))
  const lengths = bags.map(({ title, text }) => title.length + text.length)
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length || 1
  const count = (terms: readonly string[], term: string): number => terms.filter((other) => other === term).length
  return bags.map(({ title, text }, unit) => {
    const norm = 1.2 * (0.25 + (0.75 * lengths[unit]!) / average)
    let score = 0
    for (const [term, weight] of weights) {
      const titleWeight = Math.max(1, Math.min(3, Math.round((3 * text.length) / 16)))
      const frequency = titleWeight * count(title, term) + count(text, term)
      score += (weight * frequency) / (frequency + norm)
    }
    return score
  })
}

describe('the memory hypergraph', () => {
  it('scores and orders units as BM25 is defined', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, text, fc.integer({ min: 1, max: 8 }), async (documents, question, limit) => {
        const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
        const terms = Array.from(new Set(termsOf(question)))
        const weights = await hypergraph.inverseFrequencies(terms)
        for (const [term, idf] of weights) {
          const units = documents.filter((document) =>
            termsOf(`${document.title} ${document.text}`).includes(term),
          ).length
          expect(idf).toBeCloseTo(Math.log(1 + (documents.length - units + 0.5) / (units + 0.5)), 12)
        }
        const expected = bm25(documents, weights)
        const top = await hypergraph.lexicalTop(weights, limit, undefined)
        const texts = new Set<string>()
        const best = expected
          .map((score, unit) => ({ unit, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.unit - b.unit)
          .filter(({ unit }) => texts.size < texts.add(documents[unit]!.text).size)
          .slice(0, limit)
        expect(top.map(({ score }) => score.toFixed(9))).toEqual(best.map(({ score }) => score.toFixed(9)))
        for (const { unit, score } of top) expect(score).toBeCloseTo(expected[unit]!, 12)
        const known = Array.from(weights.keys())
        const matrix = await hypergraph.saturations([0], known)
        expect(known.reduce((sum, term, at) => sum + weights.get(term)! * matrix[at]!, 0)).toBeCloseTo(expected[0]!, 12)
      }),
      { numRuns: 150 },
    )
  })

  it('finds a document by the name of its file', async () => {
    const hypergraph = await loadMemoryHypergraph(
      corpusSnapshot([
        {
          uri: 'eips/eip-1153.md',
          title: 'Transient storage',
          text: 'Two opcodes read and write slots that a transaction clears, which lets contracts lock and pass values cheaply within one call tree.',
        },
        {
          uri: 'eips/eip-20.md',
          title: 'Token',
          text: 'It mentions EIP-1153 and eip and 1153 in passing, among many other words of a text.',
        },
      ]),
    )
    const weights = await hypergraph.inverseFrequencies(['1153'])
    const [best] = await hypergraph.lexicalTop(weights, 2, undefined)
    expect(best!.unit).toBe(0)
  })

  it('keeps the best of many, ties by unit', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 5 })), fc.integer({ min: 0, max: 20 }), (scores, limit) => {
        const expected = scores
          .map((score, unit) => ({ unit, score }))
          .sort((a, b) => b.score - a.score || a.unit - b.unit)
          .slice(0, limit)
        const best = new BestUnits(limit)
        for (const [unit, score] of scores.entries()) best.offer(unit, score)
        expect(best.take()).toEqual(expected)
      }),
    )
  })

  it('answers by content, not by the order in which documents came', async () => {
    await fc.assert(
      fc.asyncProperty(corpus, fc.infiniteStream(fc.nat()), text, async (documents, order, question) => {
        const shuffled = documents
          .map((document) => ({ document, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ document }) => document)
        const [first, second] = await Promise.all([
          loadMemoryHypergraph(corpusSnapshot(documents)),
          loadMemoryHypergraph(corpusSnapshot(shuffled)),
        ])
        const weights = await first.inverseFrequencies(termsOf(question))
        const units = documents.map((_, unit) => unit)
        expect(await second.lexicalTop(weights, 5, undefined)).toEqual(await first.lexicalTop(weights, 5, undefined))
        expect(await edgesOf(second, units)).toEqual(await edgesOf(first, units))
        expect(await second.connectionsOf(units)).toEqual(await first.connectionsOf(units))
      }),
      { numRuns: 60 },
    )
  })

  it('finds names in a question, longest first', async () => {
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(films))
    const found = await hypergraph.namesIn([
      'who',
      'directed',
      'big',
      'stone',
      'gap',
      'and',
      'likes',
      'Rain',
      'or',
      'rain',
    ])
    expect(found.map(({ name, owners }) => ({ name, owners }))).toEqual([
      { name: 'big stone gap', owners: [0] },
      { name: 'rain', owners: [3] },
    ])
  })

  it('gives a passage with many copies one place, and the place to a copy that the mask allows', async () => {
    const documents = [
      ...Array.from({ length: 20 }, (_, at) => ({ uri: `a${10 + at}`, text: 'the quorum is seven' })),
      { uri: 'b', text: 'a quorum, and much else that makes this passage longer' },
    ]
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
    const weights = await hypergraph.inverseFrequencies(['quorum', 'seven'])
    const unitsFor = async (mask: Uint8Array | undefined): Promise<readonly number[]> =>
      (await hypergraph.lexicalTop(weights, 2, mask)).map(({ unit }) => unit)
    expect(await unitsFor(undefined)).toEqual([0, 20])
    const mask = new Uint8Array(documents.length).fill(1, 7)
    expect(await unitsFor(mask)).toEqual([7, 20])
  })

  it('knows hyperedges by ids beyond 32 bits', async () => {
    const large = 2 ** 40
    const snapshot = corpusSnapshot([{ uri: 'a', text: 'first' }])
    const hypergraph = await loadMemoryHypergraph({
      ...snapshot,
      async *hyperedges() {
        for await (const page of snapshot.hyperedges()) yield page.map((row) => ({ ...row, id: row.id + large }))
      },
    })
    expect((await hypergraph.describe([0]))[0]!.hyperedgeId).toBe(101 + large)
    expect(await hypergraph.unitsOf([101 + large, 101])).toEqual([0, -1])
  })

  it('serves an empty corpus', async () => {
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot([]))
    expect(hypergraph.size).toBe(0)
    expect(await hypergraph.lexicalTop(new Map([['x', 1]]), 10, undefined)).toEqual([])
  })
})
