import type { SessionBoundary, SessionReport } from '../domain/session.ts'
import { type Carriage, type SessionInput, wholeRanks, withCarried } from './carry.ts'
import type { Draft, PackJob } from './draft.ts'
import { composeText } from './frame.ts'
import { freshRoom } from './fresh-part.ts'
import { arrange } from './layout.ts'
import { numberGroups, type PrintedUnit, printUnits } from './printed-units.ts'
import { sharedPrefix } from './shared-prefix.ts'

/** What a session keeps of a pack. */
export interface SessionOutcome {
  /** Everything behind the stable section, in order. */
  readonly printed: readonly PrintedUnit[]
  /** How many of them are carried. */
  readonly carriedUnits: number
  /** Numbers of units, ascending, up to which the next call will or may well keep the text, if budget and frame stay. */
  readonly retainedUnits: readonly number[]
  readonly frameLength: number
  readonly markDepth: number
  readonly sharedPrefix: SessionReport['sharedPrefix']
  readonly boundary: SessionBoundary
}

/** The job of a pack in which these units are carried: they are part of its frame, and none of its candidates. */
export async function withCarriage(job: PackJob, { units }: Carriage): Promise<PackJob> {
  const frame = withCarried(job.frame, units)
  const carried = wholeRanks(units)
  return {
    ...job,
    frame,
    frameTokens: await job.counter.count(composeText(frame, '')),
    candidates: job.candidates.filter(({ rank }) => !carried.has(rank)),
  }
}

/** @param plain - the job without carried units, whose room the next call will share out. */
export async function outcomeOf(
  plain: PackJob,
  job: PackJob,
  draft: Draft,
  session: SessionInput,
  { units, boundary }: Carriage,
): Promise<SessionOutcome> {
  const { frame } = job
  const selected = printUnits(numberGroups(arrange(draft.placements), frame.firstNumber), frame.selectedMark)
  const printed = [...units, ...selected]
  const shared = sharedPrefix(session.previous?.text ?? '', draft.text)
  return {
    printed,
    carriedUnits: units.length,
    retainedUnits: await retainedUnits(plain, printed, units.length, session),
    frameLength: frame.preambleText.length + frame.stableText.length,
    markDepth: frame.selectedMark.depth,
    sharedPrefix: { bytes: Buffer.byteLength(shared), tokens: await job.counter.count(shared) },
    boundary,
  }
}

/**
 * Parts of the fresh part that have to be printed anew. All of it leaves room for what the next call keeps for certain; but it mostly asks for units that are carried, so that half
 * of it is a fair guess.
 */
const FRESH_SHARES = [1, 0.5]

/** Where a place of the previous pack is still within what is carried it stays, so that a cache that was written there is found. */
async function retainedUnits(
  job: PackJob,
  printed: readonly PrintedUnit[],
  carriedUnits: number,
  { previous, freshTokens }: SessionInput,
): Promise<readonly number[]> {
  const roomTokens = job.limitTokens - job.frameTokens
  const lengths = new Set<number>()
  for (const [index, share] of FRESH_SHARES.entries()) {
    const before = previous?.retainedUnits[index] ?? 0
    const most = roomTokens - Math.floor(share * freshRoom(roomTokens, freshTokens))
    lengths.add(before > 0 && before <= carriedUnits ? before : await fittingLength(job, printed, most))
  }
  return [...lengths].filter((length) => length > 0).sort((left, right) => left - right)
}

async function fittingLength(job: PackJob, units: readonly PrintedUnit[], roomTokens: number): Promise<number> {
  let left = roomTokens
  let length = 0
  for (const [index, unit] of units.entries()) {
    left -= await job.counter.count(unit.text)
    if (left < 0) break
    if (!unit.isOpen) length = index + 1
  }
  return length
}
