import type { CachePrices, SessionBoundary } from '../domain/session.ts'

/** What a rewrite of the carried part would change, in tokens. */
export interface RewriteFacts {
  /** Of the prefix that is kept without a rewrite, everything before it included. */
  readonly keptPrefixTokens: number
  /** Of the prefix that a rewrite leaves. */
  readonly leftPrefixTokens: number
  /** Fresh tokens that the previous pack held behind what is kept. */
  readonly regainedTokens: number
  /** Carried tokens that a rewrite takes out of the pack for good. */
  readonly removedTokens: number
  /** Most tokens that a pack may take. */
  readonly limitTokens: number
}

/**
 * Decides by the expected effective cost whether carried text is given up. A rewrite costs `L · (write − read)` now, L being what would have been read from the cache;
 * each later call saves `G · (write − read)`, G being fresh text that it reads instead of writing it again, and `S · read` for text that is no longer sent. It pays
 * when more calls are expected than the quotient of the two. With G = 0 that is the familiar (L/S) · (write − read) / read.
 */
export function decideBoundary(facts: RewriteFacts, prices: CachePrices, expectedCalls: number): SessionBoundary {
  const { readFactor, writePremium, minPrefixTokens } = prices
  const rewriteFactor = 1 + writePremium - readFactor
  const cached = (tokens: number): number => (tokens >= minPrefixTokens ? tokens : 0)
  const rewrittenTokens = cached(facts.keptPrefixTokens) - cached(facts.leftPrefixTokens)
  const regainedTokens = facts.limitTokens >= minPrefixTokens ? facts.regainedTokens : 0
  const cost = rewrittenTokens * rewriteFactor
  const savedPerCall = regainedTokens * rewriteFactor + facts.removedTokens * readFactor
  const breakEvenCalls = savedPerCall > 0 ? cost / savedPerCall : null
  const taken = breakEvenCalls !== null && expectedCalls > breakEvenCalls
  return {
    taken,
    reason: taken ? 'rewrite-pays' : 'kept',
    rewrittenTokens,
    regainedTokens,
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
    regainedTokens: 0,
    removedTokens: 0,
    breakEvenCalls: null,
    expectedCalls,
  }
}
