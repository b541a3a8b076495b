/** The context that was sent with a request, in three disjoint parts. docs/savings.md maps providers' names onto these. */
export interface ContextUsage {
  /** Neither read from the cache nor written to it. */
  readonly inputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

/** What a provider billed for one request. */
export interface RequestUsage extends ContextUsage {
  readonly model: string
  /** The conversation, as `slim` was given it. */
  readonly sessionId?: string
  /** All that was generated, reasoning included. */
  readonly outputTokens: number
  /** Of `outputTokens`. */
  readonly reasoningTokens: number
  /** What the caller took the context for before it was sent, counted with the tokenizer that `slim` is given. */
  readonly estimatedInputTokens?: number
  /** A request of an agent inside of the conversation, which has a history of its own. Default: false. */
  readonly nested?: boolean
}

/** Tokens that slimming kept out of a context, by who counted them. Negative where it put more in. */
export interface AvoidedTokens {
  readonly tokenizer: string
  readonly tokens: number
}

/** A request as the ledger keeps it. */
export interface RecordedRequest extends Omit<Required<RequestUsage>, 'sessionId' | 'estimatedInputTokens'> {
  readonly sessionId: string | null
  readonly estimatedInputTokens: number | null
  /** What the outputs that were slimmed in the session before this request kept out of it. Nothing for a nested one. */
  readonly avoided: readonly AvoidedTokens[]
}

/** Sums of what was billed. */
export interface BilledTokens extends ContextUsage {
  readonly requests: number
  readonly outputTokens: number
  readonly reasoningTokens: number
}

/** How much of the context came out of the cache. Requests that are nested are left out. */
export interface CacheHits {
  readonly requests: number
  /** Of the tokens of all contexts, 0 to 1. */
  readonly share: number
  /** The same of the last requests, and of those before; null as long as there are too few. */
  readonly recentShare: number | null
  readonly earlierShare: number | null
  /** Whether the recent share fell so far below the earlier one that something is likely to break the prefix. */
  readonly hasFallen: boolean
}

/** Avoided tokens of a model, also as its provider would have billed them. */
export interface CorrectedTokens extends AvoidedTokens {
  /** `tokens` times the calibration's ratio; null without one. */
  readonly billedTokens: number | null
}

/** How a provider's count relates to the caller's. */
export interface Calibration {
  /** Moving average of billed to estimated tokens. */
  readonly ratio: number
  /** Requests that it was learned from. */
  readonly requests: number
}

/** One model: what was billed, and, apart from it, what never got that far. */
export interface ModelUsage {
  readonly model: string
  /** All but the nested ones. */
  readonly billed: BilledTokens
  readonly nested: BilledTokens
  /** Over all requests, so that what stays in the history counts each time. By tokenizer. */
  readonly avoided: readonly CorrectedTokens[]
  readonly calibration: Calibration | null
  readonly cache: CacheHits
}

/** What requests were billed, from the ledger. */
export interface UsageSummary {
  readonly requests: number
  /** By name. */
  readonly models: readonly ModelUsage[]
  /** By session and model. */
  readonly sessions: readonly (CacheHits & { readonly sessionId: string; readonly model: string })[]
}

/** What is known of a session once a request of it is recorded. */
export interface RequestReport {
  /** The whole context of the request, as billed. */
  readonly contextTokens: number
  readonly avoided: readonly AvoidedTokens[]
  /** Of the session and the model; null without a session, and for a nested request. */
  readonly cache: CacheHits | null
}

/** What it would take to put a summary in place of a history. In effective tokens: each is worth one fresh input token. */
export interface Compaction {
  /** Id of the cache profile. */
  readonly profile: string
  /** The context that is left, with the summary in it. */
  readonly keptTokens: number
  /** Once: reading all of the history outside of the cache. What writing the summary costs as output is not in it. */
  readonly oneTimeTokens: number
  /** The first request with the summary, which writes it to the cache, and each later one. */
  readonly firstRequestTokens: number
  readonly nextRequestTokens: number
  /** A request with the history as it is, out of the cache. */
  readonly presentRequestTokens: number
  /** The fewest further requests from which on the summary has cost no more in total; null where that never comes. */
  readonly breakEvenRequests: number | null
}

/** Whether a context has grown so far that its history should be summarised. */
export interface Pressure {
  /**
   * `compact`: it has. `cooling-down`: it has, and that was said not long ago. `below` the watermark. `nested`: the request is no measure of the session. `off`: no watermark was given.
   */
  readonly advice: 'compact' | 'cooling-down' | 'below' | 'nested' | 'off'
  /** As billed. */
  readonly contextTokens: number
  readonly watermarkTokens: number | null
  /** Null for `off` and `nested`. */
  readonly compaction: Compaction | null
}
