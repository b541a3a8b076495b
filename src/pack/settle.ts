import type { Block, PlacedUnits } from './blocks.ts'
import { type PackJob, placedUnits, prefixOf } from './draft.ts'
import { type Placement, wholeOf } from './placement.ts'

/** Blocks asked for together where each answer takes a round trip. */
const MIN_BATCH = 8
const MAX_BATCH = 32

/**
 * Finds how many of the best candidates fit when each one's block is counted alone: a sum that only grows, so that the answer is the same from wherever
 * the search starts. This is what makes a filled pack independent of stored costs; counts of the whole are not monotone for every tokenizer. Stored
 * costs say how many blocks a remote tokenizer is asked for at once.
 */
export async function settle(job: PackJob, expectedLength: number, isRemote: boolean): Promise<number> {
  const roomTokens = job.limitTokens - job.frameTokens
  const placed = placedUnits(job, [])
  let sum = 0
  let length = 0
  while (length < job.candidates.length) {
    const size = isRemote ? Math.min(MAX_BATCH, Math.max(MIN_BATCH, expectedLength + 1 - length)) : 1
    const blocks = placeInTurn(placed, job.candidates.slice(length, length + size).map(wholeOf))
    const counts = await Promise.all(blocks.map(({ placement, block }) => job.blocks.count(placement, block)))
    for (const tokens of counts) {
      sum += tokens
      if (sum > roomTokens) return length
      length++
    }
  }
  return length
}

/** How many of the last units of a prefix take at least `excessTokens` by their own counts; at least one. */
export async function tailWorth(job: PackJob, length: number, excessTokens: number): Promise<number> {
  const blocks = placeInTurn(placedUnits(job, []), prefixOf(job, length))
  let tokens = 0
  let dropped = 0
  for (const { placement, block } of blocks.toReversed()) {
    dropped++
    tokens += await job.blocks.count(placement, block)
    if (tokens >= excessTokens) break
  }
  return dropped
}

function placeInTurn(
  placed: PlacedUnits,
  placements: readonly Placement[],
): readonly { readonly placement: Placement; readonly block: Block }[] {
  return placements.map((placement) => {
    const block = placed.blockOf(placement)
    placed.add(placement)
    return { placement, block }
  })
}
