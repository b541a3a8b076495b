import type { DuplicateSource, Lanes } from './candidate.ts'
import type { Span } from './span.ts'

/** Where a proof's count comes from: the model's own tokenizer here, its provider's endpoint, or an estimate. */
export type Exactness = 'exact' | 'remote' | 'estimated'

/** That the emitted text fits, and how we know. */
export interface Proof {
  /** Identity of the generation model's tokenizer. */
  readonly tokenizer: string
  readonly level: Exactness
  readonly budgetTokens: number
  /** Tokens the caller reserved for itself out of the budget. */
  readonly reserveTokens: number
  /** Tokens of `text`, counted as one string. */
  readonly countedTokens: number
  /** `budgetTokens − reserveTokens − countedTokens`, never negative. */
  readonly slackTokens: number
  /** True when `countedTokens` was counted on the emitted text; false only for `verify: 'when-mismatched'` with equal identities. */
  readonly verified: boolean
  /** Identities of tokenizers, other than the generation model's, that made the stored costs of considered candidates. */
  readonly mismatchedTokenizers: readonly string[]
  /**
   * True when nothing more could be packed (`fill` only): every candidate is packed, or what remains was tried in the slack, whole and (in a slack of 25
   * tokens or more, and unless whole units alone are asked for) as the excerpt that the pack stage would make of it, and did not fit by exact count: that of the whole text with it, or of its own block
   * where that takes over 16 tokens more than the slack. In a slack below 25 tokens, a unit with over 16 letters and digits a token of it is not counted.
   */
  readonly saturated: boolean
  /** SHA-256 (hex) of the UTF-8 bytes of the emitted text, which ties the proof to it. */
  readonly textSha256: string
}

/** One unit, whole or cut, in a pack, in the order of the emitted text. */
export interface PackItem {
  readonly id: number
  readonly ref: string
  readonly uri: string
  readonly title: string
  readonly headingPath: readonly string[]
  /** What was emitted of the unit's own text, verbatim, with gaps marked; header, `opening` and `closing` stand around it. */
  readonly text: string
  /**
   * The byte spans of the original that were emitted, in order: one for a whole unit, one for each stretch of an excerpt. Where the original's encoding
   * cannot be told from the unit, the span of the whole unit.
   */
  readonly spans: readonly Span[]
  readonly excerpt: boolean
  readonly section: SectionName
  /** 1 for the best candidate; 0 for pinned, stable and carried units that the query does not rank. */
  readonly rank: number
  readonly score: number
  /** Stored cost of the whole unit: a weight, in the tokens of `tokenizer`. */
  readonly tokenCost: number
  readonly tokenizer: string
  readonly duplicates: readonly DuplicateSource[]
}

/** `carried` units stand where the session's previous pack had them. */
export type SectionName = 'stable' | 'carried' | 'selected'

export type DecisionReason =
  | 'pinned'
  | 'carried'
  | 'packed'
  | 'filled'
  | 'excerpted'
  | 'trimmed'
  | 'over-budget'
  | 'filtered'
  | 'duplicate-of'

/**
 * What became of one candidate, and why: `pinned` leads whatever the query; `carried` stands where the session's previous pack had it; `packed` was selected on its stored cost and fits; `filled` and `excerpted` were
 * added by exact count; `trimmed` was selected and did not fit; `over-budget` was neither selected nor found to fit; `filtered` was
 * left out by the caller's selection policy; `duplicate-of` is another place of a
 * candidate's very text.
 */
export interface Decision {
  /** The unit; of a duplicate, the unit that stands for it. */
  readonly id: number
  readonly ref: string
  readonly uri: string
  readonly rank: number
  readonly score: number
  readonly lanes: Lanes
  readonly reason: DecisionReason
  readonly packed: boolean
  /** Stored cost with a guess at the header: what selection went by. */
  readonly estimatedTokens: number
  /** Tokens of the unit's block (header, text, blank line) counted alone by the generation tokenizer, where it was counted. */
  readonly exactTokens?: number
  /** The ref that stands for this unit (`duplicate-of`). */
  readonly duplicateOf?: string
}

/** A place where a provider's prompt cache may end: everything before it is byte-identical while its hash is. */
export interface Breakpoint {
  /**
   * `retained` (sessions only, up to two): a place within the carried or selected units up to which the next call will keep the text, if budget and frame stay, and a
   * later one up to which it may well do so. They may coincide with the end of a section.
   */
  readonly after: 'preamble' | 'retained' | SectionName
  /** Bytes of the prefix in UTF-8. */
  readonly byteOffset: number
  /** Tokens of the prefix counted alone. An estimate, after `selected` only, where the proof is not verified. */
  readonly tokenOffset: number
  /** SHA-256 (hex) of the prefix in UTF-8. */
  readonly prefixSha256: string
}

/** Wall-clock milliseconds by stage. The only part of a pack that differs between equal calls. */
export interface PackTimings {
  readonly retrieveMs: number
  readonly selectMs: number
  readonly verifyMs: number
  readonly fillMs: number
  readonly totalMs: number
}

/** The emitted context with its proof. Equal index, query and options give equal everything but `timings`. */
export interface Pack {
  readonly query: string
  readonly text: string
  readonly proof: Proof
  readonly items: readonly PackItem[]
  readonly decisions: readonly Decision[]
  readonly breakpoints: readonly Breakpoint[]
  /** Share of the question's words, weighed by rarity, that the index has at all; at 0 only the dense lane spoke. */
  readonly knownShare: number
  readonly timings: PackTimings
}
