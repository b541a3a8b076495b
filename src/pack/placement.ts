import type { Candidate } from '../domain/candidate.ts'
import type { PieceRange } from '../domain/session.ts'
import type { Span } from '../domain/span.ts'

/** What is emitted of a unit's own text, without the header above it and without the unit's `opening` and `closing`. */
export interface Body {
  readonly text: string
  readonly spans: readonly Span[]
  readonly excerpt: boolean
  /** The pieces that an excerpt keeps, the fixed ones included; none for a whole unit, which is not cut. */
  readonly pieces: readonly PieceRange[]
}

/** A unit with its place in the ranking: 1 for the best, 0 for a pinned or stable one. */
export interface RankedCandidate {
  readonly rank: number
  readonly candidate: Candidate
}

/** A unit that is to be emitted, and how much of it. */
export interface Placement extends RankedCandidate {
  readonly body: Body
}

/** Places a unit whole. */
export function wholeOf(ranked: RankedCandidate): Placement {
  const { text, span } = ranked.candidate.hyperedge
  return { ...ranked, body: { text, spans: [span], excerpt: false, pieces: [] } }
}

/** Whether `next` carries on the very table or fence that `unit` is a piece of, so that it need not be closed and opened again between them. */
export function isContinuedBy(unit: Candidate, next: Candidate): boolean {
  return (
    next.hyperedge.opening !== '' &&
    next.hyperedge.documentId === unit.hyperedge.documentId &&
    next.hyperedge.ordinal === unit.hyperedge.ordinal + 1 &&
    next.hyperedge.kind === unit.hyperedge.kind
  )
}

/** Equal for units under the same headings. */
export function pathKey(candidate: Candidate): string {
  return candidate.hyperedge.headingPath.join('\u0000')
}
