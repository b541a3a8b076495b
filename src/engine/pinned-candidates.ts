import type { Candidate } from '../domain/candidate.ts'
import { PackgraphError } from '../domain/errors.ts'
import { parseReference, type Span } from '../domain/span.ts'
import type { Hypergraph } from '../ports/hypergraph.ts'
import type { Store } from '../ports/store.ts'
import type { Filter } from './context-index.ts'
import { documentTest } from './filters.ts'
import { markedUnits, type QueryView } from './query-view.ts'

const REFERENCE_MARK = /^[0-9a-f]{64}#/

/**
 * Units that lead a pack whatever the query: those of stable documents that pass the filter, and those that the caller pins by uri or ref. In the order
 * (collection, uri, start), each once.
 * @throws PackgraphError `NOT_FOUND` for a pin that names nothing in the index.
 */
export async function pinnedCandidates(
  pins: readonly string[],
  filter: Filter | undefined,
  view: QueryView,
  store: Store,
): Promise<readonly Candidate[]> {
  const { hypergraph } = view
  const passes = documentTest(filter)
  const stable = await hypergraph.describe(view.stableUnits)
  const units = new Set(stable.flatMap(({ unit, document }) => (!passes || passes(document) ? [unit] : [])))
  for (const pin of pins) {
    const pinned = REFERENCE_MARK.test(pin)
      ? await unitsOfReference(pin, hypergraph)
      : await unitsOfUri(pin, hypergraph)
    if (pinned.length === 0) {
      throw new PackgraphError('NOT_FOUND', `the pin “${pin}” is no uri or ref of this index`, { facts: { pin } })
    }
    for (const unit of pinned) units.add(unit)
  }
  if (units.size === 0) return []
  const descriptions = await hypergraph.describe(Array.from(units).sort((a, b) => a - b))
  const hyperedges = await store.readHyperedges(descriptions.map(({ hyperedgeId }) => hyperedgeId))
  const byId = new Map(hyperedges.map((hyperedge) => [hyperedge.id, hyperedge]))
  return descriptions.flatMap(({ hyperedgeId, document, reference }) => {
    const hyperedge = byId.get(hyperedgeId)
    return hyperedge ? [{ hyperedge, document, reference, score: 0, lanes: {}, anchors: [], duplicates: [] }] : []
  })
}

async function unitsOfUri(uri: string, hypergraph: Hypergraph): Promise<readonly number[]> {
  return markedUnits(await hypergraph.unitsWhere((document) => document.uri === uri))
}

/** Units whose span overlaps that of the ref. */
async function unitsOfReference(pin: string, hypergraph: Hypergraph): Promise<readonly number[]> {
  const { originalId, span } = parseReference(pin)
  const units = markedUnits(await hypergraph.unitsWhere((document) => document.originalId === originalId))
  const descriptions = await hypergraph.describe(units)
  return descriptions.flatMap(({ unit, reference }) => (overlap(parseReference(reference).span, span) ? [unit] : []))
}

function overlap(first: Span, second: Span): boolean {
  return first.start < second.end && second.start < first.end
}
