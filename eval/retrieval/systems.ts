import { type ContextIndex, type LaneName, parseReference, type SearchHit, type SearchOptions } from 'packgraph'
import type { Dataset, DatasetQuestion } from '../input/dataset.ts'
import { seededRandom, seedOf, shuffled } from '../metrics/seeded-random.ts'
import { documentRanking } from './document-ranking.ts'
import type { UnitSpans } from './sentence-ranks.ts'

/** What a system found, best first. */
export interface Ranking {
  /** Ids of documents, each once. */
  readonly documents: readonly string[]
  /** The units behind them. Empty for a system that knows whole documents only. */
  readonly units: readonly UnitSpans[]
}

/** Something that ranks the documents of a dataset for a question. */
export interface SearchSystem {
  readonly name: string
  /** Whether it ranks units, so that it can be measured by them. */
  readonly ranksUnits: boolean
  /** Deterministic. */
  rank(question: DatasetQuestion, signal?: AbortSignal): Promise<Ranking>
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
  return {
    name: 'random',
    ranksUnits: false,
    rank: async ({ id }) => ({ documents: shuffled(ids, seededRandom(seedOf(id))), units: [] }),
  }
}

function laneSystem(name: string, lanes: readonly LaneName[], index: ContextIndex): SearchSystem {
  return {
    name,
    ranksUnits: true,
    rank: async ({ question }, signal) => {
      const options: SearchOptions = { limit: UNITS, lanes, ...(signal && { signal }) }
      const { hits } = await index.search(question, options)
      return { documents: documentRanking(hits), units: hits.map(spansOf) }
    },
  }
}

function spansOf({ uri, ref, duplicates }: SearchHit): UnitSpans {
  return [{ uri, ref }, ...duplicates].map((place) => ({ doc: place.uri, ...parseReference(place.ref).span }))
}
