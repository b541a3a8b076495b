import type { Edge, Hypergraph, UnitMask } from '../ports/hypergraph.ts'
import { type Coverage, type CoverageTable, joinCoverage } from './coverage.ts'

/** How many units each hop starts from. */
export const FRONT_SIZE = 10
const HOPS = 2
/** H = confidence · strength · (.5 + 2 · residue + context). */
const BASE = 0.5
const RESIDUE_WEIGHT = 2
const SHARED_CONTEXT_WEIGHT = 0.4
/** Strengths from a unit with many edges shrink with their sum to this power. */
const SPREAD_EXPONENT = 0.25

/** One edge that was followed, from a unit. */
export interface Step {
  readonly from: number
  readonly edge: Edge
}

/** What the graph lane says of a unit: its activation and the edges that led there, first hop first. */
export interface Activation {
  readonly score: number
  readonly path: readonly Step[]
}

interface FrontUnit {
  readonly unit: number
  readonly confidence: number
  readonly covered: Coverage
  readonly path: readonly Step[]
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
 * Follows links and shared entities from the best units, one hop and then another, preferring units that cover what the path so far leaves open. Three port
 * calls a hop, whatever the corpus. Deterministic.
 */
export async function hop(input: HopInput): Promise<ReadonlyMap<number, Activation>> {
  const activations = new Map<number, Activation>()
  let front: readonly FrontUnit[] = input.seeds.map(({ unit, share }) => ({
    unit,
    confidence: share ** 2,
    covered: input.coverage.of(unit),
    path: [],
  }))
  for (let hops = 0; hops < HOPS && front.length > 0; hops++) {
    const reached = await expand(front, input)
    for (const [unit, { score, path }] of reached) {
      if (score > (activations.get(unit)?.score ?? 0)) activations.set(unit, { score, path })
    }
    front = strongest(reached).map(([unit, { score, parent, path }]) => ({
      unit,
      confidence: score,
      covered: joinCoverage(parent.covered, input.coverage.of(unit)),
      path,
    }))
  }
  return activations
}

interface Reached extends Activation {
  readonly parent: FrontUnit
}

function strongest(reached: ReadonlyMap<number, Reached>): readonly (readonly [number, Reached])[] {
  return Array.from(reached)
    .sort(([unitA, a], [unitB, b]) => b.score - a.score || unitA - unitB)
    .slice(0, FRONT_SIZE)
}

async function expand(front: readonly FrontUnit[], input: HopInput): Promise<ReadonlyMap<number, Reached>> {
  const units = front.map(({ unit }) => unit)
  const [allEdges, overlaps] = await Promise.all([
    input.hypergraph.edgesOf(units),
    input.hypergraph.sentenceOverlaps(units, input.prefixWeights),
  ])
  const allowed = input.mask ? allEdges.map((edges) => edges.filter(({ to }) => input.mask?.[to])) : allEdges
  await input.coverage.load(allowed.flatMap((edges) => edges.map(({ to }) => to)))
  const reached = new Map<number, Reached>()
  front.forEach((parent, position) => {
    const edges = allowed[position]!
    const spread =
      Math.max(
        1,
        edges.reduce((sum, { weight }) => sum + weight, 0),
      ) ** SPREAD_EXPONENT
    for (const edge of edges) {
      const residue = input.coverage.residue(edge.to, parent.covered) / input.maxScore
      const context = contextOf(edge, overlaps[position]!)
      const score = parent.confidence * (edge.weight / spread) * (BASE + RESIDUE_WEIGHT * residue + context)
      if (score > (reached.get(edge.to)?.score ?? 0)) {
        reached.set(edge.to, { score, parent, path: [...parent.path, { from: parent.unit, edge }] })
      }
    }
  })
  return reached
}

/** How much of the question stands in the sentence that mentions the entity. */
function contextOf(edge: Edge, overlaps: Float64Array): number {
  let largest = 0
  for (const sentence of edge.sentences) largest = Math.max(largest, overlaps[sentence] ?? 0)
  return edge.relation === 'shares' ? SHARED_CONTEXT_WEIGHT * largest : largest
}
