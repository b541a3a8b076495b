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
  /** Up to which of them the next call will keep the text, if budget and frame stay. */
  readonly retainedUnits: number
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
  const before = session.previous?.retainedUnits ?? 0
  const shared = sharedPrefix(session.previous?.text ?? '', draft.text)
  const isStillThere = before > 0 && before <= units.length
  return {
    printed,
    carriedUnits: units.length,
    retainedUnits: isStillThere ? before : await retainedLength(plain, printed, session.freshTokens),
    frameLength: frame.preambleText.length + frame.stableText.length,
    markDepth: frame.selectedMark.depth,
    sharedPrefix: { bytes: Buffer.byteLength(shared), tokens: await job.counter.count(shared) },
    boundary,
  }
}

/** What fits beside any fresh part fits beside the next. */
async function retainedLength(
  job: PackJob,
  printed: readonly PrintedUnit[],
  freshTokens: number | undefined,
): Promise<number> {
  const roomTokens = job.limitTokens - job.frameTokens
  let left = roomTokens - freshRoom(roomTokens, freshTokens)
  let length = 0
  for (const [index, unit] of printed.entries()) {
    left -= await job.counter.count(unit.text)
    if (left < 0) break
    if (!unit.isOpen) length = index + 1
  }
  return length
}
