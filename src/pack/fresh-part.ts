import type { PackJob } from './draft.ts'
import type { RankedCandidate } from './placement.ts'
import { selectByStoredCost } from './select.ts'
import { settle } from './settle.ts'

/** A unit that the fresh part asks for, with about what it takes. */
export interface FreshUnit {
  readonly ranked: RankedCandidate
  readonly tokens: number
}

/** Where nothing is said: this share of the room, and never less than this many tokens, belong to the best units for the query. */
const FRESH_SHARE = 0.5
const LEAST_FRESH_TOKENS = 768

/** Tokens of the room that go to the best units for the query, whatever was packed before. */
export function freshRoom(roomTokens: number, freshTokens: number | undefined): number {
  return Math.min(roomTokens, freshTokens ?? Math.max(Math.floor(FRESH_SHARE * roomTokens), LEAST_FRESH_TOKENS))
}

/** How candidates are weighed while nothing is selected yet. */
export interface Weighing {
  /** By stored costs alone, so that no candidate is encoded. */
  readonly byStoredCost: boolean
  readonly isRemote: boolean
}

/** The best units that sum up to at most `freshTokens`, each weighed alone. A function of the ranking and the weights, not of what is carried. */
export async function freshPart(
  job: PackJob,
  freshTokens: number,
  { byStoredCost, isRemote }: Weighing,
): Promise<readonly FreshUnit[]> {
  const selection = selectByStoredCost(job.candidates, freshTokens, job.frame)
  if (byStoredCost) {
    return job.candidates
      .slice(0, selection.length)
      .map((ranked, index) => ({ ranked, tokens: selection.estimatedTokens[index]! }))
  }
  const length = await settle({ ...job, limitTokens: job.frameTokens + freshTokens }, selection.length, isRemote)
  return job.candidates
    .slice(0, length)
    .map((ranked) => ({ ranked, tokens: job.blocks.tokensOf(ranked.rank, false) ?? 0 }))
}
