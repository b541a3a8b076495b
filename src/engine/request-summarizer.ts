import { prefillMs, timeLeftMs } from '../converse/latency-guard.ts'
import { PackgraphError } from '../domain/errors.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { EngineParts } from './parts.ts'
import type { ReadRequest } from './request-history.ts'
import { untilCancelled } from './until-cancelled.ts'

/** A day: what timers can hold. */
const LONGEST_MS = 86_400_000

/** A summarizer that minds how long it takes. */
export interface RequestSummarizer extends Summarizer {
  /** Summaries that were not asked for, or not waited for, by now. */
  leftOut(): number
}

/**
 * The summarizer of a call, which asks for nothing once its policy's share of the prefill that is saved is spent, and waits no longer than that. What it gives no summary of is shortened
 * without one, as where a summarizer fails; so the budget is met all the same.
 */
export function requestSummarizer(
  { policy, inventory, options, startMs }: ReadRequest & { readonly startMs: number },
  { clock, resolveSummarizer }: Pick<EngineParts, 'clock' | 'resolveSummarizer'>,
): RequestSummarizer | undefined {
  if (options.summarizer === undefined) return undefined
  const summarizer = resolveSummarizer(options.summarizer)
  const { identity } = summarizer
  const { latency } = policy
  if (latency === null) {
    return { identity, leftOut: () => 0, summarize: (passage, asking) => summarizer.summarize(passage, asking) }
  }
  const savedTokens = inventory.totalTokens - policy.budgetTokens
  let leftOut = 0
  return {
    identity,
    leftOut: () => leftOut,
    async summarize(passage, { signal }) {
      const leftMs = Math.floor(timeLeftMs({ elapsedMs: clock.monotonicMs() - startMs, savedTokens }, latency))
      if (leftMs === 0) {
        leftOut += 1
        const allowedMs = Math.round(latency.share * prefillMs(savedTokens, latency))
        throw new PackgraphError('CANCELLED', `${allowedMs} ms for summaries are spent`)
      }
      const limit = AbortSignal.timeout(Math.min(leftMs, LONGEST_MS))
      const both = signal === undefined ? limit : AbortSignal.any([limit, signal])
      try {
        return await untilCancelled(summarizer.summarize(passage, { signal: both }), both)
      } catch (error) {
        if (limit.aborted) leftOut += 1
        throw error
      }
    },
  }
}
