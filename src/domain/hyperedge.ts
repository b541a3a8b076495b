import type { Span } from './span.ts'

/** Passages are prose; the others are cut at items, rows or lines and never inside one. */
export type UnitKind = 'passage' | 'list' | 'table' | 'code' | 'data'

/** An approximate weight and the identity of the tokenizer that made it. One without the other means nothing. */
export interface TokenCost {
  readonly tokens: number
  readonly tokenizer: string
}

/** What ingest makes of a document: one unit of context, before anything is known about its words. */
export interface Unit {
  readonly kind: UnitKind
  /** Position among the units of its document, from 0. */
  readonly ordinal: number
  readonly span: Span
  /** `decode(original[span])`, exactly. */
  readonly text: string
  /** Headings above the unit, outermost first; not part of `text`. */
  readonly headingPath: readonly string[]
  /** Printed before and after the text when the unit is a piece of a larger table or fence: its header or fence again. */
  readonly opening: string
  readonly closing: string
}

/** A vertex as one unit sees it: where and how often a name or identifier occurs there. */
export interface Incidence {
  /** Folded, lower-case tokens joined by one space: `big stone gap`. */
  readonly entity: string
  /** Mentions in the unit; a name that the unit owns counts three more. */
  readonly weight: number
  /** Sentence numbers within the unit, ascending, from 0; empty for a name that occurs only in title or headings. */
  readonly sentences: readonly number[]
  /**
   * Whether the unit is *about* this entity, and how we know: the document's capitalised title says so, or something weaker does (a heading, a title in
   * lower case, the first words).
   */
  readonly owned: 'title' | 'lead' | false
}

/** One unit of context joined to all the entities it mentions. */
export interface Hyperedge extends Unit {
  readonly id: number
  readonly documentId: number
  readonly tokenCost: TokenCost
}
