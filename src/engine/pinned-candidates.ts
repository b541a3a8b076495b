import type { Candidate } from '../domain/candidate.ts'
import { PackgraphError } from '../domain/errors.ts'
import { formatReference, parseReference, type Span } from '../domain/span.ts'
import type { Hypergraph } from '../ports/hypergraph.ts'
import type { Store } from '../ports/store.ts'
import type { Filter } from './context-index.ts'
import { documentTest } from './filters.ts'

const REFERENCE_MARK = /^[0-9a-f]{64}#/

/**
 * Units that lead a pack whatever the query: those of stable documents that pass the filter, and those that the caller pins by uri or ref. In the order
 * (collection, uri, start), each once.
 * @throws PackgraphError `NOT_FOUND` for a pin that names nothing in the index.
 */
export async function pinnedCandidates(
  pins: readonly string[],
  filter: Filter | undefined,
  hypergraph: Hypergraph,
  store: Store,
): Promise<readonly Candidate[]> {
  const passes = documentTest(filter) ?? (() => true)
  const units = new Set(marked(await hypergraph.unitsWhere((document) => document.stable && passes(document))))
  for (const pin of pins) {
    const pinned = REFERENCE_MARK.test(pin)
      ? await unitsOfReference(pin, hypergraph, store)
      : await unitsOfUri(pin, hypergraph)
    if (pinned.length === 0) {
      throw new PackgraphError('NOT_FOUND', `the pin “${pin}” is no uri or ref of this index`, { facts: { pin } })
    }
    for (const unit of pinned) units.add(unit)
  }
  if (units.size === 0) return []
  const ordered = Array.from(units).sort((a, b) => a - b)
  const descriptions = await hypergraph.describe(ordered)
  const rows = await store.readHyperedges(descriptions.map(({ hyperedgeId }) => hyperedgeId))
  return rows.map(({ hyperedge, document }) => ({
    hyperedge,
    document,
    reference: formatReference(document.originalId, hyperedge.span),
    score: 0,
    lanes: {},
    anchors: [],
    duplicates: [],
  }))
}

async function unitsOfUri(uri: string, hypergraph: Hypergraph): Promise<readonly number[]> {
  return marked(await hypergraph.unitsWhere((document) => document.uri === uri))
}

async function unitsOfReference(reference: string, hypergraph: Hypergraph, store: Store): Promise<readonly number[]> {
  const { originalId, span } = parseReference(reference)
  const units = marked(await hypergraph.unitsWhere((document) => document.originalId === originalId))
  const descriptions = await hypergraph.describe(units)
  const rows = await store.readHyperedges(descriptions.map(({ hyperedgeId }) => hyperedgeId))
  const overlapping = new Set(rows.flatMap(({ hyperedge }) => (overlap(hyperedge.span, span) ? [hyperedge.id] : [])))
  return descriptions.flatMap(({ unit, hyperedgeId }) => (overlapping.has(hyperedgeId) ? [unit] : []))
}

function overlap(first: Span, second: Span): boolean {
  return first.start < second.end && second.start < first.end
}

function marked(mask: Uint8Array): readonly number[] {
  const units: number[] = []
  mask.forEach((isMarked, unit) => {
    if (isMarked) units.push(unit)
  })
  return units
}
