import { type Edges, type Hypergraph, RELATIONS, type ScoredUnit, type UnitMask } from '../ports/hypergraph.ts'
import { Activations, type Origin, ReachedUnits } from './activations.ts'
import type { Coverage, CoverageTable } from './coverage.ts'

/** How many units each hop starts from. */
export const FRONT_SIZE = 10
const HOPS = 2
/** H = confidence · strength · (.5 + 2 · residue + context). */
const BASE = 0.5
const RESIDUE_WEIGHT = 2
const SHARES = RELATIONS.indexOf('shares')
const SHARED_CONTEXT_WEIGHT = 0.4
/** Strengths from a unit with many edges shrink with their sum to this power. */
const SPREAD_EXPONENT = 0.25

/** A unit that a hop starts from. */
interface FrontUnit extends Origin {
  readonly confidence: number
  readonly covered: Coverage
}

export interface HopInput {
  readonly hypergraph: Hypergraph
  readonly coverage: CoverageTable
  readonly prefixWeights: ReadonlyMap<string, number>
  /** The {@link FRONT_SIZE} best units by S with their S relative to the best, best first. */
  readonly seeds: readonly { readonly unit: number; readonly share: number }[]
  /** The largest S: what residues are measured against. */
  readonly maxScore: number
  readonly mask: UnitMask
}

/**
 * Follows links and shared entities from the best units, one hop and then another, preferring units that cover what the path so far leaves open. Two port
 * calls a hop, whatever the corpus. Deterministic.
 */
export async function hop(input: HopInput): Promise<Activations> {
  const { coverage } = input
  const hops: ReachedUnits[] = []
  let front: readonly FrontUnit[] = input.seeds.map(({ unit, share }) => ({
    unit,
    confidence: share ** 2,
    covered: coverage.of(unit),
    path: () => [],
  }))
  while (hops.length < HOPS && front.length > 0) {
    const reached = await expand(front, input)
    hops.push(reached)
    const before = front
    front = strongest(reached).map(({ unit, score }) => ({
      unit,
      confidence: score,
      covered: coverage.join(before[reached.originOf(unit)]!.covered, unit),
      path: () => reached.pathTo(unit),
    }))
  }
  return new Activations(hops)
}

/** The best few, best first, ties by unit. O(reached × few), in practice one comparison for most. */
function strongest(reached: ReachedUnits): readonly ScoredUnit[] {
  const best: ScoredUnit[] = []
  reached.forEach((unit, score) => {
    if (best.length === FRONT_SIZE && !isBetter(unit, score, best[FRONT_SIZE - 1]!)) return
    let place = best.length
    while (place > 0 && isBetter(unit, score, best[place - 1]!)) place--
    best.splice(place, 0, { unit, score })
    best.length = Math.min(best.length, FRONT_SIZE)
  })
  return best
}

function isBetter(unit: number, score: number, other: ScoredUnit): boolean {
  return score > other.score || (score === other.score && unit < other.unit)
}

async function expand(front: readonly FrontUnit[], input: HopInput): Promise<ReachedUnits> {
  const { hypergraph, coverage, mask, maxScore } = input
  const edges = await hypergraph.edgesOf(
    front.map(({ unit }) => unit),
    input.prefixWeights,
  )
  await coverage.load(edges.to, mask)
  const reached = new ReachedUnits(front, edges)
  const { starts, to, weights } = edges
  front.forEach(({ confidence, covered }, position) => {
    const spread = spreadOf(edges, position, mask)
    for (let edge = starts[position]!; edge < starts[position + 1]!; edge++) {
      const target = to[edge]!
      if (mask && !mask[target]) continue
      const residue = coverage.residue(target, covered) / maxScore
      const context = contextOf(edges, edge)
      reached.offer(edge, confidence * (weights[edge]! / spread) * (BASE + RESIDUE_WEIGHT * residue + context))
    }
  })
  return reached
}

/** What the strengths from a unit are divided by. */
function spreadOf({ starts, to, weights }: Edges, position: number, mask: UnitMask): number {
  let sum = 0
  for (let edge = starts[position]!; edge < starts[position + 1]!; edge++)
    if (!mask || mask[to[edge]!]) sum += weights[edge]!
  return Math.max(1, sum) ** SPREAD_EXPONENT
}

/** How much of the question stands in the sentence that mentions the entity. */
function contextOf({ contexts, relations }: Edges, edge: number): number {
  return relations[edge] === SHARES ? SHARED_CONTEXT_WEIGHT * contexts[edge]! : contexts[edge]!
}
