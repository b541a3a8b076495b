import { PackgraphError } from '../domain/errors.ts'
import { termsOf } from '../domain/text/terms.ts'
import type { SelectableUnit, SelectionPolicy } from '../ports/selection-policy.ts'
import type { Frame } from './frame.ts'
import type { RankedCandidate } from './placement.ts'
import { estimateAlone } from './select.ts'

/** What a selection policy is told beside the candidates. */
export interface OrderContext {
  readonly termWeights: ReadonlyMap<string, number>
  readonly roomTokens: number
  readonly frame: Frame
}

/**
 * The candidates that compete for the room, in the order in which a policy wants them taken. Nothing is encoded.
 * @throws PackgraphError `INVALID_OPTION` when the policy returns no list, a unit twice, or one that it was not given.
 */
export function orderCandidates(
  candidates: readonly RankedCandidate[],
  policy: SelectionPolicy,
  { termWeights, roomTokens, frame }: OrderContext,
): readonly RankedCandidate[] {
  const left = new Map(candidates.map((ranked) => [ranked.rank, ranked]))
  const units = candidates.map((ranked) => selectable(ranked, termWeights, frame))
  const chosen: readonly SelectableUnit[] = policy({ units, termWeights, roomTokens })
  if (!Array.isArray(chosen)) {
    throw new PackgraphError('INVALID_OPTION', 'the selection policy returned no list', {
      hint: 'A policy returns a list of units at once; a promise is none.',
    })
  }
  return chosen.map(({ rank }) => {
    const ranked = left.get(rank)
    left.delete(rank)
    if (ranked) return ranked
    throw new PackgraphError(
      'INVALID_OPTION',
      `the selection policy returned a unit of rank ${rank} twice or unasked`,
      {
        facts: { rank, candidates: candidates.length },
        hint: 'A policy returns some of the units that it is given, each at most once.',
      },
    )
  })
}

function selectable(ranked: RankedCandidate, termWeights: ReadonlyMap<string, number>, frame: Frame): SelectableUnit {
  const { rank, candidate } = ranked
  const { hyperedge, document } = candidate
  let terms: ReadonlySet<string> | undefined
  return {
    rank,
    id: hyperedge.id,
    ref: candidate.reference,
    uri: document.uri,
    score: candidate.score,
    lanes: candidate.lanes,
    estimatedTokens: estimateAlone(ranked, frame),
    get questionTerms() {
      const text = [document.title, ...hyperedge.headingPath, hyperedge.text].join('\n')
      terms ??= new Set(termsOf(text).filter((term) => termWeights.has(term)))
      return terms
    },
  }
}
