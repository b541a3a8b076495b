import type { CachePrices, SessionBoundary } from '../domain/session.ts'
import { decideBoundary, plainBoundary, type RewriteFacts } from './boundary.ts'
import type { PackJob } from './draft.ts'
import { composeText, type Frame } from './frame.ts'
import { type FreshUnit, freshPart, freshRoom, type Weighing } from './fresh-part.ts'
import { arrange } from './layout.ts'
import { wholeOf } from './placement.ts'
import { type NumberedPlacement, numberedLength, type PrintedUnit, printUnits, textOf } from './printed-units.ts'
import { renderSection } from './render.ts'
import { selectByStoredCost } from './select.ts'

/** What a session knows of its previous pack, and how it decides. */
export interface SessionInput {
  /** Undefined for the first pack. */
  readonly previous: PreviousPack | undefined
  /** Tokens for the best units whatever was packed before; undefined for the rule. */
  readonly freshTokens: number | undefined
  readonly prices: CachePrices
  readonly expectedCalls: number
}

export interface PreviousPack {
  readonly text: string
  /** Identity of the tokenizer that counted it. */
  readonly tokenizer: string
  readonly markDepth: number
  /** Characters of `text` before its first carried or selected unit. */
  readonly frameLength: number
  /** What stood there, in order, as far as the index still has it: up to the first unit that it has not. */
  readonly units: readonly NumberedPlacement[]
  /** Whether that is all of it. */
  readonly isComplete: boolean
  /** How many of the units stood before each breakpoint `retained`, ascending. */
  readonly retainedUnits: readonly number[]
}

/** What is carried into a pack, and why no more. */
export interface Carriage {
  readonly units: readonly PrintedUnit[]
  readonly boundary: SessionBoundary
}

/** A frame with carried units in it; the label numbers go on behind them. */
export function withCarried(frame: Frame, units: readonly PrintedUnit[]): Frame {
  const last = units.at(-1)
  return last === undefined ? frame : { ...frame, carriedText: textOf(units), firstNumber: last.number + 1 }
}

/** Ranks of units that are carried whole. */
export function wholeRanks(units: readonly PrintedUnit[]): ReadonlySet<number> {
  const whole = units.filter(({ placement }) => placement.rank > 0 && !placement.body.excerpt)
  return new Set(whole.map(({ placement }) => placement.rank))
}

/**
 * Chooses what is carried: the longest beginning of the previous pack that the index would print byte for byte today and that fits beside the fresh part; less where a
 * rewrite pays. Ends where a text may end, never within a table or fence that goes on.
 */
export async function carry(job: PackJob, session: SessionInput, weighing: Weighing): Promise<Carriage> {
  const { previous, expectedCalls } = session
  if (previous === undefined) return nothing('first-call', expectedCalls)
  const broken = brokenFrame(job, previous)
  if (broken) return nothing(broken, expectedCalls)

  const roomTokens = job.limitTokens - job.frameTokens
  const fresh = await freshPart(job, freshRoom(roomTokens, session.freshTokens), weighing)
  const intact = intactUnits(job.frame, previous)
  const counted = await countUnits(job, intact, fresh)
  const kept = counted.slice(0, await fittingLength(job, counted, fresh, weighing))
  const left = kept.slice(0, unwantedFrom(kept))
  const boundary = decideBoundary(await rewriteFacts(job, kept, left), session.prices, expectedCalls)
  if (boundary.taken && (await fitsBeside(job, left, []))) return { units: left, boundary }
  const isCutShort = !previous.isComplete || intact.length < previous.units.length
  if (!isCutShort || kept.length < intact.length) return { units: kept, boundary }
  return { units: kept, boundary: { ...boundary, taken: true, reason: 'content-changed' } }
}

function nothing(reason: SessionBoundary['reason'], expectedCalls: number): Carriage {
  return { units: [], boundary: plainBoundary(reason, expectedCalls) }
}

function brokenFrame(
  { frame, counter }: PackJob,
  previous: PreviousPack,
): 'tokenizer-changed' | 'frame-changed' | 'mark-changed' | undefined {
  if (counter.tokenizer !== previous.tokenizer) return 'tokenizer-changed'
  if (previous.text.slice(0, previous.frameLength) !== frame.preambleText + frame.stableText) return 'frame-changed'
  return frame.selectedMark.depth === previous.markDepth ? undefined : 'mark-changed'
}

