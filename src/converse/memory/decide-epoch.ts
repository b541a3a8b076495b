import type { MemoryReport } from '../../domain/compressed-request.ts'
import type { CachePrices } from '../../domain/session.ts'
import { decideBoundary } from '../../pack/boundary.ts'

export interface EpochFacts {
  /** Whether nothing of this conversation was sent before. */
  readonly isFirst: boolean
  /** Of the history as it would be sent without an epoch, memory and all. */
  readonly historyTokens: number
  /** Of everything in front of the history that stays as it is: tools and instructions. */
  readonly prefixTokens: number
  /** The most that the history may have. */
  readonly roomTokens: number
  /** What an epoch leaves of the room, 0 to 1. */
  readonly epochDepth: number
  /** An epoch is due when the history has more than this; null for never, before the room is full. */
  readonly watermarkTokens: number | null
  /** The cache, and how many calls are expected to follow; null where that is not known, and no epoch is there to save money. */
  readonly expected: { readonly prices: CachePrices; readonly calls: number } | null
}

export interface EpochDecision {
  readonly boundary: MemoryReport['boundary']
  /** Whether the history is to be folded. */
  readonly fold: boolean
}

/**
 * Decides whether what was sent stays as it was sent. It does not when the history exceeds its room or the watermark, or when a rewrite pays: it costs `L · (W − r)` for `L` tokens behind
 * the instructions that are written to the cache again, and saves `S · r` with each later call for `S` tokens that are sent no more (see `decideBoundary`). At a first call nothing lies in a
 * cache, and a rewrite costs nothing.
 */
export function decideEpoch(facts: EpochFacts): EpochDecision {
  const { isFirst, historyTokens, roomTokens, watermarkTokens } = facts
  const reason =
    historyTokens > roomTokens
      ? 'budget'
      : watermarkTokens !== null && historyTokens > watermarkTokens
        ? 'watermark'
        : pays(facts)
          ? 'pays'
          : 'kept'
  return { boundary: isFirst ? 'first' : reason, fold: reason !== 'kept' }
}

function pays({ isFirst, historyTokens, prefixTokens, roomTokens, epochDepth, expected }: EpochFacts): boolean {
  const removedTokens = historyTokens - Math.floor(roomTokens * epochDepth)
  if (expected === null || removedTokens <= 0) return false
  const keptPrefixTokens = isFirst ? 0 : prefixTokens + historyTokens
  const leftPrefixTokens = isFirst ? 0 : prefixTokens
  const rewrite = { keptPrefixTokens, leftPrefixTokens, removedTokens }
  return decideBoundary(rewrite, expected.prices, expected.calls).taken
}
