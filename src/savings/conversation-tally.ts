import type { ConversationEntry, ShadowEntry } from '../domain/ledger.ts'
import type { CompressedConversations, ShadowQuality } from '../domain/savings.ts'
import { byName, getOrMake } from './get-or-make.ts'
import { meanInterval } from './mean-interval.ts'

/** Adds up requests that were compressed, by tokenizer. Each is counted as often as it was sent: what a history no longer has is saved again at every request. */
export class ConversationTally {
  readonly #tokenizers = new Map<
    string,
    { requests: number; rawTokens: number; countedTokens: number; levels: Map<string, number> }
  >()

  add({ tokenizer, rawTokens, countedTokens, levels }: ConversationEntry): void {
    const sums = getOrMake(this.#tokenizers, tokenizer, () => ({
      requests: 0,
      rawTokens: 0,
      countedTokens: 0,
      levels: new Map<string, number>(),
    }))
    sums.requests += 1
    sums.rawTokens += rawTokens
    sums.countedTokens += countedTokens
    for (const { level, savedTokens } of levels) sums.levels.set(level, (sums.levels.get(level) ?? 0) + savedTokens)
  }

  /** By tokenizer. */
  summary(): readonly CompressedConversations[] {
    return byName(this.#tokenizers).map(([tokenizer, { requests, rawTokens, countedTokens, levels }]) => ({
      tokenizer,
      requests,
      rawTokens,
      countedTokens,
      savedTokens: rawTokens - countedTokens,
      levels: byName(levels).map(([level, savedTokens]) => ({ level, savedTokens })),
    }))
  }
}

/** Adds up judged answers, by the last level that ran and by what the budget was of the request, in tenths; those of two judges or tokenizers apart. */
export class ShadowTally {
  readonly #groups = new Map<
    string,
    { first: ShadowEntry; samples: number; quality: number; originalTokens: number; compressedTokens: number }
  >()

  add(entry: ShadowEntry): void {
    const { level, judge, tokenizer, quality, originalTokens, compressedTokens } = entry
    const key = JSON.stringify([level, tenthsOf(entry), judge, tokenizer])
    const sums = getOrMake(this.#groups, key, () => ({
      first: entry,
      samples: 0,
      quality: 0,
      originalTokens: 0,
      compressedTokens: 0,
    }))
    sums.samples += 1
    sums.quality += quality
    sums.originalTokens += originalTokens
    sums.compressedTokens += compressedTokens
  }

  /** By level, as names compare, then by share of the budget, judge and tokenizer. */
  summary(): readonly ShadowQuality[] {
    return byName(this.#groups).map(([, { first, samples, quality, originalTokens, compressedTokens }]) => ({
      level: first.level,
      budgetShare: tenthsOf(first) / 10,
      judge: first.judge,
      tokenizer: first.tokenizer,
      samples,
      quality: meanInterval(quality, samples),
      originalTokens,
      compressedTokens,
    }))
  }
}

/** The budget as a share of the request that was given, rounded up to a tenth; from 1 to 10. */
function tenthsOf({ budgetTokens, originalTokens }: ShadowEntry): number {
  return originalTokens === 0 ? 10 : Math.min(10, Math.max(1, Math.ceil((10 * budgetTokens) / originalTokens)))
}
