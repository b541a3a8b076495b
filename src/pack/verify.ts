import { type Draft, draftOf, type PackJob, prefixOf, tryPlacing } from './draft.ts'
import { wholeOf } from './placement.ts'
import { tailWorth } from './settle.ts'

/**
 * Renders the first `length` candidates as they would be emitted, counts that one string, and drops from the tail until it fits. As many units are dropped
 * at a time as their own counts say, and what that took too much of is given back one by one, so a selection that was far too long costs a few counts
 * of the whole and not one for each unit. The empty prefix always fits, since the frame does.
 */
export async function verify(job: PackJob, length: number): Promise<Draft> {
  let draft = await draftOf(job, prefixOf(job, length))
  let tooLong = length + 1
  while (draft.tokens > job.limitTokens) {
    tooLong = draft.placements.length
    const dropped = await tailWorth(job, tooLong, draft.tokens - job.limitTokens)
    draft = await draftOf(job, prefixOf(job, tooLong - dropped))
  }
  while (draft.placements.length + 1 < tooLong) {
    const next = job.candidates[draft.placements.length]
    const longer = next && (await tryPlacing(job, draft, wholeOf(next)))
    if (!longer) break
    draft = longer
  }
  return draft
}
