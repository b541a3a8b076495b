import { describe, expect, it } from 'vitest'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import { graphGate } from '../../src/retrieve/gate.ts'
import { corpusSnapshot, type SmallDocument } from '../support/corpus-snapshot.ts'

async function gateOf(documents: readonly SmallDocument[], units: readonly number[]): Promise<number> {
  const hypergraph = await loadMemoryHypergraph(corpusSnapshot(documents))
  return graphGate(
    units.map((unit) => ({ unit, score: 1 })),
    hypergraph,
  )
}

const linked: readonly SmallDocument[] = [
  { uri: 'a0', title: 'Elm Bridge', text: 'It was built by Ann Miller.' },
  { uri: 'a1', title: 'Ann Miller', text: 'She lived near Elm Bridge.' },
]
const plain: readonly SmallDocument[] = [
  { uri: 'b0', text: 'some words about nothing much' },
  { uri: 'b1', text: 'other words about something' },
]

describe('graphGate', () => {
  it('is open among units that link and shut among units that do not, in one and the same corpus', async () => {
    expect(await gateOf([...linked, ...plain], [0, 1])).toBe(1)
    expect(await gateOf([...linked, ...plain], [2, 3])).toBe(0)
  })

  it('is half open where an eighth of the units link', async () => {
    const documents = [...linked, ...Array.from({ length: 14 }, (_, at) => ({ uri: `c${10 + at}`, text: `word${at}` }))]
    expect(
      await gateOf(
        documents,
        documents.map((_, unit) => unit),
      ),
    ).toBeCloseTo(0.5, 12)
  })

  it('opens part of the way for shared entities without a link', async () => {
    const documents = ['x', 'y'].map((uri) => ({ uri, text: 'we met Ann Miller and Bob Stone and Cy Young' }))
    const gate = await gateOf(documents, [0, 1])
    expect(gate).toBeGreaterThan(0.3)
    expect(gate).toBeLessThan(0.7)
  })

  it('is shut for a question without hits', async () => {
    expect(await gateOf(linked, [])).toBe(0)
  })
})
