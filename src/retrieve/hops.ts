import { type Edge, type Edges, type Hypergraph, RELATIONS, type UnitMask } from '../ports/hypergraph.ts'
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

/** One edge that was followed, from a unit. */
export interface Step {
  readonly from: number
  readonly edge: Edge
}

/** What the graph lane says of a unit: its activation and the edge that led there. */
export class Activation {
  readonly score: number
  readonly parent: FrontUnit
  private readonly edges: Edges
  private readonly edge: number

  constructor(score: number, parent: FrontUnit, edges: Edges, edge: number) {
    this.score = score
    this.parent = parent
    this.edges = edges
    this.edge = edge
  }

  /** The edges that led to the unit, first hop first; told only when somebody asks, which is for few of the units that a hop reaches. */
  get path(): readonly Step[] {
    return [...(this.parent.reachedBy?.path ?? []), { from: this.parent.unit, edge: this.edges.describe(this.edge) }]
  }
}

/** A unit that a hop starts from. */
interface FrontUnit {
  readonly unit: number
  readonly confidence: number
  readonly covered: Coverage
  /** Undefined for a seed. */
  readonly reachedBy: Activation | undefined
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
export async function hop(input: HopInput): Promise<ReadonlyMap<number, Activation>> {
  const { coverage } = input
  const activations = new Map<number, Activation>()
  let front: readonly FrontUnit[] = input.seeds.map(({ unit, share }) => ({
    unit,
    confidence: share ** 2,
    covered: coverage.of(unit),
    reachedBy: undefined,
  }))
  for (let hops = 0; hops < HOPS && front.length > 0; hops++) {
    const reached = await expand(front, input)
    for (const [unit, activation] of reached) {
      if (activation.score > (activations.get(unit)?.score ?? 0)) activations.set(unit, activation)
    }
    front = strongest(reached).map(([unit, activation]) => ({
      unit,
      confidence: activation.score,
      covered: coverage.join(activation.parent.covered, unit),
      reachedBy: activation,
    }))
  }
  return activations
}

type Reached = readonly [unit: number, activation: Activation]

/** The best few, best first, ties by unit. O(reached × few), in practice one comparison for most. */
function strongest(reached: ReadonlyMap<number, Activation>): readonly Reached[] {
  const best: Reached[] = []
  for (const candidate of reached) {
    if (best.length === FRONT_SIZE && !isBetter(candidate, best[FRONT_SIZE - 1]!)) continue
    let place = best.length
    while (place > 0 && isBetter(candidate, best[place - 1]!)) place--
    best.splice(place, 0, candidate)
    best.length = Math.min(best.length, FRONT_SIZE)
  }
  return best
}

function isBetter([unit, { score }]: Reached, [otherUnit, other]: Reached): boolean {
  return score > other.score || (score === other.score && unit < otherUnit)
}

async function expand(front: readonly FrontUnit[], input: HopInput): Promise<ReadonlyMap<number, Activation>> {
  const { hypergraph, coverage, mask } = input
  const units = front.map(({ unit }) => unit)
  const allEdges = await hypergraph.edgesOf(units, input.prefixWeights)
  await coverage.load(targetsOf(allEdges, mask))
  const reached = new Map<number, Activation>()
  front.forEach((parent, position) => {
    const edges = allEdges[position]!
    const { to, weights } = edges
    const spread = spreadOf(edges, mask)
    for (let edge = 0; edge < to.length; edge++) {
      const target = to[edge]!
      if (mask && !mask[target]) continue
      const residue = coverage.residue(target, parent.covered) / input.maxScore
      const context = contextOf(edges, edge)
      const score = parent.confidence * (weights[edge]! / spread) * (BASE + RESIDUE_WEIGHT * residue + context)
      if (score > (reached.get(target)?.score ?? 0)) reached.set(target, new Activation(score, parent, edges, edge))
    }
  })
  return reached
}

function* targetsOf(allEdges: readonly Edges[], mask: UnitMask): Generator<number> {
  for (const { to } of allEdges) for (const target of to) if (!mask || mask[target]) yield target
}

/** What a unit's strengths are divided by. */
function spreadOf({ to, weights }: Edges, mask: UnitMask): number {
  let sum = 0
  for (let edge = 0; edge < to.length; edge++) if (!mask || mask[to[edge]!]) sum += weights[edge]!
  return Math.max(1, sum) ** SPREAD_EXPONENT
}

/** How much of the question stands in the sentence that mentions the entity. */
function contextOf({ contexts, relations }: Edges, edge: number): number {
  return relations[edge] === SHARES ? SHARED_CONTEXT_WEIGHT * contexts[edge]! : contexts[edge]!
}
