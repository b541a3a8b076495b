/** Classes that share what the protected parts of a request leave. */
export const SHARED_CLASSES = ['tools', 'turn', 'document'] as const

export type SharedClass = (typeof SHARED_CLASSES)[number]

/** Parts of a budget, in any unit: they count against each other. What a class does not need flows on to the others. */
export type ClassShares = Readonly<Record<SharedClass, number>>

/** What a model can read, less what is kept for its answer. */
export interface WindowBudget {
  readonly windowTokens: number
  readonly reserveTokens: number
}

/** What a preset, a policy or a tier may say; what is left out stays as it was. */
export interface PolicyChanges {
  /** The most tokens that the request may have: a number, or a window with a reserve. */
  readonly budget?: number | WindowBudget
  readonly shares?: Partial<ClassShares>
}

/** A policy that others may start from: all of it is said, but for the budget. */
export interface PolicyPreset {
  readonly shares: ClassShares
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
export interface ResolvedPolicy {
  readonly budgetTokens: number
  readonly shares: ClassShares
}
