import type { Placement } from './placement.ts'

/** What is emitted of one document within a section, in document order. Never empty. */
export type DocumentGroup = readonly Placement[]

/**
 * Puts placements into the order of the emitted text: documents by the rank of their best unit, the units of one document as they stand in it. A
 * function of ranks and positions alone, whatever order the placements came in.
 */
export function arrange(placements: readonly Placement[]): readonly DocumentGroup[] {
  const groups = new Map<number, Placement[]>()
  for (const placement of placements.toSorted((left, right) => left.rank - right.rank)) {
    const documentId = placement.candidate.hyperedge.documentId
    const group = groups.get(documentId)
    if (group) group.push(placement)
    else groups.set(documentId, [placement])
  }
  return Array.from(groups.values(), (group) => group.sort(byPosition))
}

/** Negative where the left one of two units of a document stands before the other. */
export function byPosition(left: Placement, right: Placement): number {
  const { ordinal, span } = left.candidate.hyperedge
  const other = right.candidate.hyperedge
  return ordinal - other.ordinal || span.start - other.span.start
}
