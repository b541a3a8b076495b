import type { Lanes } from '../domain/candidate.ts'

/** What a selection policy goes by: everything of a candidate that can be known without encoding it. */
export interface SelectableUnit {
  /** Place in the ranking, 1 for the best. Names the unit. */
  readonly rank: number
  readonly id: number
  readonly ref: string
  readonly uri: string
  /** Comparable within one ranking; a later rank may have the higher score. */
  readonly score: number
  /** With the path that led the graph lane here. */
  readonly lanes: Lanes
  /** Stored cost of the unit with a guess at its header: a weight, in the tokens of whoever indexed it. */
  readonly estimatedTokens: number
  /** Terms of the question that its text, headings or title hold. Found when first asked for. */
  readonly questionTerms: ReadonlySet<string>
}

export interface SelectionInput {
  /** Best first. */
  readonly units: readonly SelectableUnit[]
  /** Question term to its share of the question. */
  readonly termWeights: ReadonlyMap<string, number>
  /** Tokens that are left for units when the frame and the caller's reserve are in place. */
  readonly roomTokens: number
}

/**
 * Decides which candidates compete for the room, and in which order: the pack stage takes them in that order until one does not fit, then fills what is left, in that
 * order again. What is not returned is not packed (`filtered`). Synchronous and pure; called once for a pack.
 *
 * @returns some of the units given, each at most once.
 */
export type SelectionPolicy = (input: SelectionInput) => readonly SelectableUnit[]
