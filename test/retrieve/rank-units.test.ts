import { describe, expect, it } from 'vitest'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import type { LaneName } from '../../src/domain/candidate.ts'
import { type RankInput, rankUnits } from '../../src/retrieve/rank-units.ts'
import { corpusSnapshot, type SmallDocument } from '../support/corpus-snapshot.ts'

const NO_DENSE: RankInput['dense'] = { weight: 0, nearest: async () => [] }

async function rank(documents: readonly SmallDocument[], query: string, options: Partial<RankInput> = {}) {
  const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
  const lanes = new Set<LaneName>(['lexical', 'dense', 'graph'])
  return rankUnits({ lanes, hypergraph, query, limit: 20, mask: undefined, dense: NO_DENSE, ...options })
}

const films: readonly SmallDocument[] = [
  {
    uri: '0',
    title: 'Big Stone Gap (film)',
    text: 'Big Stone Gap is a romantic comedy. It was directed by Adriana Trigiani.',
  },
  { uri: '1', title: 'Adriana Trigiani', text: 'Adriana Trigiani is a novelist based in Greenwich Village.' },
  { uri: '2', title: 'New York', text: 'New York is a city. It has a romantic river.' },
  { uri: '3', title: 'Comedy', text: 'A comedy is a play that makes the city laugh. Romantic ones end well.' },
  { uri: '4', title: 'Greenwich Village', text: 'Greenwich Village is a quarter.' },
]

describe('rankUnits', () => {
  it('finds the second document of a bridge question and tells the path', async () => {
    const { units, activations } = await rank(
      films,
      'Who directed the romantic comedy "Big Stone Gap" and where do they live?',
    )
    expect(units.slice(0, 2)).toEqual([0, 1])
    expect(activations.pathTo(1)).toEqual([
      { from: 0, edge: expect.objectContaining({ to: 1, relation: 'links-to', entity: 'adriana trigiani' }) },
    ])
  })

  it('goes two hops', async () => {
    const { activations } = await rank(films, 'Big Stone Gap')
    expect(activations.pathTo(4).map(({ edge }) => edge.to)).toEqual([1, 4])
  })

  it('never leaves what a filter allows, not even by a hop', async () => {
    const mask = Uint8Array.from([1, 0, 1, 1, 1])
    const { units, activations } = await rank(films, 'Big Stone Gap director', { mask })
    expect(units).not.toContain(1)
    expect(activations.scoreOf(1)).toBe(0)
  })

  it('lists a passage once, however often it stands in the corpus', async () => {
    const copies = [...films, { uri: '5', title: 'A copy', text: films[0]!.text }]
    const { units } = await rank(copies, 'romantic comedy directed')
    expect(units.filter((unit) => copies[unit]!.text === films[0]!.text)).toHaveLength(1)
  })

  it('asks for neighbours only when words do not suffice', async () => {
    const plain = [
      { uri: '0', text: 'the engine of the car broke' },
      { uri: '1', text: 'bread is baked in an oven' },
    ]
    let asked = 0
    const dense = {
      weight: 0.5,
      nearest: async () => {
        asked++
        return [
          { id: 101, score: 0.9 },
          { id: 102, score: 0.1 },
        ]
      },
    }
    expect((await rank(plain, 'bread oven', { dense })).units).toEqual([1])
    expect(asked).toBe(0)
    const rescued = await rank(plain, 'automobile motor defect', { dense })
    expect(asked).toBe(1)
    expect(rescued.units[0]).toBe(0)
    expect(rescued.dense.map(({ unit }) => unit)).toEqual([0, 1])
  })

  it('takes a unit with several of the words for an answer, however much of the question is unknown', async () => {
    const documents = [
      { uri: '0', text: 'a lamp, a rope and a bell hang there' },
      { uri: '1', text: 'the beacon is lit by hand' },
    ]
    const dense = {
      weight: 0.5,
      nearest: async () => [
        { id: 102, score: 0.9 },
        { id: 101, score: 0.1 },
      ],
    }
    const unknown = 'zq zr zs zt zu zv zw zx zy zz'
    expect((await rank(documents, `lamp rope bell ${unknown}`, { dense })).units[0]).toBe(0)
    expect((await rank(documents, `lamp rope ${unknown}`, { dense })).units[0]).toBe(1)
    // An embedder that is fully trusted overrules any number of accidental words.
    expect((await rank(documents, `lamp rope bell ${unknown}`, { dense: { ...dense, weight: 1 } })).units[0]).toBe(1)
  })

  it('looks further for neighbours until a filter and copies leave enough of them', async () => {
    const documents = Array.from({ length: 2500 }, (_, at) => ({
      uri: String(at).padStart(4, '0'),
      text: at < 300 ? 'the same notice' : `notice ${at}`,
    }))
    const ranking = documents.map((_, at) => ({ id: 101 + at, score: 1 - at / 5000 }))
    const limits: number[] = []
    const dense = {
      weight: 0.5,
      nearest: async (limit: number) => {
        limits.push(limit)
        return ranking.slice(0, limit)
      },
    }
    const mask = new Uint8Array(documents.length).fill(1, 299, 300).fill(1, 2400)
    const copies = await rank(documents, 'unheard', { dense })
    expect(copies.dense.slice(0, 2).map(({ unit }) => unit)).toEqual([0, 300])
    expect(limits).toEqual([100, 1000])
    const masked = await rank(documents, 'unheard', { dense, mask })
    expect(masked.dense.slice(0, 2).map(({ unit }) => unit)).toEqual([299, 2400])
    expect(masked.units.every((unit) => mask[unit] === 1)).toBe(true)
    expect(limits).toEqual([100, 1000, 1000, 10_000])
  })

  it('orders equally near units by content, whatever their ids', async () => {
    const documents = [
      { uri: 'b', text: 'second' },
      { uri: 'a', text: 'first' },
    ]
    const nearest = async () => [
      { id: 101, score: 0.5 },
      { id: 102, score: 0.5 },
    ]
    expect((await rank(documents, 'unheard', { dense: { weight: 0.5, nearest } })).dense).toEqual([
      { unit: 0, score: 0.5 },
      { unit: 1, score: 0.5 },
    ])
  })

  it('finds what else there is when a passage stands in more places than the pool has', async () => {
    const documents = Array.from({ length: 160 }, (_, at) => ({
      uri: String(at).padStart(3, '0'),
      text: at < 150 ? 'quorum' : `the quorum and a longer passage number ${at}`,
    }))
    expect((await rank(documents, 'quorum', { limit: 5 })).units).toEqual([0, 150, 151, 152, 153])
  })

  it('returns nothing for a question without a known word and without a dense lane', async () => {
    expect((await rank(films, 'zzz qqq')).units).toEqual([])
  })

  it('is plain BM25 where the corpus does not link', async () => {
    const plain = ['red green', 'red blue blue', 'green green yellow', 'blue'].map((text, unit) => ({
      uri: String(unit),
      text,
    }))
    const { units, lexical } = await rank(plain, 'green blue')
    expect(units).toEqual(lexical.map(({ unit }) => unit))
  })

  it('bounds the work of a query of a megabyte', async () => {
    const { units } = await rank(films, 'Big Stone Gap '.repeat(75_000))
    expect(units[0]).toBe(0)
  })
})
