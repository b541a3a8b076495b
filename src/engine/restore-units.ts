import type { Candidate } from '../domain/candidate.ts'
import type { SessionUnit } from '../domain/session.ts'
import type { Span } from '../domain/span.ts'
import { gapOf } from '../pack/mark.ts'
import type { NumberedPlacement } from '../pack/printed-units.ts'
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
 * Restored units as they were printed. @returns them in order, up to the first excerpt that is none of its unit: a state may come from anywhere, and no text
 * that the index does not hold gets into a pack by it.
 */
export function placeRestored(
  candidates: readonly Candidate[],
  units: readonly SessionUnit[],
  markDepth: number,
): readonly NumberedPlacement[] {
  const placements: NumberedPlacement[] = []
  for (const [index, candidate] of candidates.entries()) {
    const { number, excerpt } = units[index]!
    const { text, span } = candidate.hyperedge
    if (excerpt && !isExcerptOf(excerpt, candidate, gapOf({ depth: markDepth }))) break
    const body = excerpt ? { ...excerpt, excerpt: true } : { text, spans: [span], excerpt: false }
    placements.push({ placement: { rank: 0, candidate, body }, number })
  }
  return placements
}

/** Whether a text is pieces of the unit in their order with gaps between them, and the spans lie in the unit's own, in order. */
function isExcerptOf(
  { text, spans }: { readonly text: string; readonly spans: readonly Span[] },
  { hyperedge }: Candidate,
  gap: string,
): boolean {
  let from = 0
  for (const part of text.split(gap)) {
    const piece = part.trim()
    const found = hyperedge.text.indexOf(piece, from)
    if (found === -1) return false
    from = found + piece.length
  }
  let end = hyperedge.span.start
  for (const span of spans) {
    if (span.start < end || span.end <= span.start || span.end > hyperedge.span.end) return false
    end = span.end
  }
  return true
}

function keyOf(...parts: readonly string[]): string {
  return parts.join('\u0000')
}
