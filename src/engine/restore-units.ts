import type { Candidate } from '../domain/candidate.ts'
import type { SessionUnit } from '../domain/session.ts'
import { wholeOf } from '../pack/placement.ts'
import type { NumberedPlacement } from '../pack/printed-units.ts'
import { restoreExcerpt } from '../pack/restore-excerpt.ts'
import type { Hypergraph, UnitMask } from '../ports/hypergraph.ts'
import type { ReadHyperedges } from '../retrieve/retrieve.ts'
import { markedUnits } from './query-view.ts'

/**
 * Finds the units of an earlier pack in the index as it is now, under the filter of now. @returns them in order, up to the first that is not there any more: what
 * follows a hole cannot stay where it was. Three calls of ports, whatever the number of units.
 */
export async function restoreUnits(
  units: readonly SessionUnit[],
  mask: UnitMask,
  hypergraph: Hypergraph,
  readHyperedges: ReadHyperedges,
): Promise<readonly Candidate[]> {
  if (units.length === 0) return []
  const documents = new Set(units.map(({ collection, uri }) => keyOf(collection, uri)))
  const marked = await hypergraph.unitsWhere(({ collection, uri }) => documents.has(keyOf(collection, uri)))
  const descriptions = await hypergraph.describe(markedUnits(marked).filter((unit) => !mask || mask[unit] === 1))
  const found = new Map(
    descriptions.map((one) => [keyOf(one.document.collection, one.document.uri, one.reference), one]),
  )
  const wanted = units.map(({ collection, uri, ref }) => found.get(keyOf(collection, uri, ref)))
  const ids = wanted.flatMap((one) => (one ? [one.hyperedgeId] : []))
  const hyperedges = new Map((await readHyperedges([...new Set(ids)])).map((hyperedge) => [hyperedge.id, hyperedge]))
  const candidates: Candidate[] = []
  for (const one of wanted) {
    const hyperedge = one && hyperedges.get(one.hyperedgeId)
    if (!hyperedge) break
    const { document, reference } = one
    candidates.push({ hyperedge, document, reference, score: 0, lanes: {}, anchors: [], duplicates: [] })
  }
  return candidates
}

/**
 * Restored units as they were printed, each from its own text in the index. @returns them in order, up to the first whose pieces no excerpt of it has: a state may
 * come from anywhere, and no text that the index would not print gets into a pack by it.
 */
export function placeRestored(
  candidates: readonly Candidate[],
  units: readonly SessionUnit[],
  markDepth: number,
): readonly NumberedPlacement[] {
  const placements: NumberedPlacement[] = []
  for (const [index, candidate] of candidates.entries()) {
    const { number, pieces } = units[index]!
    const whole = wholeOf({ rank: 0, candidate })
    const body = pieces ? restoreExcerpt(candidate, pieces, { depth: markDepth }) : whole.body
    if (!body) break
    placements.push({ placement: { ...whole, body }, number })
  }
  return placements
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\u0000')
}
