import type { CacheProfile } from '../domain/savings.ts'
import type { ContextUsage, Pressure, RequestUsage } from '../domain/usage.ts'
import { contextTokens } from '../savings/cache-hits.ts'
import { compaction } from '../savings/compaction.ts'
import { type CacheProfileChoice, chosenProfile } from './effective-tokens.ts'

const DEFAULT_RATIO = 0.85
const DEFAULT_COOLDOWN_MS = 600_000
const DEFAULT_KEPT_SHARE = 1 / 3
/** Of the dearest to write: nobody is told too early that a summary pays. */
const DEFAULT_PROFILE = 'anthropic'

/** When `pressure` advises to summarise a history. */
export interface PressureOptions {
  /**
   * From so many tokens of context on, or from a share of the model's window (default: .85 of it). Default: never, because a summary turns cheap replay out of the cache into input at full price.
   */
  readonly watermark?: number | { readonly windowTokens: number; readonly ratio?: number }
  /** How long the advice is not repeated for the same session. Default: 600,000. */
  readonly cooldownMs?: number
  /** What would be left of the context. Default: a third of it. */
  readonly keptTokens?: number
  /** What the provider's prompt cache costs: a profile's id or name, or a whole one. Default: `anthropic`. */
  readonly cacheProfile?: CacheProfileChoice
}

/** Watches how contexts grow. Remembers until when each session is not to be told again; sessions whose time has passed are forgotten. */
export class PressureGauge {
  readonly #quietUntilMs = new Map<string, number>()
  readonly #monotonicMs: () => number

  /** @param monotonicMs time that never goes back. */
  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** @throws PackgraphError `INVALID_OPTION` for an unknown cache profile. */
  read(sessionId: string, usage: ContextUsage & Pick<RequestUsage, 'nested'>, options: PressureOptions): Pressure {
    const profile = chosenProfile(options.cacheProfile ?? DEFAULT_PROFILE)
    const watermarkTokens = watermarkOf(options)
    const context = contextTokens(usage)
    const unknown = { contextTokens: context, watermarkTokens, compaction: null }
    if (watermarkTokens === null) return { ...unknown, advice: 'off' }
    if (usage.nested) return { ...unknown, advice: 'nested' }
    const advice = context < watermarkTokens ? 'below' : this.#adviceAbove(sessionId, options)
    return { ...unknown, advice, compaction: compactionOf(context, options, profile) }
  }

  #adviceAbove(sessionId: string, { cooldownMs = DEFAULT_COOLDOWN_MS }: PressureOptions): Pressure['advice'] {
    const nowMs = this.#monotonicMs()
    for (const [session, untilMs] of this.#quietUntilMs) if (untilMs <= nowMs) this.#quietUntilMs.delete(session)
    if (this.#quietUntilMs.has(sessionId)) return 'cooling-down'
    this.#quietUntilMs.set(sessionId, nowMs + cooldownMs)
    return 'compact'
  }
}

function watermarkOf({ watermark }: PressureOptions): number | null {
  if (watermark === undefined) return null
  if (typeof watermark === 'number') return watermark
  return Math.floor(watermark.windowTokens * (watermark.ratio ?? DEFAULT_RATIO))
}

function compactionOf(contextTokens: number, options: PressureOptions, profile: CacheProfile): Pressure['compaction'] {
  const { keptTokens = Math.ceil(contextTokens * DEFAULT_KEPT_SHARE) } = options
  return compaction(contextTokens, Math.min(keptTokens, contextTokens), profile)
}
