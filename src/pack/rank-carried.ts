import type { RankedCandidate } from './placement.ts'
import type { NumberedPlacement } from './printed-units.ts'

/** Gives units of an earlier pack the rank and the score that this ranking has for them, or for a unit with their very text; rank 0 where it has none. */
export function rankCarried(
  units: readonly NumberedPlacement[],
  ranked: readonly RankedCandidate[],
): readonly NumberedPlacement[] {
  const byReference = new Map<string, RankedCandidate>()
  for (const one of ranked) {
    byReference.set(keyOf(one.candidate.reference, one.candidate.document.uri), one)
    for (const { ref, uri } of one.candidate.duplicates) byReference.set(keyOf(ref, uri), one)
  }
  return units.map(({ placement, number }) => {
    const { candidate } = placement
    const own = byReference.get(keyOf(candidate.reference, candidate.document.uri))
    if (!own) return { placement: { ...placement, rank: 0 }, number }
    if (own.candidate.hyperedge.id === candidate.hyperedge.id) return { placement: { ...placement, ...own }, number }
    const { score, lanes, anchors } = own.candidate
    return { placement: { ...placement, rank: own.rank, candidate: { ...candidate, score, lanes, anchors } }, number }
  })
}

function keyOf(reference: string, uri: string): string {
  return `${reference} ${uri}`
}
