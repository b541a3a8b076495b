import type { CachePrices, SessionBoundary } from '../domain/session.ts'

/** What a rewrite of the carried part would change, in tokens. */
export interface RewriteFacts {
  /** Of the prefix that is kept without a rewrite, everything before it included. */
  readonly keptPrefixTokens: number
  /** Of the prefix that a rewrite leaves. */
  readonly leftPrefixTokens: number
  /** Carried tokens by which a rewrite makes the pack smaller: 0 where others fill their room, which then cost more than they did. */
  readonly removedTokens: number
}

/**
 * Decides by the expected effective cost whether carried text is given up. A rewrite costs `L · (W − r)` now, L being tokens that are printed again instead of read from the
 * cache, W and r the prices of writing and reading; each later call saves `S · r` for S tokens that are no longer sent. It pays when more calls are expected than (L/S) · (W − r)/r.
 */
export function decideBoundary(facts: RewriteFacts, prices: CachePrices, expectedCalls: number): SessionBoundary {
  const { readFactor, writePremium, minPrefixTokens } = prices
  const cached = (tokens: number): number => (tokens >= minPrefixTokens ? tokens : 0)
  const lostTokens = cached(facts.keptPrefixTokens) - cached(facts.leftPrefixTokens)
  const rewrittenTokens = Math.max(0, lostTokens - facts.removedTokens)
  const savedPerCall = facts.removedTokens * (lostTokens > 0 ? readFactor : 1)
  const breakEvenCalls = savedPerCall > 0 ? (rewrittenTokens * (1 + writePremium - readFactor)) / savedPerCall : null
  const taken = breakEvenCalls !== null && expectedCalls > breakEvenCalls
  return {
    taken,
    reason: taken ? 'rewrite-pays' : 'kept',
    rewrittenTokens,
    removedTokens: facts.removedTokens,
    breakEvenCalls,
    expectedCalls,
  }
}

/** A boundary that nothing was weighed for. */
export function plainBoundary(reason: SessionBoundary['reason'], expectedCalls: number): SessionBoundary {
  return {
    taken: reason !== 'first-call' && reason !== 'kept',
    reason,
    rewrittenTokens: 0,
    removedTokens: 0,
    breakEvenCalls: null,
    expectedCalls,
  }
}
