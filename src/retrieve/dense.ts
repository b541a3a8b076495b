import type { Hypergraph, ScoredUnit, UnitMask } from '../ports/hypergraph.ts'
import type { VectorHit } from '../ports/vector-index.ts'
import type { CoverageTable } from './coverage.ts'
import { distinctTexts } from './distinct-texts.ts'
import type { Question } from './question.ts'

/** How many nearest units set the scale of similarities and join the candidates. */
const SCALE_UNITS = 100
/** A mask and copies leave few of the nearest: ask for so many times more until there are enough. */
const GROWTH = 10
/**
 * Words that match by accident: a best unit with more of the question's terms is taken for an answer by words. Doubtful embedders overrule fewer: at weight .5
 * two, at .75 four, at 1 any number.
 */
const ACCIDENTAL_TERMS = 1
/** In a neighbourhood that links, one unit covers little of a question because others cover the rest. */
const GATE_SHARE = 0.5
/**
 * A question is rescued where the best lexical unit covers less than this share of it, times the embedder's weight; fully so where it covers less by the
 * width. Measured with the static embedder (weight .5): below .3 the dense lane was right more often, above .4 the lexical one.
 */
const COVERED_SHARE = 0.9
const COVERED_WIDTH = 0.2

export interface DenseLane {
  /** How much the embedder's similarities may count, 0 to 1; 0 turns the lane off. */
  readonly weight: number
  /** The nearest hyperedges of the query, best first. Called only when the lane can matter, and again with a larger limit when a filter leaves too few. */
  readonly nearest: (limit: number) => Promise<readonly VectorHit[]>
}

/** The lane when it is off. */
export const NO_DENSE_LANE: DenseLane = { weight: 0, nearest: async () => [] }

export interface DenseEvidence {
  /** The nearest units, best first, with their cosine. */
  readonly units: readonly ScoredUnit[]
  /** Each unit's similarity, scaled to 0–1 over the nearest 100. */
  readonly similarities: ReadonlyMap<number, number>
  /** How much of a unit's score the similarity makes up, 0 to 1; the other lanes make up the rest. */
  readonly share: number
}

const NOTHING: DenseEvidence = { units: [], similarities: new Map(), share: 0 }

/**
 * The dense lane rescues questions whose words the corpus does not use. Its share of the score depends on how much of the question's idf mass the best lexical
 * unit covers, terms that the corpus lacks included: none where that is much or several terms match, all of it where it is next to nothing.
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
  if (lane.weight === 0) return NOTHING
  const share = best ? rescueShare(lane.weight, gate, coveredBy(best.unit, question, coverage)) : 1
  if (share === 0) return NOTHING
  const { allowed, distinct } = await nearestUnits(hypergraph, mask, lane)
  const highest = distinct[0]?.score ?? 0
  const lowest = distinct.at(-1)?.score ?? 0
  const range = highest - lowest || 1
  // A copy may be the one that another lane found: it has its similarity too.
  const similarities = new Map(
    allowed.flatMap(({ unit, score }) => (score < lowest ? [] : [[unit, (score - lowest) / range]])),
  )
  return { units: distinct, similarities, share }
}

function rescueShare(weight: number, gate: number, { share, terms }: Covered): number {
  if (terms * (1 - weight) > ACCIDENTAL_TERMS) return 0
  const covered = COVERED_SHARE * weight * (1 - GATE_SHARE * gate) - share
  return Math.max(0, Math.min(1, covered / COVERED_WIDTH))
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
    if (distinct.length >= SCALE_UNITS || hits.length < limit)
      return { allowed, distinct: distinct.slice(0, SCALE_UNITS) }
  }
}

/** What a unit has of the question at all. */
interface Covered {
  /** Of its idf mass, unknown terms included. */
  readonly share: number
  readonly terms: number
}

function coveredBy(unit: number, question: Question, coverage: CoverageTable): Covered {
  let share = 0
  let terms = 0
  coverage.of(unit).forEach((saturation, term) => {
    if (saturation === 0) return
    share += coverage.weights[term]!
    terms++
  })
  return { share: share * question.knownShare, terms }
}
