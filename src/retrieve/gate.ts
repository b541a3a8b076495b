import type { Hypergraph, ScoredUnit } from '../ports/hypergraph.ts'

/** The neighbourhood of a question: so many of its best units by words. */
const NEIGHBOURHOOD_UNITS = 30
/** From this mean strength of links on, hops help fully. */
const FULL_LINK = 0.25
/** So many shared entities make a unit as connected as shared entities can. */
const FULL_SHARED_ENTITIES = 6
/** Sharing entities without a link is the weaker sign, in code above all: it opens the gate no further than this. */
const MAX_SHARED_GATE = 0.7
/** Below this a hop moves no score by a visible amount, and need not be computed. */
const MIN_GATE = 0.005

/**
 * κ, how far the graph may be trusted for one question, 0 to 1: by how much the units around it link at all. A link that leads to one document counts fully,
 * one to a name that many documents own by its share. Where neither links nor shared entities are around, ranking is plain BM25. One port call, and none
 * without lexical hits. Measured: see docs/decisions/retrieval.md.
 */
export async function graphGate(lexical: readonly ScoredUnit[], hypergraph: Hypergraph): Promise<number> {
  const around = lexical.slice(0, NEIGHBOURHOOD_UNITS).map(({ unit }) => unit)
  if (around.length === 0) return 0
  let links = 0
  let sharing = 0
  for (const { strongestLink, sharedEntities } of await hypergraph.connectionsOf(around)) {
    links += strongestLink
    sharing += Math.min(1, sharedEntities / FULL_SHARED_ENTITIES)
  }
  const byLinks = Math.min(1, links / around.length / FULL_LINK)
  const gate = Math.max(byLinks, MAX_SHARED_GATE * (sharing / around.length))
  return gate < MIN_GATE ? 0 : gate
}
