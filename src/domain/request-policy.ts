import type { DocumentPolicy, ToolPolicy } from './relevance-policy.ts'
import type { CacheProfile } from './savings.ts'

/** Classes that share what the protected parts of a request leave. */
export type SharedClass = 'turn' | 'document'

/** Parts of a budget, in any unit: they count against each other. What a class does not need flows on to the others. */
export type ClassShares = Readonly<Record<SharedClass, number>>

/** What a model can read, less what is kept for its answer. */
export interface WindowBudget {
  readonly windowTokens: number
  readonly reserveTokens: number
}

/** Whether results of tools take their shortest form without loss when they come. It is what keeps later requests beginning as earlier ones did. */
export type AtArrival = 'lossless' | 'never'

/** How a history is folded into memory. */
export interface HistoryPolicy {
  /** So many units at the end, messages or calls with their results, are shortened after all others, and only in their place. */
  readonly freshUnits: number
  /** What is left of the room for history when it is folded, above 0 to 1: the deeper, the rarer. */
  readonly epochDepth: number
  /** Fold when the history has more tokens than this; null: only when it has to be. */
  readonly watermarkTokens: number | null
  /** So many more requests are expected, and folding may pay before it has to be; null: not known. */
  readonly expectedCalls: number | null
}

/** What is known of the provider's prompt cache. */
export interface CachePolicy<Profile = string | CacheProfile> {
  /** A profile's id or name, or a whole one. */
  readonly profile: Profile
  /** Whether cache marks are put where the dialect has them, and the request none of its own. */
  readonly marks: boolean
}

/** How long summaries of a model may be waited for. */
export interface LatencyPolicy {
  /** How many tokens of input the model that is sent the request reads in a second before it answers. */
  readonly prefillTokensPerSecond: number
  /** Which share of the time that its shorter request saves may be spent before the last summary is there. From 0 (none is asked for) up. */
  readonly share: number
}

/** Which requests are to be sent whole as well, so that answers can be compared. */
export interface ShadowPolicy {
  /** 1 of so many, by the hash of the request; 0: none. */
  readonly oneIn: number
}

/** By which scorer single words are taken out of the prose of documents, if need be; `off`: by none. */
export type PrunePolicy = 'off' | 'rule' | 'self-information'

/** What a preset, a policy or a tier may say; what is left out stays as it was. */
export interface PolicyChanges {
  /** The most tokens that the request may have: a number, or a window with a reserve. */
  readonly budget?: number | WindowBudget
  readonly shares?: Partial<ClassShares>
  readonly atArrival?: AtArrival
  readonly history?: Partial<HistoryPolicy>
  readonly cache?: Partial<CachePolicy>
  readonly documents?: Partial<DocumentPolicy>
  readonly tools?: Partial<ToolPolicy>
  readonly prune?: PrunePolicy
  readonly shadow?: Partial<ShadowPolicy>
  readonly latency?: LatencyPolicy | null
}

/** A policy that others may start from: all of it is said, but for the budget. */
export interface PolicyPreset {
  readonly shares: ClassShares
  readonly atArrival: AtArrival
  readonly history: HistoryPolicy
  readonly cache: CachePolicy
  readonly documents: DocumentPolicy
  readonly tools: ToolPolicy
  readonly prune: PrunePolicy
  readonly shadow: ShadowPolicy
  /** Null: summaries are waited for, however long they take. */
  readonly latency: LatencyPolicy | null
  readonly tiers: Readonly<Record<string, PolicyChanges>>
}

/** How far a request is to be shortened, and by what means: plain JSON, as a program or a file gives it. */
export interface RequestPolicy extends Omit<PolicyChanges, 'budget'> {
  /** What it starts from. Default: `balanced`. */
  readonly preset?: string
  /** A number, a window with a reserve, or the name of a tier, whose changes then hold. */
  readonly budget: NonNullable<PolicyChanges['budget']> | string
  /** Changes by name, beside those of the preset. */
  readonly tiers?: Readonly<Record<string, PolicyChanges>>
}

/** A policy with everything said. */
export interface ResolvedPolicy extends Omit<PolicyPreset, 'tiers' | 'cache'> {
  readonly budgetTokens: number
  readonly cache: CachePolicy<CacheProfile>
}
