import type { LaneName } from '../domain/candidate.ts'
import type { Hypergraph, ScoredUnit, UnitMask } from '../ports/hypergraph.ts'
import { Activations } from './activations.ts'
import { CoverageTable } from './coverage.ts'
import { type DenseEvidence, type DenseLane, denseEvidence, NO_DENSE_LANE } from './dense.ts'
import { distinctTexts } from './distinct-texts.ts'
import { graphGate } from './gate.ts'
import { guard, guardedUnits } from './guard.ts'
import { FRONT_SIZE, hop } from './hops.ts'
import { type Question, readQuestion } from './question.ts'
import { orderSetWise } from './set-wise.ts'

const POOL_SIZE = 100
/** F = κ · S/max S + (1 − κ) · S0/max S0 + GRAPH_WEIGHT · κ · G. */
const GRAPH_WEIGHT = 1
const SET_WISE_WEIGHT = 0.6

export interface RankedUnits {
  readonly question: Question
  /** κ: 0 where the graph lane is off. */
  readonly gate: number
  /** Best first; equal texts once, in place of the best of them. */
  readonly units: readonly number[]
  readonly scores: ReadonlyMap<number, number>
  readonly lexical: readonly ScoredUnit[]
  readonly dense: readonly ScoredUnit[]
  readonly activations: Activations
}

export interface RankInput {
  readonly hypergraph: Hypergraph
  readonly query: string
  readonly limit: number
  readonly mask: UnitMask
  readonly dense: DenseLane
  /** Lanes that may be used; the graph starts from what the lexical one finds. */
  readonly lanes: ReadonlySet<LaneName>
}

/**
 * Ranks units for a question: lexical scores by term, one or two hops over links and shared entities, a set-wise step, a guard for the best lexical hits and for
 * what the question names, and the dense lane where words do not match. Everything that depends on the graph fades with the gate; at 0 the order is plain BM25.
 */
export async function rankUnits(input: RankInput): Promise<RankedUnits> {
  const { hypergraph, mask } = input
  const question = await readQuestion(input.query, hypergraph)
  const coverage = new CoverageTable(hypergraph, question.termWeights)
  const poolSize = input.lanes.has('lexical') ? Math.max(POOL_SIZE, input.limit) : 0
  const lexical = await hypergraph.lexicalTop(question.termWeights, poolSize, mask)
  const gate = input.lanes.has('graph') ? await graphGate(lexical, hypergraph) : 0
  const denseLane = input.lanes.has('dense') ? input.dense : NO_DENSE_LANE
  await coverage.load(lexical.map(({ unit }) => unit))
  const dense = await denseEvidence(hypergraph, mask, denseLane, gate, question, lexical[0], coverage)
  const named = Array.from(question.namedUnits.keys()).filter((unit) => gate > 0 && (!mask || mask[unit]))
  await coverage.load([...named, ...dense.units.map(({ unit }) => unit)])

  const withBonus = scoreWithNames(lexical, named, dense, question, coverage, gate)
  const maxScore = withBonus[0]?.score ?? 0
  const maxLexical = lexical[0]?.score ?? 0
  const activations =
    gate === 0 || maxScore === 0
      ? new Activations([])
      : await hop({
          hypergraph,
          coverage,
          prefixWeights: question.prefixWeights,
          seeds: withBonus.slice(0, FRONT_SIZE).map(({ unit, score }) => ({ unit, share: score / maxScore })),
          maxScore,
          mask,
        })

  const ranked = scoreAll(withBonus, activations, coverage, gate, { maxScore, maxLexical }, dense)
  const ordered = orderSetWise(ranked, coverage, SET_WISE_WEIGHT * gate, maxScore || 1)
  const askedFor = named.map((unit) => ({ unit, score: question.namedUnits.get(unit)! }))
  const guarded = guard(ordered, guardedUnits(guardedScores(lexical, dense), askedFor))
  const best = (await distinctTexts(guarded, hypergraph)).slice(0, input.limit)
  return {
    question,
    gate,
    units: best.map(({ unit }) => unit),
    scores: new Map(best.map(({ unit, score }) => [unit, score])),
    lexical,
    dense: dense.units,
    activations,
  }
}

/** F of every candidate, best first, ties by unit. */
function scoreAll(
  withBonus: readonly ScoredUnit[],
  activations: Activations,
  coverage: CoverageTable,
  gate: number,
  { maxScore, maxLexical }: { readonly maxScore: number; readonly maxLexical: number },
  dense: DenseEvidence,
): readonly ScoredUnit[] {
  const scored: ScoredUnit[] = []
  const add = (unit: number, bonusScore: number | undefined): void => {
    const plain = coverage.lexicalScore(unit)
    const score =
      gate * over(bonusScore ?? plain, maxScore) +
      (1 - gate) * over(plain, maxLexical) +
      GRAPH_WEIGHT * gate * activations.scoreOf(unit)
    scored.push({ unit, score: withDense(score, unit, dense) })
  }
  const found = new Set<number>()
  for (const { unit, score } of withBonus) {
    found.add(unit)
    add(unit, score)
  }
  for (const unit of activations.units()) if (!found.has(unit)) add(unit, undefined)
  return scored.sort((a, b) => b.score - a.score || a.unit - b.unit)
}

/** A score of the other lanes with the dense lane's share in it. */
function withDense(score: number, unit: number, { share, similarities }: DenseEvidence): number {
  return (1 - share) * score + share * (similarities.get(unit) ?? 0)
}

function over(score: number, max: number): number {
  return max === 0 ? 0 : score / max
}

function scoreWithNames(
  lexical: readonly ScoredUnit[],
  named: readonly number[],
  dense: DenseEvidence,
  question: Question,
  coverage: CoverageTable,
  gate: number,
): readonly ScoredUnit[] {
  const units = new Set([...lexical.map(({ unit }) => unit), ...named, ...dense.units.map(({ unit }) => unit)])
  return Array.from(units, (unit) => ({
    unit,
    score: coverage.lexicalScore(unit) + (gate > 0 ? (question.namedUnits.get(unit) ?? 0) : 0),
  })).sort((a, b) => b.score - a.score || a.unit - b.unit)
}

/** What the guard goes by: lexical scores with the dense lane's share in them, so that a rescue is not undone. */
function guardedScores(lexical: readonly ScoredUnit[], dense: DenseEvidence): readonly ScoredUnit[] {
  if (dense.share === 0) return lexical
  const max = lexical[0]?.score ?? 0
  const scores = new Map(lexical.map(({ unit, score }) => [unit, withDense(over(score, max), unit, dense)]))
  for (const { unit } of dense.units) if (!scores.has(unit)) scores.set(unit, withDense(0, unit, dense))
  return Array.from(scores, ([unit, score]) => ({ unit, score })).sort((a, b) => b.score - a.score || a.unit - b.unit)
}
