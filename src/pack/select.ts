import { PlacedUnits } from './blocks.ts'
import type { Frame } from './frame.ts'
import type { RankedCandidate } from './placement.ts'

/** What selection expects a unit to cost: its stored cost and a guess at its header. */
export interface Selection {
  /** How many of the best candidates are expected to fit. */
  readonly length: number
  /** Expected tokens of each candidate, in rank order. */
  readonly estimatedTokens: readonly number[]
}

const CHARACTERS_PER_TOKEN = 4
const BLANK_LINE_TOKENS = 1

/**
 * Walks the candidates in rank order on their stored costs and stops at the first that is not expected to fit. Cost decides how far the walk goes, never
 * its order, and nothing is encoded: stored costs come from whatever tokenizer indexed the unit.
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
    const leadTokens = Math.ceil(placed.leadFor(ranked).length / CHARACTERS_PER_TOKEN)
    const tokens = ranked.candidate.hyperedge.tokenCost.tokens + leadTokens + BLANK_LINE_TOKENS
    estimatedTokens.push(tokens)
    sum += tokens
    if (sum > roomTokens || length < estimatedTokens.length - 1) continue
    length++
    placed.add(ranked)
  }
  return { length, estimatedTokens }
}
