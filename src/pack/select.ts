import { PlacedUnits } from './blocks.ts'
import type { Frame } from './frame.ts'
import type { RankedCandidate } from './placement.ts'

/** What selection expects a unit to cost: its stored cost and a guess at its header. */
export interface Selection {
  /** How many of the first candidates are expected to fit. */
  readonly length: number
  /** Expected tokens of each candidate, in the order given. */
  readonly estimatedTokens: readonly number[]
}

const CHARACTERS_PER_TOKEN = 4
const BLANK_LINE_TOKENS = 1

/**
 * Walks the candidates in the order given on their stored costs and stops at the first that is not expected to fit. Cost decides how far the walk goes,
 * never its order, and nothing is encoded: stored costs come from whatever tokenizer indexed the unit.
 */
export function selectByStoredCost(
  candidates: readonly RankedCandidate[],
  roomTokens: number,
  frame: Frame,
): Selection {
  const placed = new PlacedUnits(frame, [])
  const estimatedTokens: number[] = []
  let sum = 0
  let length = 0
  for (const ranked of candidates) {
    const tokens = estimate(ranked, placed)
    estimatedTokens.push(tokens)
    sum += tokens
    if (sum > roomTokens || length < estimatedTokens.length - 1) continue
    length++
    placed.add(ranked)
  }
  return { length, estimatedTokens }
}

/** What a unit is expected to cost where nothing of its document is placed yet. */
export function estimateAlone(ranked: RankedCandidate, frame: Frame): number {
  return estimate(ranked, new PlacedUnits(frame, []))
}

function estimate(ranked: RankedCandidate, placed: PlacedUnits): number {
  const leadTokens = Math.ceil(placed.leadFor(ranked).length / CHARACTERS_PER_TOKEN)
  return ranked.candidate.hyperedge.tokenCost.tokens + leadTokens + BLANK_LINE_TOKENS
}
