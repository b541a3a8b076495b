import type { Candidate, GraphStep, LaneName, LaneScore, Lanes, Ranking } from '../domain/candidate.ts'
import type { Hypergraph, ScoredUnit, UnitDescription, UnitMask } from '../ports/hypergraph.ts'
import type { Store } from '../ports/store.ts'
import type { Step } from './activations.ts'
import type { DenseLane } from './dense.ts'
import { type RankedUnits, rankUnits } from './rank-units.ts'

export type ReadHyperedges = Store['readHyperedges']

export interface RetrieveInput {
  readonly hypergraph: Hypergraph
  readonly readHyperedges: ReadHyperedges
  readonly query: string
  readonly limit: number
  readonly mask: UnitMask
  readonly dense: DenseLane
  readonly lanes: ReadonlySet<LaneName>
}

/** Excerpts keep sentences that mention one of so many best units. */
const ANCHORING_UNITS = 10

type Descriptions = ReadonlyMap<number, UnitDescription>

/**
 * Query to candidates. About ten port calls, never one per candidate. The same store content and query give the same ranking in any process.
 */
export async function retrieve(input: RetrieveInput): Promise<Ranking> {
  const ranked = await rankUnits(input)
  const { hypergraph, readHyperedges } = input
  const descriptions = await describeAll(ranked, input)
  const described = ranked.units.map((unit) => descriptions.get(unit)!)
  const hyperedges = await readHyperedges(described.map(({ hyperedgeId }) => hyperedgeId))
  const hyperedgeById = new Map(hyperedges.map((hyperedge) => [hyperedge.id, hyperedge]))
  const mentions = await hypergraph.mentionsOf(ranked.units, ranked.units.slice(0, ANCHORING_UNITS))
  const lanesOf = laneScores(ranked, descriptions)
  const candidates = described.flatMap(
    ({ unit, hyperedgeId, document, reference, copies }, position): readonly Candidate[] => {
      // A writer may have replaced the document since this view was built.
      const hyperedge = hyperedgeById.get(hyperedgeId)
      if (!hyperedge) return []
      return [
        {
          hyperedge,
          document,
          reference,
          score: ranked.scores.get(unit)!,
          lanes: lanesOf(unit),
          anchors: anchorsOf(mentions[position]!, ranked.activations.pathTo(unit)),
          duplicates: copies.flatMap((copy) => {
            const other = copy === unit ? undefined : descriptions.get(copy)
            return other ? [{ ref: other.reference, uri: other.document.uri }] : []
          }),
        },
      ]
    },
  )
  return {
    query: input.query,
    termWeights: ranked.question.termWeights,
    candidates,
    graphGate: ranked.gate,
    knownShare: ranked.question.knownShare,
  }
}

/** The ranked units, their visible copies and the units on the paths that led to them. Two port calls. */
async function describeAll(ranked: RankedUnits, { hypergraph, mask }: RetrieveInput): Promise<Descriptions> {
  const ofRanked = await hypergraph.describe(ranked.units)
  const descriptions = new Map(ofRanked.map((description) => [description.unit, description]))
  const further = new Set<number>()
  for (const { copies } of ofRanked) {
    for (const copy of copies) if (!descriptions.has(copy) && (!mask || mask[copy] === 1)) further.add(copy)
  }
  for (const unit of ranked.units) {
    for (const { from } of ranked.activations.pathTo(unit)) if (!descriptions.has(from)) further.add(from)
  }
  for (const description of await hypergraph.describe(Array.from(further)))
    descriptions.set(description.unit, description)
  return descriptions
}

function laneScores(ranked: RankedUnits, descriptions: Descriptions): (unit: number) => Lanes {
  const lexical = rankedScores(ranked.lexical)
  const dense = rankedScores(ranked.dense)
  const graph = rankedScores(
    ranked.activations
      .units()
      .map((unit) => ({ unit, score: ranked.activations.scoreOf(unit) }))
      .sort((a, b) => b.score - a.score || a.unit - b.unit),
  )
  return (unit) => {
    const lexicalLane = lexical.get(unit)
    const denseLane = dense.get(unit)
    const graphLane = graph.get(unit)
    const path = ranked.activations.pathTo(unit).map((step) => explain(step, descriptions))
    return {
      ...(lexicalLane && { lexical: lexicalLane }),
      ...(denseLane && { dense: denseLane }),
      ...(graphLane && { graph: { ...graphLane, path } }),
    }
  }
}

function rankedScores(units: readonly ScoredUnit[]): ReadonlyMap<number, LaneScore> {
  return new Map(units.map(({ unit, score }, index) => [unit, { rank: index + 1, score }]))
}

function explain({ from, edge }: Step, descriptions: Descriptions): GraphStep {
  const { hyperedgeId, document, reference } = descriptions.get(from)!
  return {
    fromId: hyperedgeId,
    fromRef: reference,
    fromTitle: document.title || document.uri,
    relation: edge.relation,
    entity: edge.entity,
  }
}

/** What makes a sentence of this unit worth keeping: the names of other good units, else the entity that led here. */
function anchorsOf(mentions: readonly string[], path: readonly Step[]): readonly string[] {
  if (mentions.length > 0) return mentions
  const last = path.at(-1)
  return last?.edge.relation === 'shares' ? [last.edge.entity] : []
}
