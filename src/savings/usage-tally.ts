import type { RequestEntry } from '../domain/ledger.ts'
import type { BilledTokens, Calibration, ModelUsage, UsageSummary } from '../domain/usage.ts'
import { AvoidedTally } from './avoided-tokens.ts'
import { CacheTally } from './cache-hits.ts'
import { calibrate } from './calibration.ts'
import { byName, getOrMake } from './get-or-make.ts'

/** Adds up billed requests, in the order in which they were made. What was avoided is kept beside what was billed, and never in it. */
export class UsageTally {
  readonly #models = new Map<string, ModelTally>()
  /** Session to model to hits. */
  readonly #sessions = new Map<string, Map<string, CacheTally>>()
  #requests = 0

  add(request: RequestEntry): void {
    const { model, sessionId, nested } = request
    this.#requests += 1
    getOrMake(this.#models, model, () => new ModelTally()).add(request)
    if (sessionId === null || nested) return
    const ofSession = getOrMake(this.#sessions, sessionId, () => new Map<string, CacheTally>())
    getOrMake(ofSession, model, () => new CacheTally()).add(request)
  }

  summary(): UsageSummary {
    return {
      requests: this.#requests,
      models: byName(this.#models).map(([model, tally]) => ({ model, ...tally.usage() })),
      sessions: byName(this.#sessions).flatMap(([sessionId, models]) =>
        byName(models).map(([model, cache]) => ({ sessionId, model, ...cache.hits() })),
      ),
    }
  }
}

class ModelTally {
  #billed: BilledTokens = NOTHING
  #nested: BilledTokens = NOTHING
  readonly #avoided = new AvoidedTally()
  readonly #cache = new CacheTally()
  #calibration: Calibration | null = null

  add(request: RequestEntry): void {
    this.#calibration = calibrate(this.#calibration, request)
    for (const each of request.avoided) this.#avoided.add(each)
    if (request.nested) {
      this.#nested = plus(this.#nested, request)
      return
    }
    this.#billed = plus(this.#billed, request)
    this.#cache.add(request)
  }

  usage(): Omit<ModelUsage, 'model'> {
    const calibration = this.#calibration
    return {
      billed: this.#billed,
      nested: this.#nested,
      avoided: this.#avoided.sums().map(({ tokenizer, tokens }) => ({
        tokenizer,
        tokens,
        billedTokens: calibration && Math.round(tokens * calibration.ratio),
      })),
      calibration,
      cache: this.#cache.hits(),
    }
  }
}

const NOTHING: BilledTokens = {
  requests: 0,
  inputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
}

function plus(sum: BilledTokens, request: RequestEntry): BilledTokens {
  return {
    requests: sum.requests + 1,
    inputTokens: sum.inputTokens + request.inputTokens,
    cacheReadTokens: sum.cacheReadTokens + request.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + request.cacheWriteTokens,
    outputTokens: sum.outputTokens + request.outputTokens,
    reasoningTokens: sum.reasoningTokens + request.reasoningTokens,
  }
}
