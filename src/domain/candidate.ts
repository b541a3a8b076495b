import type { DocumentDescription } from './document.ts'
import type { Hyperedge } from './hyperedge.ts'

/** One way of finding candidates. */
export type LaneName = 'lexical' | 'dense' | 'graph'

/** Rank (from 1) and score of a candidate within one lane. Scores of different lanes are not comparable. */
export interface LaneScore {
  readonly rank: number
  readonly score: number
}

/** One step of the path that led the graph lane to a unit. */
export interface GraphStep {
  readonly fromId: number
  readonly fromRef: string
  /** Title of the document it belongs to, or its uri. */
  readonly fromTitle: string
  readonly relation: 'links-to' | 'linked-from' | 'shares'
  /** The entity that joins the two units. */
  readonly entity: string
}

export interface Lanes {
  readonly lexical?: LaneScore
  readonly dense?: LaneScore
  readonly graph?: LaneScore & { readonly path: readonly GraphStep[] }
}

/** A further place where the very same text stands. */
export interface DuplicateSource {
  readonly ref: string
  readonly uri: string
}

/** A unit that retrieval proposes for a query. Immutable. */
export interface Candidate {
  readonly hyperedge: Hyperedge
  readonly document: DocumentDescription
  readonly reference: string
  readonly score: number
  readonly lanes: Lanes
  /** Token sequences (as in `Incidence.entity`) whose sentence is worth keeping when the unit is cut to an excerpt. */
  readonly anchors: readonly string[]
  readonly duplicates: readonly DuplicateSource[]
}

/** What retrieval returns, best first. Ties are broken by collection, uri and position, so the order is a function of content. */
export interface Ranking {
  readonly query: string
  /** Question term (stem) to its share of the question's idf mass; the shares sum to 1 unless no term is known. */
  readonly termWeights: ReadonlyMap<string, number>
  readonly candidates: readonly Candidate[]
  /** How far the units around this question link at all, 0 to 1: the weight that the graph lane was given. */
  readonly graphGate: number
  /** Share of the question's words, weighed by rarity, that the corpus has at all. */
  readonly knownShare: number
}
