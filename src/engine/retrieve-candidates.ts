import type { Candidate, LaneName, Ranking } from '../domain/candidate.ts'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import type { SessionUnit } from '../domain/session.ts'
import type { DenseLane } from '../retrieve/dense.ts'
import { type ReadHyperedges, retrieve } from '../retrieve/retrieve.ts'
import type { Filter } from './call-options.ts'
import { documentTest } from './filters.ts'
import type { EngineParts } from './parts.ts'
import { pinnedCandidates } from './pinned-candidates.ts'
import type { QueryView, QueryViews } from './query-view.ts'
import { restoreUnits } from './restore-units.ts'
import { untilCancelled } from './until-cancelled.ts'

export interface RetrievalRequest {
  readonly query: string
  readonly limit: number
  readonly filter: Filter | undefined
  readonly lanes: readonly LaneName[] | undefined
  readonly signal: AbortSignal | undefined
  /** Uris and refs to fetch beside the ranking, with the stable documents; undefined for the ranking alone. */
  readonly pins: readonly string[] | undefined
  /** Units of a session's previous pack, to be found again. */
  readonly carried?: readonly SessionUnit[] | undefined
}

export interface Retrieved {
  readonly ranking: Ranking
  readonly pinned: readonly Candidate[]
  /** The first of the units asked for, as far as they are all there. */
  readonly carried: readonly Candidate[]
}

const ALL_LANES: readonly LaneName[] = ['lexical', 'dense', 'graph']

/** How often a query looks again because a writer replaced what it had found. */
const ATTEMPTS = 3

/**
 * Ranks the units of the present state of the store.
 * @throws PackgraphError `INPUT` for a query without anything to look for, `NOT_FOUND` for a pin that names nothing, `CANCELLED`.
 */
export async function retrieveCandidates(
  request: RetrievalRequest,
  views: QueryViews,
  parts: EngineParts,
): Promise<Retrieved> {
  if (request.query.trim() === '') {
    throw new PackgraphError('INPUT', 'the query is empty', { hint: 'Ask for something in at least one word.' })
  }
  for (let attempt = 1; ; attempt++) {
    throwIfCancelled(request.signal)
    // The view of a large index takes a while, and other callers wait for it too: it is built all the same.
    const view = await untilCancelled(views.current(), request.signal)
    let isComplete = true
    const readHyperedges: ReadHyperedges = async (ids) => {
      const found = await parts.store.readHyperedges(ids)
      if (found.length < ids.length) isComplete = false
      return found
    }
    const retrieved = await retrieveFrom(view, request, parts, readHyperedges)
    throwIfCancelled(request.signal)
    if (isComplete || attempt === ATTEMPTS) return retrieved
  }
}

async function retrieveFrom(
  view: QueryView,
  { query, limit, filter, lanes, signal, pins, carried = [] }: RetrievalRequest,
  parts: EngineParts,
  readHyperedges: ReadHyperedges,
): Promise<Retrieved> {
  const { hypergraph } = view
  const test = documentTest(filter)
  const mask = test ? await hypergraph.unitsWhere(test) : undefined
  const pinned = pins ? await pinnedCandidates(pins, mask, view, readHyperedges) : []
  const dense = denseLane(query, view, parts, signal)
  return {
    pinned,
    carried: await restoreUnits(carried, mask, hypergraph, readHyperedges),
    ranking: await retrieve({
      hypergraph,
      readHyperedges,
      query,
      limit,
      mask,
      dense,
      lanes: new Set(lanes ?? ALL_LANES),
    }),
  }
}

/** Embeds the query when it is first needed, and once. */
function denseLane(
  query: string,
  view: QueryView,
  { embedder }: EngineParts,
  signal: AbortSignal | undefined,
): DenseLane {
  let embedded: Promise<readonly Float32Array[]> | undefined
  return {
    weight: embedder.denseWeight,
    nearest: async (limit) => {
      const vectors = await view.vectors()
      if (vectors.size === 0) return []
      embedded ??= embedder.embed([query], { kind: 'query', signal })
      const [vector] = await embedded
      return vectors.search(vector!, limit)
    },
  }
}
