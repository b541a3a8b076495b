import type { Ranking } from '../domain/candidate.ts'
import { PackgraphError } from '../domain/errors.ts'
import { retrieve } from '../retrieve/retrieve.ts'
import type { Filter } from './context-index.ts'
import { documentTest } from './filters.ts'
import type { EngineParts } from './parts.ts'
import type { QueryView } from './query-view.ts'

export interface RetrievalRequest {
  readonly query: string
  readonly limit: number
  readonly filter: Filter | undefined
  readonly signal: AbortSignal | undefined
}

/** @throws PackgraphError `INPUT` for a query without anything to look for. */
export async function retrieveCandidates(
  request: RetrievalRequest,
  view: QueryView,
  parts: EngineParts,
): Promise<Ranking> {
  const { query, limit, filter, signal } = request
  if (query.trim() === '') {
    throw new PackgraphError('INPUT', 'the query is empty', { hint: 'Ask for something in at least one word.' })
  }
  const test = documentTest(filter)
  return retrieve({
    hypergraph: view.hypergraph,
    store: parts.store,
    query,
    limit,
    mask: test ? await view.hypergraph.unitsWhere(test) : undefined,
    dense: {
      weight: parts.embedder.denseWeight,
      nearest: async (count) => {
        const vectors = await view.vectors()
        if (vectors.size === 0) return []
        const [vector] = await parts.embedder.embed([query], { kind: 'query', signal })
        return vectors.search(vector!, count)
      },
    },
  })
}
