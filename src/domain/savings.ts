import type { CascadeLevel } from './compressed-request.ts'
import type { LedgerKind, PhaseTokens } from './ledger.ts'
import type { Exactness } from './pack.ts'
import type { UsageSummary } from './usage.ts'

/** Kinds of entries that texts are counted in. */
export type SavingsKind = Exclude<LedgerKind, 'request' | 'conversation' | 'shadow'>

/** What a provider's prompt cache costs: dated data with its source. A factor is in prices of a fresh input token. */
export interface CacheProfile {
  /** `<name>@<date>`, for instance `anthropic-1h@2026-11-30`. */
  readonly id: string
  readonly provider: string
  /** The models that it holds for, in words or as one model's name. */
  readonly model: string
  /** The day on which the values were looked up, `YYYY-MM-DD`. */
  readonly date: string
  /** Where they were looked up: mostly a URL. */
  readonly source: string
  /** r: price of a token that is read from the cache. */
  readonly readFactor: number
  /** w: what writing a token to the cache costs on top of its own price. */
  readonly writePremium: number
  /** m: a shorter prefix is not cached at all. */
  readonly minPrefixTokens: number
  /** Beyond the minimum, prefixes are cached in multiples of this; 1 where every length is. */
  readonly stepTokens: number
  /** How long a prefix stays cached after it was last used; null where the provider does not say. */
  readonly timeToLiveSeconds: number | null
}

/** A prompt under a profile, in effective tokens: each is worth one fresh input token. */
export interface CallCosts {
  /** Tokens of the stable prefix that the cache takes; 0 where the prefix is shorter than the profile's minimum. */
  readonly cachedTokens: number
  /** Tokens that every call pays in full. */
  readonly freshTokens: number
  /** The call that writes the prefix to the cache. */
  readonly firstCallTokens: number
  /** Each later call, as long as the cache holds the prefix. */
  readonly nextCallTokens: number
}

/** What went into {@link EffectiveTokens}, so that each number can be made again by hand. */
export interface EffectiveInputs {
  /** The text before compression, with the volatile part that it would be sent with. */
  readonly rawTokens: number
  /** P: the part of the compressed text that is the same in every call, and comes first. */
  readonly stableTokens: number
  /** V: the part that changes from call to call. */
  readonly volatileTokens: number
  /** What compressing cost once, in prices of a fresh input token; 0 without a model. Part of the first call in `amortised` and `breakEvenCalls`. */
  readonly oneTimeTokens: number
}

/** What a compressed text costs in repeated calls, beside what the raw one would. Formulas: docs/savings.md. */
export interface EffectiveTokens {
  readonly profile: CacheProfile
  readonly inputs: EffectiveInputs
  /** Whether the stable part reaches the profile's minimum. Where it does not, no saving by caching is claimed. */
  readonly eligible: boolean
  readonly compressed: CallCosts
  /** The raw text in its own best case: all but the volatile tokens are a stable prefix, and cached. */
  readonly raw: CallCosts
  /** Share of the tokens of a repeated call that is saved, from −∞ to 1; negative where it costs more. */
  readonly headline: {
    /** 1 − next call / raw tokens: against pasting the raw text without a cache. */
    readonly againstRawUncached: number
    /** 1 − next call / next call of the raw text: against pasting the raw text with the same cache. */
    readonly againstRawCached: number
  }
  /** Mean tokens of a call over so many calls, the one-time cost included. */
  readonly amortised: readonly { readonly calls: number; readonly tokens: number }[]
  /** The fewest calls from which on the compressed text has cost no more in total; null where that never comes. */
  readonly breakEvenCalls: {
    readonly againstRawUncached: number | null
    readonly againstRawCached: number | null
  }
  /** What a stable prefix brings by itself: the compressed text with the cache against the same text without it. */
  readonly layout: {
    readonly uncachedCallTokens: number
    /** 1 − next call / uncached call. */
    readonly savedShare: number
    readonly breakEvenCalls: number | null
  }
}

/** What a compression saved, with everything that the numbers rest on. */
export interface SavingsReport {
  /** Identity of the tokenizer that counted all tokens. */
  readonly counter: string
  readonly level: Exactness
  /** Before the first phase. */
  readonly rawTokens: number
  /** After each phase, in order; the last is what is emitted. */
  readonly phases: readonly PhaseTokens[]
  /** One for each cache profile asked for, in that order. */
  readonly effective: readonly EffectiveTokens[]
}

/** Sums over entries that one tokenizer counted. Tokens of two tokenizers are never added up. */
export interface SavedTokens {
  readonly entries: number
  readonly rawTokens: number
  /** What was left after the last phase. */
  readonly countedTokens: number
  /** Their difference; negative where texts grew. */
  readonly savedTokens: number
}

/** What one tokenizer counted, as a whole and in parts; each list of parts adds up to the whole. */
export interface TokenizerSavings extends SavedTokens {
  readonly tokenizer: string
  /** By name. */
  readonly kinds: readonly (SavedTokens & { readonly kind: SavingsKind })[]
  /** What each phase took away, by kind and then in the order of the phases. */
  readonly phases: readonly { readonly kind: SavingsKind; readonly phase: string; readonly savedTokens: number }[]
  /** By date, days of UTC. */
  readonly days: readonly (SavedTokens & { readonly day: string })[]
}

/** Requests that were compressed, as one tokenizer counted them; each as often as it was sent. */
export interface CompressedConversations {
  readonly tokenizer: string
  readonly requests: number
  readonly rawTokens: number
  readonly countedTokens: number
  readonly savedTokens: number
  /** By name. They need not add up to the whole: laying out the request adds tokens. */
  readonly levels: readonly { readonly level: string; readonly savedTokens: number }[]
}

/** A mean with its 95 % interval. */
export interface MeanInterval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** How good the answers to compressed requests were, for one level, share of the budget, judge and tokenizer. */
export interface ShadowQuality {
  /** The last level that ran; `none` where the request fitted as it was. */
  readonly level: CascadeLevel | 'none'
  /** What the budget was of the request that was given, rounded up to a tenth. */
  readonly budgetShare: number
  readonly judge: string
  readonly tokenizer: string
  readonly samples: number
  readonly quality: MeanInterval
  /** Sums over the samples; part of no savings. */
  readonly originalTokens: number
  readonly compressedTokens: number
}

/** What the ledger of a store says. Plain tokens: what they are worth in a cache depends on calls that are yet to come, see {@link EffectiveTokens}. */
export interface SavingsSummary {
  /** Of texts; requests are counted in `usage`. */
  readonly entries: number
  /** Entries that are left out: they are damaged, or a newer packgraph wrote them. */
  readonly unreadable: number
  /** By identity. */
  readonly tokenizers: readonly TokenizerSavings[]
  /** What providers billed. Never part of the sums above, nor they of it. */
  readonly usage: UsageSummary
  /** Requests that were compressed, by tokenizer: a sum of its own, since each counts what it left out once more. */
  readonly conversations: readonly CompressedConversations[]
  /** By level and share of the budget. */
  readonly shadow: readonly ShadowQuality[]
}
