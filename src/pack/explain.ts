import type { DuplicateSource } from '../domain/candidate.ts'
import type { Decision, DecisionReason } from '../domain/pack.ts'
import type { BlockCounter } from './blocks.ts'
import type { Placement, RankedCandidate } from './placement.ts'
import type { Selection } from './select.ts'

/** How a pack came about, as far as its decisions tell. */
export interface Course {
  /** Pinned and carried units that no query ranked (rank 0), then every candidate of the ranking, best first. */
  readonly ranked: readonly RankedCandidate[]
  /** Ids of the units that lead whatever the query. */
  readonly pinned: ReadonlySet<number>
  /** Ids of the units that stand where the session's previous pack had them. */
  readonly carried: ReadonlySet<number>
  /** The candidates that competed for the room, in the order that `selection` speaks of. */
  readonly competing: readonly RankedCandidate[]
  readonly selection: Selection
  readonly placements: readonly Placement[]
  readonly blocks: BlockCounter
}

/** What became of each candidate, in rank order, each followed by the duplicates that it stands for. Every candidate occurs exactly once. */
export function explain(course: Course): readonly Decision[] {
  const positions = new Map(course.competing.map(({ rank }, position) => [rank, position]))
  const placements = new Map(course.placements.map((placement) => [placement.rank, placement]))
  const decisions: Decision[] = []
  for (const ranked of course.ranked) {
    const position = positions.get(ranked.rank)
    decisions.push(decide(ranked, position, placements.get(ranked.rank), course))
    for (const duplicate of ranked.candidate.duplicates) decisions.push(decideDuplicate(ranked, duplicate))
  }
  return decisions
}

function decide(
  { rank, candidate }: RankedCandidate,
  position: number | undefined,
  placement: Placement | undefined,
  { pinned, carried, selection, blocks }: Course,
): Decision {
  const { hyperedge, document } = candidate
  const isCarried = placement === undefined && carried.has(hyperedge.id)
  const own = isCarried ? 'carried' : reasonOf(position, placement, selection.length)
  const reason = pinned.has(hyperedge.id) ? 'pinned' : own
  const decision: Decision = {
    id: hyperedge.id,
    ref: candidate.reference,
    uri: document.uri,
    rank,
    score: candidate.score,
    lanes: candidate.lanes,
    reason,
    packed: placement !== undefined || reason === 'pinned' || reason === 'carried',
    estimatedTokens: selection.estimatedTokens[position ?? -1] ?? hyperedge.tokenCost.tokens,
  }
  const exactTokens = blocks.tokensOf(rank, reason === 'excerpted')
  return exactTokens === undefined ? decision : { ...decision, exactTokens }
}

function decideDuplicate({ rank, candidate }: RankedCandidate, { ref, uri }: DuplicateSource): Decision {
  return {
    id: candidate.hyperedge.id,
    ref,
    uri,
    rank,
    score: candidate.score,
    lanes: candidate.lanes,
    reason: 'duplicate-of',
    packed: false,
    estimatedTokens: candidate.hyperedge.tokenCost.tokens,
    duplicateOf: candidate.reference,
  }
}

function reasonOf(
  position: number | undefined,
  placement: Placement | undefined,
  selectedLength: number,
): DecisionReason {
  if (position === undefined) return 'filtered'
  const wasSelected = position < selectedLength
  if (!placement) return wasSelected ? 'trimmed' : 'over-budget'
  if (placement.body.excerpt) return 'excerpted'
  return wasSelected ? 'packed' : 'filled'
}
