import { expect } from 'vitest'
import { type Edge, type Hypergraph, RELATIONS } from '../../../src/ports/hypergraph.ts'
import type { SmallDocument } from '../../support/corpus-snapshot.ts'

export interface ToldEdge extends Edge {
  readonly weight: number
  readonly context: number
}

/** Edges as rows, for a question about directing and working. */
export async function edgesOf(
  hypergraph: Hypergraph,
  units: readonly number[],
): Promise<readonly (readonly ToldEdge[])[]> {
  const question = new Map([
    ['direc', 0.5],
    ['work', 0.25],
  ])
  const { starts, to, weights, relations, contexts, describe } = await hypergraph.edgesOf(units, question)
  return units.map((_, position) =>
    Array.from(to.subarray(starts[position], starts[position + 1]), (target, at) => {
      const edge = starts[position]! + at
      const told = describe(edge)
      expect(told).toMatchObject({ to: target, relation: RELATIONS[relations[edge]!] })
      return { ...told, weight: weights[edge]!, context: contexts[edge]! }
    }),
  )
}

/** Four documents that link and share. */
export const films: readonly SmallDocument[] = [
  { uri: 'a', title: 'Big Stone Gap (film)', text: 'Big Stone Gap is a drama. It was directed by Adriana Trigiani.' },
  {
    uri: 'b',
    title: 'Adriana Trigiani',
    text: 'Adriana Trigiani lives in Greenwich Village. She worked with Ashley Judd.',
  },
  { uri: 'c', title: 'Ashley Judd', text: 'Ashley Judd is an actress from Greenwich Village.' },
  { uri: 'd', title: 'Rain', text: 'Water that falls. It is wet.' },
]
