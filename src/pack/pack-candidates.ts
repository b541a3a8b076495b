import type { Candidate, Ranking } from '../domain/candidate.ts'
import type { Pack, PackTimings } from '../domain/pack.ts'
import type { Clock } from '../ports/clock.ts'
import type { SelectionPolicy } from '../ports/selection-policy.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { bareLast } from './bare-last.ts'
import { BlockCounter } from './blocks.ts'
import { breakpointsOf, type CountPrefix } from './breakpoints.ts'
import { carry, type SessionInput } from './carry.ts'
import { createCounter } from './counter.ts'
import { type Draft, type PackJob, prefixOf, renderDraft } from './draft.ts'
import { explain } from './explain.ts'
import { fill } from './fill.ts'
import { buildFrame, checkBudget, countFrame, textsOf } from './frame.ts'
import { itemsOf } from './items.ts'
import { orderCandidates } from './order-candidates.ts'
import { type RankedCandidate, wholeOf } from './placement.ts'
import { textOf } from './printed-units.ts'
import { mismatchedTokenizers, proofOf } from './proof.ts'
import { rankCarried } from './rank-carried.ts'
import { type Selection, selectByStoredCost } from './select.ts'
import { outcomeOf, type SessionOutcome, withCarriage } from './session-outcome.ts'
import { settle } from './settle.ts'
import { verify } from './verify.ts'

/** Options of the pack stage, resolved. */
export interface PackCandidatesOptions {
  /** Printed first, verbatim; empty for none. */
  readonly preamble: string
  readonly reserveTokens: number
  /** Whether room that is left is used, and for what: `whole` units alone, or excerpts as well. */
  readonly fill: boolean | 'whole'
  /** Which candidates compete, and in which order. Default: all, in the order of the ranking, units of bare markup last. */
  readonly selection?: SelectionPolicy | undefined
  /** `when-mismatched` leaves the count of the whole out where `fill` is off and every stored cost came from the generation tokenizer. */
  readonly verify: 'always' | 'when-mismatched'
  readonly appendQuery: boolean
  /** Volatile text printed last; empty for none. */
  readonly stamp: string
  readonly signal?: AbortSignal | undefined
}

export interface PackCandidatesInput {
  readonly ranking: Ranking
  /** Units of stable documents and pins, in order of collection, uri and start. */
  readonly pinned: readonly Candidate[]
  readonly budgetTokens: number
  readonly options: PackCandidatesOptions
  /** What a session carries over; absent outside of one. */
  readonly session?: SessionInput | undefined
}

/** A pack that does not know yet how long retrieval took, nor what it knew of the question. */
export interface PackedCandidates extends Omit<Pack, 'timings' | 'knownShare'> {
  readonly timings: Omit<PackTimings, 'retrieveMs'>
  /** Where a session was given. */
  readonly session?: SessionOutcome
}

/**
 * Packs ranked candidates into a budget: select on stored costs, verify on the text that would be emitted, fill what is left, lay out, explain, prove.
 * The generation tokenizer is not called before selection is done, except on the frame. With `fill` the emitted text is a function of the ranking, the
 * options and the tokenizer alone, whatever the stored costs are; without it, stored costs decide how much is selected.
 *
 * Pure but for the clock. A pack takes about two counts of its whole text and one of each unit that it considers.
 *
 * @throws BudgetError when the budget is not a positive whole number, or below frame and reserve (`neededTokens`).
 * @throws PackgraphError `CANCELLED` when the signal fires.
 */
