import type { Candidate } from '../domain/candidate.ts'
import type { Pack } from '../domain/pack.ts'
import type { SessionState } from '../domain/session.ts'
import type { PreviousPack, SessionInput } from '../pack/carry.ts'
import { packCandidates } from '../pack/pack-candidates.ts'
import type { SessionOutcome } from '../pack/session-outcome.ts'
import type { PackOptions } from './call-options.ts'
import { generationTokenizer } from './generation-tokenizer.ts'
import type { EngineParts } from './parts.ts'
import type { QueryViews } from './query-view.ts'
import { placeRestored } from './restore-units.ts'
import { retrieveCandidates } from './retrieve-candidates.ts'

/** Candidates considered: enough that a budget can be filled with short units, bounded so that no budget makes a query slow. */
const MIN_CANDIDATES = 100
const MAX_CANDIDATES = 2000
const TOKENS_PER_CANDIDATE = 40

/** A call within a session: what was packed before, and how to decide what is carried. */
export interface SessionCall extends Omit<SessionInput, 'previous'> {
  readonly state: SessionState
}

/** A query with its budget and checked options. */
export interface PackRequest {
  readonly query: string
  readonly budgetTokens: number
  readonly options: PackOptions
}

/** Query and budget to a proven pack. */
export async function packContext(request: PackRequest, views: QueryViews, parts: EngineParts): Promise<Pack> {
  return packRequest(request, undefined, views, parts)
}

/** The same within a session, with what the session keeps of it. */
export async function packInSession(
  request: PackRequest,
  call: SessionCall,
  views: QueryViews,
  parts: EngineParts,
): Promise<{ readonly pack: Pack; readonly outcome: SessionOutcome }> {
  const { session, ...pack } = await packRequest(request, call, views, parts)
  return { pack, outcome: session! }
}

async function packRequest(
  { query, budgetTokens, options }: PackRequest,
  call: SessionCall | undefined,
  views: QueryViews,
  parts: EngineParts,
): Promise<Pack & { readonly session?: SessionOutcome }> {
  const startMs = parts.clock.monotonicMs()
  const tokenizer = await generationTokenizer(options, parts)
  const { filter, lanes, signal } = options
  const limit = options.limit ?? candidateLimit(budgetTokens)
  const retrieved = await retrieveCandidates(
    { query, limit, filter, lanes, signal, pins: options.pin ?? [], carried: call?.state.units },
    views,
    parts,
  )
  const { ranking, pinned } = retrieved
  const candidates = withoutPinned(ranking.candidates, pinned)
  const retrieveMs = parts.clock.monotonicMs() - startMs
  const pack = await packCandidates(
    {
      ranking: { ...ranking, candidates },
      pinned,
      budgetTokens,
      options: {
        preamble: options.preamble ?? '',
        reserveTokens: options.reserveTokens ?? 0,
        fill: options.fill ?? true,
        selection: options.selection,
        verify: options.verify ?? 'always',
        appendQuery: options.appendQuery ?? false,
        stamp: options.stamp ?? '',
        signal,
      },
      session: call && { ...call, previous: previousPack(call.state, retrieved.carried) },
    },
    tokenizer,
    parts.clock,
  )
  const { knownShare } = ranking
  return { ...pack, knownShare, timings: { ...pack.timings, retrieveMs, totalMs: parts.clock.monotonicMs() - startMs } }
}

/** What a session remembers, joined with what the index has of it now. */
function previousPack(state: SessionState, restored: readonly Candidate[]): PreviousPack | undefined {
  if (state.calls === 0) return undefined
  const { text, tokenizer, markDepth, frameLength, retainedUnits } = state
  const units = placeRestored(restored, state.units, markDepth)
  const isComplete = units.length === state.units.length
  return { text, tokenizer, markDepth, frameLength, retainedUnits, units, isComplete }
}

/** What is pinned is printed anyway, be it as another copy of the same text. */
function withoutPinned(candidates: readonly Candidate[], pinned: readonly Candidate[]): readonly Candidate[] {
  const printed = new Set(pinned.map(({ reference }) => reference))
  return candidates.filter(
    ({ reference, duplicates }) => !printed.has(reference) && !duplicates.some((copy) => printed.has(copy.ref)),
  )
}

function candidateLimit(budgetTokens: number): number {
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, Math.ceil(budgetTokens / TOKENS_PER_CANDIDATE)))
}
