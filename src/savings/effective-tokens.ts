import type { CacheProfile, CallCosts, EffectiveInputs, EffectiveTokens } from '../domain/savings.ts'

/** How many calls the amortised costs are told for, when the caller does not say. */
const DEFAULT_CALLS: readonly number[] = [1, 2, 5, 10, 100]

/** What division of two sums of prices may be off by. */
const ROUNDING = 1e-9

/** How many of the first tokens of a prompt a cache takes: none below the profile's minimum, and beyond it whole steps. */
export function cacheableTokens(prefixTokens: number, { minPrefixTokens, stepTokens }: CacheProfile): number {
  if (prefixTokens < minPrefixTokens) return 0
  return minPrefixTokens + Math.floor((prefixTokens - minPrefixTokens) / stepTokens) * stepTokens
}

/** One request in effective tokens: those read from the cache at r, those written to it at 1 + w, all others at 1. */
export function requestTokens(
  parts: { readonly readTokens: number; readonly writtenTokens: number; readonly freshTokens: number },
  { readFactor, writePremium }: CacheProfile,
): number {
  return parts.readTokens * readFactor + parts.writtenTokens * (1 + writePremium) + parts.freshTokens
}

/** The first and every further call with a prompt of a stable and a volatile part. */
export function callCosts(stableTokens: number, volatileTokens: number, profile: CacheProfile): CallCosts {
  const cachedTokens = cacheableTokens(stableTokens, profile)
  const freshTokens = stableTokens - cachedTokens + volatileTokens
  return {
    cachedTokens,
    freshTokens,
    firstCallTokens: requestTokens({ readTokens: 0, writtenTokens: cachedTokens, freshTokens }, profile),
    nextCallTokens: requestTokens({ readTokens: cachedTokens, writtenTokens: 0, freshTokens }, profile),
  }
}

/** Mean tokens of a call over `calls` of them. */
function amortisedTokens(firstTokens: number, nextTokens: number, calls: number): number {
  return (firstTokens + (calls - 1) * nextTokens) / calls
}

/** Total costs of calls: of the first, and of each further one. */
interface CallSeries {
  readonly firstTokens: number
  readonly nextTokens: number
}

/**
 * The fewest calls from which on `own` has cost no more in total than `other`, however many follow; null where that never comes.
 * From first + (N − 1)·next on both sides: N = 1 + (first − first′) / (next′ − next), rounded up.
 */
export function breakEvenCalls(own: CallSeries, other: CallSeries): number | null {
  const savedEachCall = other.nextTokens - own.nextTokens
  const extraAtFirst = own.firstTokens - other.firstTokens
  if (savedEachCall < 0) return null
  if (extraAtFirst <= 0) return 1
  if (savedEachCall === 0) return null
  return 1 + Math.ceil(extraAtFirst / savedEachCall - ROUNDING)
}

/**
 * What a compressed text costs in repeated calls under one profile, beside the raw one with and without a cache. Pure arithmetic; the same input gives the same
 * numbers. What is not known here is not claimed: that every further call comes before the cache forgets the prefix is the caller's to judge.
 */
export function effectiveTokens(
  inputs: EffectiveInputs,
  profile: CacheProfile,
  calls: readonly number[] = DEFAULT_CALLS,
): EffectiveTokens {
  const { rawTokens, stableTokens, volatileTokens, oneTimeTokens } = inputs
  const compressed = callCosts(stableTokens, volatileTokens, profile)
  // The volatile part has to be sent with the raw text as well; a raw text that is shorter still has no stable part.
  const rawVolatileTokens = Math.min(volatileTokens, rawTokens)
  const raw = callCosts(rawTokens - rawVolatileTokens, rawVolatileTokens, profile)
  const uncachedCallTokens = stableTokens + volatileTokens
  const { nextCallTokens } = compressed
  const layout = { firstTokens: compressed.firstCallTokens, nextTokens: nextCallTokens }
  const own = { ...layout, firstTokens: layout.firstTokens + oneTimeTokens }
  return {
    profile,
    inputs,
    eligible: compressed.cachedTokens > 0,
    compressed,
    raw,
    headline: {
      againstRawUncached: savedShare(nextCallTokens, rawTokens),
      againstRawCached: savedShare(nextCallTokens, raw.nextCallTokens),
    },
    amortised: calls.map((count) => ({
      calls: count,
      tokens: amortisedTokens(own.firstTokens, own.nextTokens, count),
    })),
    breakEvenCalls: {
      againstRawUncached: breakEvenCalls(own, { firstTokens: rawTokens, nextTokens: rawTokens }),
      againstRawCached: breakEvenCalls(own, { firstTokens: raw.firstCallTokens, nextTokens: raw.nextCallTokens }),
    },
    layout: {
      uncachedCallTokens,
      savedShare: savedShare(nextCallTokens, uncachedCallTokens),
      breakEvenCalls: breakEvenCalls(layout, { firstTokens: uncachedCallTokens, nextTokens: uncachedCallTokens }),
    },
  }
}

/** 1 − tokens / baseline; 0 where there is nothing to save from. */
function savedShare(tokens: number, baselineTokens: number): number {
  return baselineTokens === 0 ? 0 : (baselineTokens - tokens) / baselineTokens
}
