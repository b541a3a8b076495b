import { describe, expect, it } from 'vitest'
import { loadMemoryHypergraph } from '../../../src/adapters/hypergraph/memory-hypergraph.ts'
import { corpusSnapshot } from '../../support/corpus-snapshot.ts'
import { edgesOf, films } from './told-edges.ts'

describe('edges of the memory hypergraph', () => {
  it('links a unit to the units whose names it mentions, and back', async () => {
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(films))
    const [film, director] = await edgesOf(hypergraph, [0, 1])
    expect(film).toContainEqual({ to: 1, relation: 'links-to', weight: 1, entity: 'adriana trigiani', context: 0.5 })
    expect(director).toContainEqual(expect.objectContaining({ to: 0, relation: 'linked-from', weight: 0.7 }))
    expect(director).toContainEqual(expect.objectContaining({ to: 2, relation: 'links-to', context: 0.25 }))
  })

  it('takes a name for ambiguous by the documents that own it, not by their units', async () => {
    const snapshot = corpusSnapshot([
      { uri: 'a', text: 'We walked over Elm Bridge.' },
      { uri: 'b', title: 'Elm Bridge', text: 'First part.' },
      { uri: 'c', title: 'Elm Bridge', text: 'Second part.' },
    ])
    const weightsOf = async (from: typeof snapshot): Promise<readonly number[]> => {
      const [edges] = await edgesOf(await loadMemoryHypergraph(from), [0])
      return edges!.filter(({ relation }) => relation === 'links-to').map(({ weight }) => weight)
    }
    expect(await weightsOf(snapshot)).toEqual([0.5, 0.5])
    // The same units as parts of one document.
    const joined: typeof snapshot = {
      ...snapshot,
      async *hyperedges() {
        for await (const page of snapshot.hyperedges()) {
          yield page.map((unit) => ({ ...unit, documentId: unit.documentId === 3 ? 2 : unit.documentId }))
        }
      },
    }
    expect(await weightsOf(joined)).toEqual([1, 1])
  })

  it('joins units that share a rare entity', async () => {
    const documents = [
      { uri: 'a', text: 'We saw the Elm Bridge.' },
      { uri: 'b', text: 'They built the Elm Bridge.' },
      { uri: 'c', text: 'nothing here' },
    ]
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
    const [edges] = await edgesOf(hypergraph, [0])
    expect(edges).toEqual([
      {
        to: 1,
        relation: 'shares',
        weight: expect.closeTo((0.7 * Math.log(3 / 2)) / Math.log(3), 12),
        entity: 'elm bridge',
        context: 0,
      },
    ])
  })

  it('takes a name for one only where it is written like one', async () => {
    const documents = [
      { uri: 'a', title: 'Rain', text: 'It is wet.' },
      { uri: 'b', text: 'We like Rain here.' },
      { uri: 'c', text: 'We like rain here.' },
      { uri: 'd', text: 'We like Purple Rain here.' },
    ]
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
    const [edges] = await edgesOf(hypergraph, [0])
    expect(edges!.map(({ to }) => to)).toEqual([1])
  })

  it('tells how units are connected: the link with the fewest owners, either way, and shared entities', async () => {
    const hypergraph = await loadMemoryHypergraph(
      corpusSnapshot([
        { uri: 'a', title: 'Elm Bridge', text: 'It spans the river.' },
        { uri: 'b', title: 'Elm Bridge', text: 'Another one.' },
        { uri: 'c', title: 'Old Ferry', text: 'It ran beside Elm Bridge, says Ann Miller.' },
        { uri: 'd', title: 'Toll House', text: 'Ann Miller kept it, near the Old Ferry.' },
        { uri: 'e', text: 'nothing here' },
      ]),
    )
    expect(await hypergraph.connectionsOf([0, 2, 3, 4])).toEqual([
      { strongestLink: 0.5, sharedEntities: 1 },
      { strongestLink: 1, sharedEntities: 3 },
      { strongestLink: 1, sharedEntities: 2 },
      { strongestLink: 0, sharedEntities: 0 },
    ])
  })

  it('takes no longer for names because many begin with the same word', async () => {
    const mentions = Array.from({ length: 20 }, (_, at) => `see Report Annex ${at}`).join(' and ')
    const documents = Array.from({ length: 8000 }, (_, at) => ({
      uri: `r${String(at).padStart(5, '0')}`,
      title: `Report Number ${at}`,
      text: `${at} ${mentions} and Report Number ${at + 1}`,
    }))
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
    const [edges] = await edgesOf(hypergraph, [5])
    expect(edges).toContainEqual(expect.objectContaining({ to: 6, relation: 'links-to', entity: 'report number 6' }))
  })

  it('keeps the thousand strongest edges of a unit that is joined to more', async () => {
    const snapshot = corpusSnapshot([
      { uri: 'a', text: 'It looks over Oak Hill.' },
      ...Array.from({ length: 1_400 }, (_, at) => ({
        uri: `b${10_000 + at}`,
        text: at % 2 === 0 ? 'We saw Elm Bridge.' : 'We saw Stone Harbour.',
      })),
      { uri: 'c', title: 'Oak Hill', text: 'Oaks.' },
    ])
    const hypergraph = await loadMemoryHypergraph({
      ...snapshot,
      async *incidences(ids) {
        yield* snapshot.incidences(ids)
        const owned = { hyperedgeId: 101, weight: 1, owned: 'title' as const, sentences: [] }
        yield ['elm bridge', 'stone harbour'].map((entity) => ({ ...owned, entity }))
      },
    })
    const [edges] = await edgesOf(hypergraph, [0])
    expect(edges).toHaveLength(1_000)
    expect(edges![0]).toMatchObject({ to: 1_401, relation: 'links-to' })
    expect(edges!.at(-1)).toMatchObject({ to: 999, relation: 'linked-from' })
  })

  it('takes names of objects’ properties for names like any other', async () => {
    const documents = [
      { uri: 'a', title: '__proto__', text: 'We met Constructor Smith.' },
      { uri: 'b', title: 'Constructor Smith', text: 'He has a toString and a hasOwnProperty.' },
      { uri: 'c', text: 'nothing' },
    ]
    const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
    const terms = ['__proto__', 'constructor', 'valueof']
    expect(Array.from((await hypergraph.inverseFrequencies(terms)).keys())).toEqual(terms.slice(0, 2))
    const [edges] = await edgesOf(hypergraph, [0])
    expect(edges).toContainEqual(expect.objectContaining({ to: 1, entity: 'constructor smith' }))
  })
})
