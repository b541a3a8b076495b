import type { Hypergraph, ScoredUnit, UnitMask } from '../ports/hypergraph.ts'
import type { VectorHit } from '../ports/vector-index.ts'
import type { CoverageTable } from './coverage.ts'
import { distinctTexts } from './distinct-texts.ts'
import type { Question } from './question.ts'

/** How many nearest units set the scale of similarities, and how many of them join the candidates. */
const SCALE_UNITS = 100
const JOINING_UNITS = 20
/** A mask and copies leave few of the nearest: ask for so many times more until there are enough. */
const GROWTH = 10
/** Below this the lane moves no rank, and the query is not even embedded. */
const MIN_STRENGTH = 0.02

export interface DenseLane {
  /** How much the embedder's similarities may count, 0 to 1; 0 turns the lane off. */
  readonly weight: number
  /** The nearest hyperedges of the query, best first. Called only when the lane can matter, and again with a larger limit when a filter leaves too few. */
  readonly nearest: (limit: number) => Promise<readonly VectorHit[]>
}

/** The lane when it is off. */
export const NO_DENSE_LANE: DenseLane = { weight: 0, nearest: async () => [] }

export interface DenseEvidence {
  /** The nearest units that join the candidates, best first, with their cosine. */
  readonly units: readonly ScoredUnit[]
  /** What the dense lane adds to each unit's score. */
  readonly bonuses: ReadonlyMap<number, number>
}

const NOTHING: DenseEvidence = { units: [], bonuses: new Map() }

/**
 * The dense lane rescues questions whose words the corpus does not use: it adds weight · (1 − κ) · (1 − cov)² · d, with cov the share of the question's idf
 * mass that the best lexical unit covers (terms the corpus lacks included) and d the cosine, scaled to 0–1 over the nearest 100. Where no term is known it
 * is the only lane, whatever κ.
 */
export async function denseEvidence(
  hypergraph: Hypergraph,
  mask: UnitMask,
  lane: DenseLane,
  gate: number,
  question: Question,
  best: ScoredUnit | undefined,
  coverage: CoverageTable,
): Promise<DenseEvidence> {
  const strength = lane.weight * (best ? (1 - gate) * (1 - coveredShare(best.unit, question, coverage)) ** 2 : 1)
  if (strength < MIN_STRENGTH) return NOTHING
  const { allowed, distinct } = await nearestUnits(hypergraph, mask, lane)
  const highest = distinct[0]?.score ?? 0
  const lowest = distinct.at(-1)?.score ?? 0
  const range = highest - lowest || 1
  // A copy may be the one that another lane found: it gets its bonus too.
  const bonuses = new Map(
    allowed.flatMap(({ unit, score }) => (score < lowest ? [] : [[unit, (strength * (score - lowest)) / range]])),
  )
  return { units: distinct.slice(0, JOINING_UNITS), bonuses }
}

interface NearestUnits {
  /** Units that the mask allows, best first, ties by unit. */
  readonly allowed: readonly ScoredUnit[]
  /** The first {@link SCALE_UNITS} of them, equal texts once. */
  readonly distinct: readonly ScoredUnit[]
}

/** One search, unless a mask or copies leave too few. */
async function nearestUnits(hypergraph: Hypergraph, mask: UnitMask, lane: DenseLane): Promise<NearestUnits> {
  for (let limit = mask ? SCALE_UNITS * GROWTH : SCALE_UNITS; ; limit *= GROWTH) {
    const hits = await lane.nearest(limit)
    const positions = await hypergraph.unitsOf(hits.map(({ id }) => id))
    const allowed = hits
      .map(({ score }, index) => ({ unit: positions[index]!, score }))
      .filter(({ unit }) => unit >= 0 && (!mask || mask[unit] === 1))
      .sort((a, b) => b.score - a.score || a.unit - b.unit)
    const distinct = await distinctTexts(allowed, hypergraph)
    if (distinct.length >= JOINING_UNITS || hits.length < limit) {
      return { allowed, distinct: distinct.slice(0, SCALE_UNITS) }
    }
  }
}

/** Share of the question's idf mass, unknown terms included, that occurs in a loaded unit at all. */
function coveredShare(unit: number, question: Question, coverage: CoverageTable): number {
  let share = 0
  coverage.of(unit).forEach((saturation, term) => {
    if (saturation > 0) share += coverage.weights[term]!
  })
  return share * question.knownShare
}
