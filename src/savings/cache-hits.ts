import type { CacheHits, ContextUsage } from '../domain/usage.ts'

/** When the share of a context that comes out of the cache counts as fallen. */
interface CacheAlarm {
  /** So many requests are recent. As many must have come before them. */
  readonly recentRequests: number
  /** By how much their share must lie below that of all requests before. */
  readonly fall: number
}

/** A change of one breaking point in a prompt costs most of the cache, and noise of single requests far less. */
const CACHE_ALARM: CacheAlarm = { recentRequests: 5, fall: 0.2 }

/** The whole context of a request: the three parts are disjoint. */
export function contextTokens({ inputTokens, cacheReadTokens, cacheWriteTokens }: ContextUsage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

/** Requests in the order in which they were made; keeps sums and the last few of them. */
export class CacheTally {
  readonly #alarm: CacheAlarm
  readonly #earlier = { readTokens: 0, contextTokens: 0 }
  #earlierRequests = 0
  readonly #recent: ContextUsage[] = []

  constructor(alarm: CacheAlarm = CACHE_ALARM) {
    this.#alarm = alarm
  }

  add(request: ContextUsage): void {
    this.#recent.push(request)
    if (this.#recent.length <= this.#alarm.recentRequests) return
    const left = this.#recent.shift()!
    this.#earlierRequests += 1
    this.#earlier.readTokens += left.cacheReadTokens
    this.#earlier.contextTokens += contextTokens(left)
  }

  hits(): CacheHits {
    const { recentRequests, fall } = this.#alarm
    const recent = {
      readTokens: this.#recent.reduce((sum, { cacheReadTokens }) => sum + cacheReadTokens, 0),
      contextTokens: this.#recent.reduce((sum, request) => sum + contextTokens(request), 0),
    }
    const isKnown = this.#earlierRequests >= recentRequests
    const [earlierShare, recentShare] = [shareOf(this.#earlier), shareOf(recent)]
    return {
      requests: this.#earlierRequests + this.#recent.length,
      share: shareOf({
        readTokens: this.#earlier.readTokens + recent.readTokens,
        contextTokens: this.#earlier.contextTokens + recent.contextTokens,
      }),
      recentShare: isKnown ? recentShare : null,
      earlierShare: isKnown ? earlierShare : null,
      hasFallen: isKnown && earlierShare - recentShare >= fall,
    }
  }
}

function shareOf({
  readTokens,
  contextTokens,
}: {
  readonly readTokens: number
  readonly contextTokens: number
}): number {
  return contextTokens === 0 ? 0 : readTokens / contextTokens
}
