import { throwIfCancelled } from '../domain/errors.ts'
import type { Pack, PackItem } from '../domain/pack.ts'
import type { SessionPack, SessionReport, SessionState, SessionUnit } from '../domain/session.ts'
import type { PrintedUnit } from '../pack/printed-units.ts'
import type { SessionOutcome } from '../pack/session-outcome.ts'
import type { PackOptions, SessionOptions } from './call-options.ts'
import type { Session } from './context-index.ts'
import { chosenProfile } from './effective-tokens.ts'
import { checkArgument, checkBudget, checkOptions } from './options.ts'
import { packInSession, type SessionCall } from './pack-context.ts'
import type { EngineParts } from './parts.ts'
import type { QueryViews } from './query-view.ts'
import { untilCancelled } from './until-cancelled.ts'

const FRESH_STATE: SessionState = {
  format: 2,
  calls: 0,
  tokenizer: '',
  markDepth: 1,
  retainedUnits: [],
  frameLength: 0,
  text: '',
  units: [],
}

/** Of the dearest to write, so that nothing is given up too early elsewhere. */
const DEFAULT_PROFILE = 'anthropic'

/** The one implementation of {@link Session}. Calls take turns in the order in which they came; one that fails leaves everything as it was. */
export class PackSession implements Session {
  private readonly views: QueryViews
  private readonly parts: EngineParts
  private readonly defaults: PackOptions
  private readonly rule: Pick<SessionCall, 'freshTokens' | 'prices'> & { readonly expectedCalls: number | undefined }
  private current: SessionState
  private turn: Promise<unknown> = Promise.resolve()

  constructor(options: SessionOptions, views: QueryViews, parts: EngineParts) {
    const { state, freshTokens, expectedCalls, cacheProfile, ...defaults } = options
    this.views = views
    this.parts = parts
    this.defaults = defaults
    this.rule = { freshTokens, expectedCalls, prices: chosenProfile(cacheProfile ?? DEFAULT_PROFILE) }
    this.current = state ?? FRESH_STATE
  }

  async pack(query: string, budget: number, options: PackOptions = {}): Promise<SessionPack> {
    checkArgument('query', query)
    checkOptions('pack', options)
    checkBudget(budget)
    const before = this.turn
    const run = this.packInTurn(before, query, budget, options)
    // Only when a call ends is passed on, so that no result is kept for longer than its caller keeps it.
    this.turn = Promise.allSettled([before, run]).then(() => undefined)
    return run
  }

  state(): SessionState {
    return structuredClone(this.current)
  }

  private async packInTurn(
    before: Promise<unknown>,
    query: string,
    budget: number,
    options: PackOptions,
  ): Promise<SessionPack> {
    const { signal } = options
    await untilCancelled(before, signal)
    const previous = this.current
    const { expectedCalls = previous.calls } = this.rule
    const call: SessionCall = { ...this.rule, expectedCalls, state: previous }
    const request = { query, budgetTokens: budget, options: this.resolve(options) }
    const { pack, outcome } = await packInSession(request, call, this.views, this.parts)
    throwIfCancelled(signal)
    // Nothing is awaited from here on: a call that is cancelled has not been remembered, and one that is remembered gets its answer.
    this.current = stateAfter(previous, pack, outcome)
    return { ...pack, session: reportOf(previous, pack, outcome) }
  }

  /** A call's own options go before those of the session; its tokenizer or model replaces either. */
  private resolve(options: PackOptions): PackOptions {
    const { tokenizer, model, ...others } = this.defaults
    const namesOwn = options.tokenizer !== undefined || options.model !== undefined
    return namesOwn ? { ...others, ...options } : { ...this.defaults, ...options }
  }
}

function stateAfter(previous: SessionState, pack: Pack, outcome: SessionOutcome): SessionState {
  return {
    format: 2,
    calls: previous.calls + 1,
    tokenizer: pack.proof.tokenizer,
    markDepth: outcome.markDepth,
    retainedUnits: outcome.retainedUnits,
    frameLength: outcome.frameLength,
    text: pack.text,
    units: outcome.printed.map(unitOf),
  }
}

function unitOf({ placement, number }: PrintedUnit): SessionUnit {
  const { candidate, body } = placement
  const { uri, collection } = candidate.document
  const unit = { number, collection, uri, ref: candidate.reference }
  return body.excerpt ? { ...unit, pieces: body.pieces } : unit
}

function reportOf(previous: SessionState, pack: Pack, { sharedPrefix, boundary }: SessionOutcome): SessionReport {
  const before = new Set(previous.units.map(keyOf))
  const now = new Set(pack.items.map(keyOf))
  const isOld = (item: PackItem): boolean => before.has(keyOf(item))
  const refs = (items: readonly { readonly ref: string }[]): readonly string[] => items.map(({ ref }) => ref)
  const anew = pack.items.filter(({ section }) => section !== 'carried')
  return {
    call: previous.calls + 1,
    sharedPrefix,
    carried: refs(pack.items.filter(({ section }) => section === 'carried')),
    moved: refs(anew.filter(isOld)),
    fresh: refs(anew.filter((item) => item.section === 'selected' && !isOld(item))),
    evicted: refs(previous.units.filter((unit) => !now.has(keyOf(unit)))),
    boundary,
  }
}

function keyOf({ uri, ref }: { readonly uri: string; readonly ref: string }): string {
  return `${ref} ${uri}`
}
