import type { CacheProfile } from '../domain/savings.ts'
import type { Compaction } from '../domain/usage.ts'
import { breakEvenCalls, callCosts } from './effective-tokens.ts'

/**
 * What summarising a history costs and when it pays. Leaving it as it is gets its own best case: all of it comes out of the cache. The summary is asked for with another prompt, so
 * that nothing of the history is read from the cache then; its first request writes it there.
 */
export function compaction(contextTokens: number, keptTokens: number, profile: CacheProfile): Compaction {
  const { firstCallTokens, nextCallTokens } = callCosts(keptTokens, 0, profile)
  const presentTokens = callCosts(contextTokens, 0, profile).nextCallTokens
  return {
    profile: profile.id,
    keptTokens,
    oneTimeTokens: contextTokens,
    firstRequestTokens: firstCallTokens,
    nextRequestTokens: nextCallTokens,
    presentRequestTokens: presentTokens,
    breakEvenRequests: breakEvenCalls(
      { firstTokens: contextTokens + firstCallTokens, nextTokens: nextCallTokens },
      { firstTokens: presentTokens, nextTokens: presentTokens },
    ),
  }
}
