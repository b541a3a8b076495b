import { type BlockCounter, PlacedUnits } from './blocks.ts'
import type { Counter } from './counter.ts'
import { composeText, type Frame } from './frame.ts'
import { arrange } from './layout.ts'
import { type Placement, type RankedCandidate, wholeOf } from './placement.ts'
import { renderSection } from './render.ts'

/** All that the steps of one pack share. */
export interface PackJob {
  /** Units that compete for the room, in the order in which they are taken: best first, or as a selection policy says. None of them is pinned. */
  readonly candidates: readonly RankedCandidate[]
  readonly termWeights: ReadonlyMap<string, number>
  readonly frame: Frame
  /** Tokens of the frame alone. */
  readonly frameTokens: number
  /** Most tokens that the emitted text may take: budget without the caller's reserve. */
  readonly limitTokens: number
  /** Whether units that do not fit may be cut to excerpts. */
  readonly takesExcerpts: boolean
  readonly counter: Counter
  readonly blocks: BlockCounter
}

/** A pack as it would be emitted, with its exact count. */
export interface Draft {
  readonly placements: readonly Placement[]
  /** The same, as far as further units' headers depend on them. Never added to: many units are tried beside one draft. */
  readonly placed: Omit<PlacedUnits, 'add'>
  readonly selectedText: string
  readonly text: string
  /** Tokens of `text`, counted as one string. */
  readonly tokens: number
}

/** Renders placements into a pack without counting it. */
export function renderDraft(job: PackJob, placements: readonly Placement[]): Omit<Draft, 'tokens'> {
  const { frame } = job
  const selectedText = renderSection(arrange(placements), frame.selectedMark, frame.firstNumber)
  return { placements, placed: placedUnits(job, placements), selectedText, text: composeText(frame, selectedText) }
}

/** Renders placements into a pack and counts the whole of it. */
export async function draftOf(job: PackJob, placements: readonly Placement[]): Promise<Draft> {
  const rendered = renderDraft(job, placements)
  return { ...rendered, tokens: await job.counter.count(rendered.text) }
}

/** The first `length` candidates, whole. */
export function prefixOf(job: PackJob, length: number): readonly Placement[] {
  return job.candidates.slice(0, length).map(wholeOf)
}

export function placedUnits(job: PackJob, placements: readonly Placement[]): PlacedUnits {
  return new PlacedUnits(job.frame, placements)
}

/** A count of a block alone differs from what it adds to the whole by a token or two at either end, or by a gap that it closes. Beyond this margin it decides alone. */
const JOIN_MARGIN_TOKENS = 16

/**
 * Adds a unit, or puts another body in place of the excerpt that it has. @returns the new draft, or undefined when it does not fit. A block that alone
 * takes clearly more than the room is refused without rendering the whole; nothing is accepted without counting the whole.
 */
export async function tryPlacing(job: PackJob, draft: Draft, placement: Placement): Promise<Draft | undefined> {
  const others = draft.placements.filter((other) => other.rank !== placement.rank)
  const replaces = others.length < draft.placements.length
  const block = (replaces ? placedUnits(job, others) : draft.placed).blockOf(placement)
  const freedTokens = replaces ? (job.blocks.tokensOf(placement.rank, true) ?? 0) : 0
  const addedTokens = (await job.blocks.count(placement, block)) - freedTokens
  const roomTokens = job.limitTokens - draft.tokens
  if (!block.savesElsewhere && addedTokens > roomTokens + JOIN_MARGIN_TOKENS) return undefined
  const next = await draftOf(job, [...others, placement])
  return next.tokens <= job.limitTokens ? next : undefined
}
