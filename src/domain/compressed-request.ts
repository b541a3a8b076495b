import type { Dialect, UnitLevel } from './conversation.ts'
import type { Exactness } from './pack.ts'

export const SEGMENT_CLASSES = ['system', 'tools', 'example', 'turn', 'document', 'query'] as const

export type SegmentClass = (typeof SEGMENT_CLASSES)[number]

/** What became of a segment. `recalled`: it had left the messages, and stands again, word for word, before the query. */
export type SegmentOutcome = UnitLevel | 'dropped' | 'extracted' | 'summarized' | 'pruned' | 'recalled'

/** A typed part of a request. */
export interface RequestSegment {
  /** `system:0`, `tool:get_user`, `example:1`, `turn:12` (a unit of the history), `document:3`, `query`. */
  readonly id: string
  readonly class: SegmentClass
  /** Messages of the given request, end exclusive; null for what stands beside them. */
  readonly messages: readonly [start: number, end: number] | null
  /** Which exchange it belongs to, from 0; null outside of the history. */
  readonly turn: number | null
  /** Before and after. */
  readonly tokens: number
  readonly tokensAfter: number
  /** Units between it and the query; null where that means nothing. */
  readonly age: number | null
  /** Whether the policy lets anything be done to it. */
  readonly mutable: boolean
  /** Of its text before. */
  readonly sha256: string
  /** How much it has to do with the query, 0 to 1 within its class; null where that was not asked. */
  readonly score: number | null
  /** Whether it holds a keyword of the query, and therefore has to be there. */
  readonly pinned: boolean
  readonly outcome: SegmentOutcome
  /** Of the stored original, where something was left out; `expand` and `show` know it. */
  readonly ref: string | null
}

export const CASCADE_LEVELS = ['lossless', 'extractive', 'abstractive', 'pruned'] as const

export type CascadeLevel = (typeof CASCADE_LEVELS)[number]

/** One level of the cascade, whether it ran or not. */
export interface LevelReport {
  readonly level: CascadeLevel
  readonly ran: boolean
  /** Why it ran or did not, in words: `fits already`, `off`, … */
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly elapsedMs: number
}

/** A place where a provider's cache may end. */
export interface PrefixBreakpoint {
  readonly after: 'tools' | 'system' | 'memory' | 'history' | 'messages'
  readonly tokens: number
  readonly sha256: string
  /** Whether a cache mark was put there. */
  readonly marked: boolean
}

export interface PrefixReport {
  /** Tokens of everything before the first part that changes from call to call: the documents, what is recalled and the query. */
  readonly stableTokens: number
  readonly sha256: string
  /** Tokens that begin as the last request of this conversation did; null for the first one. */
  readonly sharedTokens: number | null
  readonly breakpoints: readonly PrefixBreakpoint[]
}

/** One thing that a validator looked at. */
export interface RequestCheck {
  readonly name: 'instructions' | 'tools' | 'structure' | 'keywords' | 'pairs' | 'roles' | 'budget'
  readonly passed: boolean
  /** What is wrong; empty where nothing is. */
  readonly detail: string
}

/** What is in a request that no tokenizer counts. */
export interface UncountedPart {
  /** Null for what stands beside the messages: parts of the system prompt, and tools. */
  readonly message: number | null
  /** The type by the request's own word; `tool:` and the name for the schema of a tool. */
  readonly type: string
}

export interface RequestCount {
  readonly tokens: number
  /** Identity of the tokenizer, and how good its counts are. */
  readonly tokenizer: string
  readonly exactness: Exactness
  readonly uncounted: readonly UncountedPart[]
}

/** What happened at the boundary between what was sent before and what is sent now. */
export interface MemoryReport {
  /** `first`: nothing of this conversation was sent before; `kept`: nothing that was sent was changed; else why it was. */
  readonly boundary: 'first' | 'kept' | 'budget' | 'watermark' | 'pays'
  /** Units that left the messages, in all and at this call. */
  readonly foldedUnits: number
  readonly newlyFoldedUnits: number
  /** Episodes in the memory. */
  readonly episodes: number
  readonly recalledUnits: readonly number[]
}

/** Whether the pipeline was cut short so that it does not take longer than it saves. */
export interface LatencyReport {
  readonly elapsedMs: number
  /** What the tokens that were saved would take to prefill, at the policy's rate, or 10,000 a second where it says none. */
  readonly savedPrefillMs: number
  /** Summaries that were not asked for, or not waited for, because there was no time left by the policy. */
  readonly summariesLeftOut: number
}

export interface RequestCompressionReport extends Omit<RequestCount, 'tokens'> {
  readonly dialect: Dialect
  readonly segments: readonly RequestSegment[]
  readonly levels: readonly LevelReport[]
  readonly originalTokens: number
  /** Of the request that is given back, all of it counted again. */
  readonly countedTokens: number
  readonly budgetTokens: number
  readonly keywords: readonly string[]
  readonly prefix: PrefixReport
  readonly memory: MemoryReport
  readonly latency: LatencyReport
  /** Whether every check passed. A request that fails one is never given back. */
  readonly valid: boolean
  readonly checks: readonly RequestCheck[]
  /** Whether this request is in the sample whose uncompressed twin is to be sent as well. */
  readonly shadow: boolean
}

export interface CompressedRequest<R = unknown> {
  readonly request: R
  readonly report: RequestCompressionReport
}
