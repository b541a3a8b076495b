import type { Candidate } from '../domain/candidate.ts'
import { PackgraphError } from '../domain/errors.ts'
import { parseReference, type Span } from '../domain/span.ts'
import type { Hypergraph, UnitMask } from '../ports/hypergraph.ts'
import type { ReadHyperedges } from '../retrieve/retrieve.ts'
import { markedUnits, type QueryView } from './query-view.ts'

const REFERENCE_MARK = /^[0-9a-f]{64}#/

/**
 * Units that lead a pack whatever the query, of documents that pass the filter: those of stable documents, and those that the caller pins by uri or ref. In
 * the order (collection, uri, start), each once.
 * @throws PackgraphError `NOT_FOUND` for a pin that names nothing in the index, or nothing that the filter lets pass.
 */
export async function pinnedCandidates(
  pins: readonly string[],
  mask: UnitMask,
  { hypergraph, stableUnits }: QueryView,
  readHyperedges: ReadHyperedges,
): Promise<readonly Candidate[]> {
  const allowed = (units: readonly number[]): readonly number[] => units.filter((unit) => !mask || mask[unit] === 1)
  const units = new Set(allowed(stableUnits))
  for (const pin of pins) {
    const named = REFERENCE_MARK.test(pin)
      ? await unitsOfReference(pin, hypergraph)
      : markedUnits(await hypergraph.unitsWhere((document) => document.uri === pin))
    const pinned = allowed(named)
    if (pinned.length === 0) throw notFound(pin, named.length > 0)
    for (const unit of pinned) units.add(unit)
  }
  if (units.size === 0) return []
  const descriptions = await hypergraph.describe(Array.from(units).sort((a, b) => a - b))
  const hyperedges = await readHyperedges(descriptions.map(({ hyperedgeId }) => hyperedgeId))
  const byId = new Map(hyperedges.map((hyperedge) => [hyperedge.id, hyperedge]))
  return descriptions.flatMap(({ hyperedgeId, document, reference }) => {
    const hyperedge = byId.get(hyperedgeId)
    return hyperedge ? [{ hyperedge, document, reference, score: 0, lanes: {}, anchors: [], duplicates: [] }] : []
  })
}

function notFound(pin: string, isFiltered: boolean): PackgraphError {
  const problem = isFiltered
    ? 'belongs to no document that the filter lets pass'
    : 'is no uri or ref of a unit in this index'
  return new PackgraphError('NOT_FOUND', `the pin “${pin}” ${problem}`, { facts: { pin } })
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
