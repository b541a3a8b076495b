import type { Decision, DecisionReason } from '../domain/pack.ts'
import type { BlockCounter } from './blocks.ts'
import type { Placement, RankedCandidate } from './placement.ts'
import type { Selection } from './select.ts'

/** How a pack came about, as far as its decisions tell. */
export interface Course {
  /** Every candidate of the ranking, best first, pinned ones included. */
  readonly ranked: readonly RankedCandidate[]
  /** The candidates that competed for the room, in the order that `selection` speaks of. */
  readonly competing: readonly RankedCandidate[]
  readonly selection: Selection
  readonly placements: readonly Placement[]
  readonly blocks: BlockCounter
}

/** What became of each candidate, in rank order, each followed by the duplicates that it stands for. Every candidate occurs exactly once. */
export function explain(course: Course): readonly Decision[] {
  const positions = new Map(course.competing.map(({ rank }, position) => [rank, position]))
  const placed = new Map(course.placements.map((placement) => [placement.rank, placement]))
  return course.ranked.flatMap((ranked) => {
    const position = positions.get(ranked.rank)
    const placement = placed.get(ranked.rank)
    const reason = reasonOf(position, placement, course.selection.length)
    const exactTokens = course.blocks.tokensOf(ranked.rank, reason === 'excerpted')
    const estimate = position === undefined ? undefined : course.selection.estimatedTokens[position]
    const decision: Decision = {
      ...factsOf(ranked),
      reason,
      packed: placement !== undefined || reason === 'pinned',
      estimatedTokens: estimate ?? ranked.candidate.hyperedge.tokenCost.tokens,
      ...(exactTokens === undefined ? {} : { exactTokens }),
    }
    return [decision, ...duplicatesOf(ranked)]
  })
}

function reasonOf(
  position: number | undefined,
  placement: Placement | undefined,
  selectedLength: number,
): DecisionReason {
  if (position === undefined) return 'pinned'
  const wasSelected = position < selectedLength
  if (!placement) return wasSelected ? 'trimmed' : 'over-budget'
  if (placement.body.excerpt) return 'excerpted'
  return wasSelected ? 'packed' : 'filled'
}

function factsOf({ rank, candidate }: RankedCandidate): Omit<Decision, 'reason' | 'packed' | 'estimatedTokens'> {
  return {
    id: candidate.hyperedge.id,
    ref: candidate.reference,
    uri: candidate.document.uri,
    rank,
    score: candidate.score,
    lanes: candidate.lanes,
  }
}

function duplicatesOf(ranked: RankedCandidate): readonly Decision[] {
  return ranked.candidate.duplicates.map(({ reference, uri }) => ({
    ...factsOf(ranked),
    ref: reference,
    uri,
    reason: 'duplicate-of',
    packed: false,
    estimatedTokens: ranked.candidate.hyperedge.tokenCost.tokens,
    duplicateOf: ranked.candidate.reference,
  }))
}
