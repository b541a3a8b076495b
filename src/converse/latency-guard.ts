/** How much time a pipeline may take: plain numbers, which a policy may replace. */
export interface LatencyPolicy {
  /** How many tokens of input the model reads in a second before it answers. */
  readonly prefillTokensPerSecond: number
  /** Which share of the time that is saved may be spent. From 0 (nothing that can be left out is done) up. */
  readonly share: number
}

/**
 * Assumed, not measured: at 10,000 tokens a second a request that is 26,000 tokens shorter answers 2.6 seconds earlier, and half of that is an end to what may be spent on it. Services differ
 * tenfold; who measures the time to the first token of two prompts knows their own rate.
 * Source: the walk-through in the record of the architecture (2026-07-29), which saves 26,200 tokens and, by its word, seconds.
 */
export const DEFAULT_LATENCY_POLICY: LatencyPolicy = { prefillTokensPerSecond: 10_000, share: 0.5 }

/** A pipeline before its next costly step. */
export interface LatencyState {
  /** Since the pipeline began, by a clock that never goes back. */
  readonly elapsedMs: number
  /** What the request that is sent will be shorter than the one that was given. */
  readonly savedTokens: number
  /** Whether the request would not fit its budget without this step. Such a step is always taken. */
  readonly isNeeded: boolean
}

/** What the model takes to read so many tokens. */
export function prefillMs(
  tokens: number,
  { prefillTokensPerSecond }: Pick<LatencyPolicy, 'prefillTokensPerSecond'>,
): number {
  return (1_000 * Math.max(0, tokens)) / prefillTokensPerSecond
}

/**
 * Whether a costly step (embedding, a model's summaries, pruning) is worth its time still: it is as long as what has been spent is less than the policy's share of the prefill that is saved.
 * Pure: the clock is the caller's.
 * @returns why the step had better be left out, in words; null where it may be taken.
 */
export function latencyStop({ elapsedMs, savedTokens, isNeeded }: LatencyState, policy: LatencyPolicy): string | null {
  if (isNeeded) return null
  const allowedMs = policy.share * prefillMs(savedTokens, policy)
  if (elapsedMs < allowedMs) return null
  return `stopped by the latency guard: ${Math.round(elapsedMs)} ms of ${Math.round(allowedMs)} ms are spent`
}
