import type { LatencyPolicy } from '../domain/request-policy.ts'

/**
 * Where a policy says none. Assumed, not measured: at 10,000 tokens a second a request that is 26,000 tokens shorter answers 2.6 seconds earlier. Services differ tenfold; who measures the
 * time to the first token of two prompts knows their own rate.
 * Source: the walk-through in the record of the architecture (2026-07-29), which saves 26,200 tokens and, by its word, seconds.
 */
export const ASSUMED_PREFILL_TOKENS_PER_SECOND = 10_000

/** A pipeline before a costly step that can be left out. */
export interface LatencyState {
  /** Since the pipeline began, by a clock that never goes back. */
  readonly elapsedMs: number
  /** What the request that is sent will be shorter than the one that was given. */
  readonly savedTokens: number
}

/** What the model takes to read so many tokens. */
export function prefillMs(
  tokens: number,
  { prefillTokensPerSecond }: Pick<LatencyPolicy, 'prefillTokensPerSecond'>,
): number {
  return (1_000 * Math.max(0, tokens)) / prefillTokensPerSecond
}

/**
 * What may still be spent: the policy's share of the prefill that is saved, less what has been spent. Pure: the clock is the caller's.
 * @returns 0 where the step had better be left out.
 */
export function timeLeftMs({ elapsedMs, savedTokens }: LatencyState, policy: LatencyPolicy): number {
  return Math.max(0, policy.share * prefillMs(savedTokens, policy) - elapsedMs)
}
