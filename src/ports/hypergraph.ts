import type { DocumentRow } from './store.ts'

/**
 * The query-time view of a corpus. A *unit* is a hyperedge's position in the order (collection, uri, ordinal), from 0 to `size − 1`: a number that depends on
 * content alone, so that ties broken by it fall the same way however the index came about.
 */
export interface Hypergraph {
  /** Generation of the store that this view shows. */
  readonly generation: number
  readonly size: number
  /** One byte a unit: 1 where its document satisfies the filter. */
  unitsWhere(matches: (document: DocumentRow) => boolean): Promise<Uint8Array>
  /** idf of each term that the corpus has; unknown terms are absent. Keeps the order of `terms`. */
  inverseFrequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The best units by Σ weight(t) · c(unit, t), best first, ties by unit; of units with the very same text that the mask allows, the best alone. */
  lexicalTop(
    weights: ReadonlyMap<string, number>,
    limit: number,
    mask: UnitMask | undefined,
  ): Promise<readonly ScoredUnit[]>
  /** c(unit, t) = tf / (tf + K) for each unit and term: row-major, `units.length × terms.length`, in [0, 1). */
  saturations(units: ArrayLike<number>, terms: readonly string[]): Promise<Float64Array>
  /** Own names found in a sequence of words (case kept), longest match first, left to right. */
  namesIn(words: readonly string[]): Promise<readonly FoundName[]>
  /**
   * For each unit, the units that it links to, that link to it, and that share a rare entity with it: the strongest edge to each. A sentence has Σ weight over
   * the distinct term prefixes that it shares with `prefixWeights` of the question.
   */
  edgesOf(units: readonly number[], prefixWeights: ReadonlyMap<string, number>): Promise<Edges>
  /** For each unit, how it is connected to others at all. */
  connectionsOf(units: readonly number[]): Promise<readonly Connections[]>
  /** For each unit, which of the names that any of `owners` owns it mentions. */
  mentionsOf(units: readonly number[], owners: readonly number[]): Promise<readonly (readonly string[])[]>
  /** For each unit, the first unit with the very same text; itself where there is none. */
  firstCopies(units: readonly number[]): Promise<readonly number[]>
  describe(units: readonly number[]): Promise<readonly UnitDescription[]>
  /** The units of hyperedges; unknown ids give −1. */
  unitsOf(hyperedgeIds: readonly number[]): Promise<readonly number[]>
}

/** One byte a unit: 1 where the unit may be used. */
export type UnitMask = Uint8Array | undefined

export interface ScoredUnit {
  readonly unit: number
  readonly score: number
}

export interface FoundName {
  readonly name: string
  readonly tokens: readonly string[]
  /** Units that own the name, ascending. */
  readonly owners: readonly number[]
}

/** How an edge leads from one unit to another. */
export const RELATIONS = ['links-to', 'linked-from', 'shares'] as const
export type Relation = (typeof RELATIONS)[number]

/** An edge from a unit, told. */
export interface Edge {
  readonly to: number
  readonly relation: Relation
  readonly entity: string
}

/** All edges of some units, as columns: a question looks at hundreds and follows few. */
export interface Edges {
  /** Edges `starts[i] .. starts[i + 1])` are those of the unit at position `i`. */
  readonly starts: Uint32Array
  readonly to: Uint32Array
  /** Strengths in (0, 1]. */
  readonly weights: Float64Array
  /** Indexes into {@link RELATIONS}. */
  readonly relations: Uint8Array
  /** How much of the question stands in one sentence of the unit that mentions the entity, at most; 0 for `linked-from`. */
  readonly contexts: Float64Array
  describe(edge: number): Edge
}

export interface Connections {
  /** 1 / documents that own the name, of the name with the fewest owners that the unit mentions, or owns while others mention it; 0 without one. */
  readonly strongestLink: number
  /** Entities that it shares with few other units. */
  readonly sharedEntities: number
}

export interface UnitDescription {
  readonly unit: number
  readonly hyperedgeId: number
  readonly document: DocumentRow
  /** Where the unit's text stands: `<original id>#<start>-<end>`. */
  readonly reference: string
  /** All units with this very text, ascending, this one included. */
  readonly copies: readonly number[]
}
