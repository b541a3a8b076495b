import type { ContextIndex, LaneName, SearchOptions } from 'packgraph'
import type { Dataset, DatasetQuestion } from '../input/dataset.ts'
import { seededRandom, seedOf, shuffled } from '../metrics/seeded-random.ts'
import { documentRanking } from './document-ranking.ts'

/** Something that ranks the documents of a dataset for a question. */
export interface SearchSystem {
  readonly name: string
  /** Ids of documents, best first, each once. Deterministic. */
  rank(question: DatasetQuestion, signal?: AbortSignal): Promise<readonly string[]>
}

/** Units asked for. More than the documents that are looked at, because a long document takes several places with its units. */
const UNITS = 100

/** The systems that everybody has, and the lanes that they are made of. */
export const BASELINE_LANES: Readonly<Record<'bm25' | 'dense' | 'hybrid', readonly LaneName[]>> = {
  bm25: ['lexical'],
  dense: ['dense'],
  hybrid: ['lexical', 'dense'],
}

/** The lanes that each system may use. */
const LANES: Readonly<Record<string, readonly LaneName[]>> = {
  ...BASELINE_LANES,
  packgraph: ['lexical', 'dense', 'graph'],
  'packgraph-no-graph': ['lexical', 'dense'],
  'packgraph-no-dense': ['lexical', 'graph'],
}

/**
 * The systems of a run, controls first: documents in random order (what no retrieval at all is worth), each lane alone, both lanes without the graph, the
 * whole, and the whole without one lane. All of them ask the same index.
 */
export function searchSystems(dataset: Dataset, index: ContextIndex): readonly SearchSystem[] {
  const lanes = Object.entries(LANES).map(([name, lanes]) => laneSystem(name, lanes, index))
  return [randomSystem(dataset), ...lanes]
}

function randomSystem({ documents }: Dataset): SearchSystem {
  const ids = documents.map(({ id }) => id)
  return { name: 'random', rank: async ({ id }) => shuffled(ids, seededRandom(seedOf(id))) }
}

function laneSystem(name: string, lanes: readonly LaneName[], index: ContextIndex): SearchSystem {
  return {
    name,
    rank: async ({ question }, signal) => {
      const options: SearchOptions = { limit: UNITS, lanes, ...(signal && { signal }) }
      return documentRanking((await index.search(question, options)).hits)
    },
  }
}