/** The first units that would be printed today as they were. */
function intactUnits(frame: Frame, previous: PreviousPack): readonly PrintedUnit[] {
  const numbered = previous.units.slice(0, numberedLength(previous.units, frame.firstNumber))
  const printed = printUnits(numbered, frame.selectedMark)
  let offset = previous.frameLength
  let length = 0
  for (const { text } of printed) {
    if (!previous.text.startsWith(text, offset)) break
    offset += text.length
    length++
  }
  while (printed[length - 1]?.isOpen) length--
  return printed.slice(0, length)
}

interface CountedUnit extends PrintedUnit {
  readonly tokens: number
  /** What the fresh part asks for it; 0 where it does not, or where only a part of it was printed. */
  readonly freshTokens: number
}

async function countUnits(
  job: PackJob,
  units: readonly PrintedUnit[],
  fresh: readonly FreshUnit[],
): Promise<readonly CountedUnit[]> {
  const asked = new Map(fresh.map(({ ranked, tokens }) => [ranked.rank, tokens]))
  return Promise.all(
    units.map(async (unit) => ({
      ...unit,
      tokens: await job.counter.count(unit.text),
      freshTokens: unit.placement.body.excerpt ? 0 : (asked.get(unit.placement.rank) ?? 0),
    })),
  )
}

/** How many of the units fit beside that part of the fresh ones that they do not bring along themselves. */
async function fittingLength(
  job: PackJob,
  units: readonly CountedUnit[],
  fresh: readonly FreshUnit[],
  { byStoredCost }: Weighing,
): Promise<number> {
  const roomTokens = job.limitTokens - job.frameTokens
  const lengths: number[] = []
  let tokens = sumOf(fresh, (unit) => unit.tokens)
  for (const [index, unit] of units.entries()) {
    tokens += unit.tokens - unit.freshTokens
    if (tokens <= roomTokens && !unit.isOpen) lengths.push(index + 1)
  }
  for (const length of lengths.reverse()) {
    if (await fitsBeside(job, units.slice(0, length), byStoredCost ? [] : fresh)) return length
  }
  return 0
}

/** The exact answer: sums of blocks differ from the whole by a token or two a join. */
async function fitsBeside(job: PackJob, units: readonly PrintedUnit[], fresh: readonly FreshUnit[]): Promise<boolean> {
  const frame = withCarried(job.frame, units)
  const carried = wholeRanks(units)
  const missing = fresh.filter(({ ranked }) => !carried.has(ranked.rank)).map(({ ranked }) => wholeOf(ranked))
  const text = renderSection(arrange(missing), frame.selectedMark, frame.firstNumber)
  return (await job.counter.count(composeText(frame, text))) <= job.limitTokens
}

/** Where the first unit stands that is no candidate for the query at all, moved back to where a text may end. */
function unwantedFrom(units: readonly CountedUnit[]): number {
  const first = units.findIndex(({ placement }) => placement.rank === 0)
  let length = first === -1 ? units.length : first
  while (units[length - 1]?.isOpen) length--
  return length
}

/** What is not a candidate leaves the pack for good only where all candidates together do not fill its room. */
async function rewriteFacts(
  job: PackJob,
  kept: readonly CountedUnit[],
  left: readonly CountedUnit[],
): Promise<RewriteFacts> {
  const { frame, counter } = job
  const roomTokens = job.limitTokens - job.frameTokens
  const before = await counter.count(frame.preambleText + frame.stableText)
  const { estimatedTokens } = selectByStoredCost(job.candidates, roomTokens, frame)
  const totalWith = (units: readonly CountedUnit[]): number => {
    const carried = wholeRanks(units)
    const others = job.candidates.map(({ rank }, index) => (carried.has(rank) ? 0 : estimatedTokens[index]!))
    return Math.min(roomTokens, tokensOf(units) + sumOf(others, (tokens) => tokens))
  }
  return {
    keptPrefixTokens: before + tokensOf(kept),
    leftPrefixTokens: before + tokensOf(left),
    removedTokens: Math.max(0, totalWith(kept) - totalWith(left)),
  }
}

function tokensOf(units: readonly CountedUnit[]): number {
  return sumOf(units, ({ tokens }) => tokens)
}

function sumOf<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((total, value) => total + of(value), 0)
}
