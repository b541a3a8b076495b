import type { Pack } from './pack.ts'
import type { CacheProfile } from './savings.ts'

/** What a session goes by of what a provider's prompt cache costs; every {@link CacheProfile} will do. */
export type CachePrices = Pick<CacheProfile, 'readFactor' | 'writePremium' | 'minPrefixTokens'>

/** Neighbouring pieces of a unit, by their numbers in it from 0 on: `start` is the first of them, `end` the first that is none. */
export interface PieceRange {
  readonly start: number
  readonly end: number
}

/** One unit that a session's last pack printed behind the stable section, in the order of the text. */
export interface SessionUnit {
  /** The number in the label of its document. */
  readonly number: number
  readonly collection: string
  readonly uri: string
  readonly ref: string
  /** What was printed of a unit that was cut: its pieces (sentences, items, rows or lines), in order, no two ranges touching. Absent for a whole one. */
  readonly pieces?: readonly PieceRange[]
}

/**
 * All that a session remembers, as plain JSON: the text of its last pack and about 200 bytes for each unit in it, however long the session has been.
 * No text is taken from here: a block is carried on only where the index, as it is then, prints that very block from the units and pieces named.
 */
export interface SessionState {
  readonly format: 2
  /** Packs that the session has made. */
  readonly calls: number
  /** Identity of the generation tokenizer of the last pack. */
  readonly tokenizer: string
  /** Brackets around labels and gaps: they may become more, never fewer. */
  readonly markDepth: number
  /** How many of `units` stand before each breakpoint `retained`, ascending. */
  readonly retainedUnits: readonly number[]
  /** UTF-16 units of `text` before the first of `units`. */
  readonly frameLength: number
  /** Text of the last pack. */
  readonly text: string
  readonly units: readonly SessionUnit[]
}

/**
 * Why the carried part is what it is. `first-call`: there is nothing to carry. `kept`: as much of the last pack, from its beginning, as fits beside the fresh
 * part. The others are boundaries, where less was kept. `rewrite-pays`: units that no longer matter were given up because later calls will cost less
 * for it. `content-changed`: a unit was edited, removed, renamed or filtered out. `mark-changed`: a text imitates the labels, which got another bracket. `frame-changed`:
 * preamble, pinned or stable units differ. `tokenizer-changed`: another model reads the text, whose cache is another.
 */
export type BoundaryReason =
  | 'first-call'
  | 'kept'
  | 'rewrite-pays'
  | 'content-changed'
  | 'mark-changed'
  | 'frame-changed'
  | 'tokenizer-changed'

/** Whether a session started its prefix anew, from some place on, and what it weighed. */
export interface SessionBoundary {
  readonly taken: boolean
  readonly reason: BoundaryReason
  /** Tokens that would come out of the cache this time and have to be written again after a rewrite. */
  readonly rewrittenTokens: number
  /** Tokens by which a rewrite makes the pack smaller; 0 where candidates fill the room anyway. */
  readonly removedTokens: number
  /** Calls after which a rewrite has paid for itself; null where it never does. */
  readonly breakEvenCalls: number | null
  readonly expectedCalls: number
}

/** What a call shares with the one before it. */
export interface SessionReport {
  /** 1 for the first pack of a session. */
  readonly call: number
  /** The longest prefix, in whole characters, that is byte for byte that of the previous pack; its tokens are counted alone by the generation tokenizer. */
  readonly sharedPrefix: { readonly bytes: number; readonly tokens: number }
  /** Refs of units that stand where the previous pack had them, in order. */
  readonly carried: readonly string[]
  /** Refs of units that the previous pack had and that are printed anew. */
  readonly moved: readonly string[]
  /** Refs of units that the previous pack did not have. */
  readonly fresh: readonly string[]
  /** Refs of units that the previous pack had and this one has not. */
  readonly evicted: readonly string[]
  readonly boundary: SessionBoundary
}

/** A pack of a session. */
export interface SessionPack extends Pack {
  readonly session: SessionReport
}