export async function packCandidates(
  input: PackCandidatesInput,
  tokenizer: Tokenizer,
  clock: Pick<Clock, 'monotonicMs'>,
): Promise<PackedCandidates> {
  const { ranking, pinned, budgetTokens, options } = input
  checkBudget(budgetTokens)
  const startMs = clock.monotonicMs()
  const ranked = ranking.candidates.map((candidate, index): RankedCandidate => ({ rank: index + 1, candidate }))
  const plain = await prepare(input, ranked, tokenizer)
  const session = input.session && rankedSession(input.session, ranked)
  const weighing = { byStoredCost: options.fill === false, isRemote: tokenizer.exactness === 'remote' }
  const carriage = session && (await carry(plain, session, weighing))
  const job = carriage ? await withCarriage(plain, carriage) : plain
  const selection = selectByStoredCost(job.candidates, job.limitTokens - job.frameTokens, job.frame)
  const selectedMs = clock.monotonicMs()

  const carried = (carriage?.units ?? []).map(({ placement }) => placement)
  const considered = [...pinned, ...carried.map(({ candidate }) => candidate), ...ranking.candidates]
  const mismatched = mismatchedTokenizers(considered, tokenizer)
  const verified =
    options.fill !== false || options.verify === 'always' || mismatched.length > 0 || selection.length === 0
  const prefix = verified ? await verifySelection(job, selection, options, tokenizer) : estimate(job, selection)
  const verifiedMs = clock.monotonicMs()
  const draft = options.fill === false ? prefix : await fill(job, prefix)
  const filledMs = clock.monotonicMs()

  const outcome = session && carriage && (await outcomeOf(plain, job, draft, session, carriage))
  const retained = outcome?.retainedUnits.map((length) => textOf(outcome.printed.slice(0, length)).length) ?? []
  const countPrefix = prefixCounter(job, draft, verified)
  const breakpoints = await breakpointsOf(job.frame, draft.selectedText, retained, countPrefix)
  const { reserveTokens } = options
  return {
    query: ranking.query,
    text: draft.text,
    proof: proofOf(draft.text, {
      tokenizer,
      budgetTokens,
      reserveTokens,
      countedTokens: draft.tokens,
      verified,
      saturated: options.fill !== false,
      mismatchedTokenizers: mismatched,
    }),
    items: itemsOf(job.frame.stablePlacements, carried, draft.placements),
    decisions: explain({
      ranked: [...unranked([...pinned, ...carried.map(({ candidate }) => candidate)], ranked), ...ranked],
      pinned: new Set(pinned.map(({ hyperedge }) => hyperedge.id)),
      carried: new Set(carried.map(({ candidate }) => candidate.hyperedge.id)),
      competing: job.candidates,
      selection,
      placements: draft.placements,
      blocks: job.blocks,
    }),
    breakpoints,
    timings: {
      selectMs: selectedMs - startMs,
      verifyMs: verifiedMs - selectedMs,
      fillMs: filledMs - verifiedMs,
      totalMs: clock.monotonicMs() - startMs,
    },
    ...(outcome && { session: outcome }),
  }
}

function rankedSession(session: SessionInput, ranked: readonly RankedCandidate[]): SessionInput {
  const { previous } = session
  return previous ? { ...session, previous: { ...previous, units: rankCarried(previous.units, ranked) } } : session
}

/** Pinned and carried units that no query ranked: they are decided on, too. */
function unranked(units: readonly Candidate[], ranked: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const rankedIds = new Set(ranked.map(({ candidate }) => candidate.hyperedge.id))
  return units.flatMap((candidate) => (rankedIds.has(candidate.hyperedge.id) ? [] : [{ rank: 0, candidate }]))
}

async function prepare(
  { ranking, pinned, budgetTokens, options, session }: PackCandidatesInput,
  ranked: readonly RankedCandidate[],
  tokenizer: Tokenizer,
): Promise<PackJob> {
  const pinnedIds = new Set(pinned.map(({ hyperedge }) => hyperedge.id))
  const unpinned = ranked.filter(({ candidate }) => !pinnedIds.has(candidate.hyperedge.id))
  const frame = buildFrame({
    preamble: options.preamble,
    stablePlacements: pinned.map((candidate) => wholeOf({ rank: 0, candidate })),
    candidates: unpinned,
    query: options.appendQuery ? ranking.query.trim() : '',
    stamp: options.stamp,
    carried: session?.previous && {
      texts: session.previous.units.flatMap(({ placement }) => textsOf(placement.candidate.hyperedge)),
      markDepth: session.previous.markDepth,
    },
  })
  const counter = createCounter(tokenizer, options.signal)
  const frameTokens = await countFrame(frame, { budgetTokens, reserveTokens: options.reserveTokens }, counter)
  const limitTokens = budgetTokens - options.reserveTokens
  const { termWeights } = ranking
  const context = { termWeights, roomTokens: limitTokens - frameTokens, frame }
  return {
    candidates: options.selection ? orderCandidates(unpinned, options.selection, context) : bareLast(unpinned),
    termWeights,
    frame,
    frameTokens,
    limitTokens,
    takesExcerpts: options.fill === true,
    counter,
    blocks: new BlockCounter(counter),
  }
}

async function verifySelection(
  job: PackJob,
  selection: Selection,
  options: PackCandidatesOptions,
  tokenizer: Tokenizer,
): Promise<Draft> {
  if (options.fill === false) return verify(job, selection.length)
  return verify(job, await settle(job, selection.length, tokenizer.exactness === 'remote'))
}

/** What selection expects, uncounted: an estimate that no proof calls verified. */
function estimate(job: PackJob, selection: Selection): Draft {
  const expected = selection.estimatedTokens.slice(0, selection.length)
  const tokens = expected.reduce((sum, value) => sum + value, job.frameTokens)
  return { ...renderDraft(job, prefixOf(job, selection.length)), tokens }
}

/** Counts a breakpoint's prefix; of an unverified pack, the whole up to the closing text is as much an estimate as the pack. */
function prefixCounter(job: PackJob, draft: Draft, verified: boolean): CountPrefix {
  const { closingText } = job.frame
  return async (prefix, after) => {
    if (verified || after !== 'selected') return job.counter.count(prefix)
    return draft.tokens - (await job.counter.count(closingText))
  }
}
