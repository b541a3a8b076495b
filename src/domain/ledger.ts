import type { CascadeLevel } from './compressed-request.ts'
import type { RecordedRequest } from './usage.ts'

/** How many tokens a text has after one phase of its compression. */
export interface PhaseTokens {
  /** `structure`, `strip`, `summarize`, `layout`, …: the name of the phase. */
  readonly phase: string
  readonly tokens: number
}

/** Every kind of entry that a ledger has. */
export const LEDGER_KINDS = [
  'compress', // a Markdown document was compressed
  'slim', // a shorter text stood in for a tool's output
  'expand', // part of a stored original was handed out after all
  'rerun', // a call whose output had been slimmed was made again
  'request', // a provider billed a request
  'conversation', // a request was compressed
  'shadow', // the answer to a compressed request was judged by that to the whole one
] as const

export type LedgerKind = (typeof LEDGER_KINDS)[number]

/** What every entry has. */
interface Entry {
  /** Milliseconds since 1970 (UTC). */
  readonly atMs: number
  /** Identity of the tokenizer that counted; `billed:<model>` where the provider did. */
  readonly tokenizer: string
}

/**
 * A text of `rawTokens` that became another, or what that costs later: then `rawTokens` is 0, and the last phase has the tokens that were handed out. What an entry saves is
 * `rawTokens` less the tokens after its last phase.
 */
interface TextEntry extends Entry {
  /** The archived original. */
  readonly originalId: string
  readonly rawTokens: number
  readonly phases: readonly PhaseTokens[]
}

export interface CompressEntry extends TextEntry {
  readonly kind: 'compress'
}

/** About the output of a tool. The name of the one phase is the route; of an expansion `counted` (the whole original) or `estimated` (a share of it). */
export interface OutputEntry extends TextEntry {
  readonly kind: 'slim' | 'expand' | 'rerun'
  /** The conversation; null where none was named. */
  readonly sessionId: string | null
  readonly tool: string | null
}

/** A request as it was billed. Its tokens are never added to those of texts. */
export interface RequestEntry extends Entry, RecordedRequest {
  readonly kind: 'request'
}

/** A request that was compressed, as often as it was sent. Its tokens are never added to those of texts: outputs that were slimmed before are in it as they were sent. */
export interface ConversationEntry extends Entry {
  readonly kind: 'conversation'
  /** The conversation; null where none is known. */
  readonly sessionId: string | null
  readonly rawTokens: number
  readonly countedTokens: number
  readonly budgetTokens: number
  /** Those that ran, in order. */
  readonly levels: readonly { readonly level: CascadeLevel; readonly savedTokens: number }[]
}

/** Two answers that were compared. Its tokens tell what was compared, and are part of no sum of savings. */
export interface ShadowEntry extends Entry {
  readonly kind: 'shadow'
  /** Of the request that was given. */
  readonly key: string
  readonly judge: string
  /** The last level that ran. */
  readonly level: CascadeLevel | 'none'
  /** Of the answer to the compressed request, 0 to 1. */
  readonly quality: number
  readonly budgetTokens: number
  readonly originalTokens: number
  readonly compressedTokens: number
}

/** One event that the ledger keeps. */
export type LedgerEntry = CompressEntry | OutputEntry | RequestEntry | ConversationEntry | ShadowEntry

/** Entries of texts: those that savings are made of. */
export type SavingsEntry = CompressEntry | OutputEntry
