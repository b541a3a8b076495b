import type { Removal } from './removal.ts'

/** A text that might be emitted, counted as a whole. */
export interface Draft {
  readonly removals: readonly Removal[]
  readonly text: string
  readonly tokens: number
}

/** How a draft comes about whose prose weighs at most so much by estimate, markers included. */
export type DraftFor = (proseTokens: number) => Promise<Draft>

export interface FitInput {
  readonly draftFor: DraftFor
  /** A draft that fits: without any prose. */
  readonly least: Draft
  readonly budgetTokens: number
  /** What the prose may weigh if all estimates are right. */
  readonly proseTokens: number
  /** Exact tokens of one estimated token. */
  readonly ratio: number
  /** Half of it is the first step down where a draft is over by less, and each further step is longer. */
  readonly stepTokens: number
}

/** Each costs an extraction and a count of the whole. */
const MAX_TRIES = 12
/** Less room than this is not worth another try. */
const LEAST_SLACK_TOKENS = 4
const LEAST_SLACK_SHARE = 0.005

/**
 * Finds the longest draft that fits by exact count. What is too long is made shorter by as much as it was over, what leaves room longer, between what is known to fit
 * and what is known not to. Never over the budget: what is returned was counted. At most twelve tries.
 */
export async function fitDraft(input: FitInput): Promise<Draft> {
  const { draftFor, budgetTokens, ratio } = input
  const enough = budgetTokens - Math.max(LEAST_SLACK_TOKENS, budgetTokens * LEAST_SLACK_SHARE)
  let best = input.least
  let fits = 0
  let exceeds = Number.POSITIVE_INFINITY
  let proseTokens = Math.max(0, input.proseTokens)
  for (let tries = 0; tries < MAX_TRIES && best.tokens < enough; tries++) {
    const draft = await draftFor(proseTokens)
    if (draft.tokens <= budgetTokens) {
      if (draft.tokens >= best.tokens) best = draft
      fits = proseTokens
    } else exceeds = proseTokens
    const room = (budgetTokens - draft.tokens) / ratio
    // A token less rarely changes what is kept: what was over by little is made shorter by more each time.
    const aimed = proseTokens + (room < 0 ? Math.min(room, (-input.stepTokens * (tries + 1)) / 2) : room)
    const next = aimed > fits && aimed < exceeds ? aimed : (fits + Math.min(exceeds, 2 * fits + 1)) / 2
    if (room >= 0 && Math.abs(next - proseTokens) < 1) break
    proseTokens = next
  }
  return best
}
