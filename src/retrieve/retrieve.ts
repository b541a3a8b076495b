import type { Candidate, GraphStep, LaneScore, Lanes, Ranking } from '../domain/candidate.ts'
import { formatReference } from '../domain/span.ts'
import type { Hypergraph, ScoredUnit, UnitDescription, UnitMask } from '../ports/hypergraph.ts'
import type { Store } from '../ports/store.ts'
import type { DenseLane } from './dense.ts'
import type { Activation, Step } from './hops.ts'
import { type RankedUnits, rankUnits } from './rank-units.ts'

export interface RetrieveInput {
  readonly hypergraph: Hypergraph
  readonly store: Store
  readonly query: string
  readonly limit: number
  readonly mask: UnitMask
  readonly dense: DenseLane
}

/** Excerpts keep sentences that mention one of so many best units. */
const ANCHORING_UNITS = 10

type Hydrated = Awaited<ReturnType<Store['readHyperedges']>>[number]

/**
 * Query to candidates. About ten port calls, never one per candidate. The same store content and query give the same ranking in any process.
 */
export async function retrieve(input: RetrieveInput): Promise<Ranking> {
  const ranked = await rankUnits(input)
  const { hypergraph } = input
  const descriptions = await hypergraph.describe(ranked.units)
  const visible = (unit: number): boolean => !input.mask || input.mask[unit] === 1
  const wanted = new Set<number>(ranked.units)
  for (const { duplicates } of descriptions) for (const unit of duplicates) if (visible(unit)) wanted.add(unit)
  for (const unit of ranked.units) for (const { from } of ranked.activations.get(unit)?.path ?? []) wanted.add(from)
  const hydrated = await hydrate(Array.from(wanted), input)
  const mentions = await hypergraph.mentionsOf(ranked.units, ranked.units.slice(0, ANCHORING_UNITS))
  const lanes = laneScores(ranked, hydrated)
  const candidates = descriptions.flatMap((description, position): readonly Candidate[] => {
    const row = hydrated.get(description.unit)
    if (!row) return []
    return [
      {
        hyperedge: row.hyperedge,
        document: row.document,
        reference: referenceOf(row),
        score: ranked.scores.get(description.unit)!,
        lanes: lanes(description.unit),
        anchors: anchorsOf(mentions[position]!, ranked.activations.get(description.unit)),
        duplicates: duplicatesOf(description, hydrated),
      },
    ]
  })
  return { query: input.query, termWeights: ranked.question.termWeights, candidates, graphGate: hypergraph.gate }
}

async function hydrate(
  units: readonly number[],
  { hypergraph, store }: RetrieveInput,
): Promise<ReadonlyMap<number, Hydrated>> {
  const descriptions = await hypergraph.describe(units)
  const rows = await store.readHyperedges(descriptions.map(({ hyperedgeId }) => hyperedgeId))
  const byId = new Map(rows.map((row) => [row.hyperedge.id, row]))
  const hydrated = new Map<number, Hydrated>()
  for (const { unit, hyperedgeId } of descriptions) {
    const row = byId.get(hyperedgeId)
    if (row) hydrated.set(unit, row)
  }
  return hydrated
}

function referenceOf({ hyperedge, document }: Hydrated): string {
  return formatReference(document.originalId, hyperedge.span)
}

function laneScores(ranked: RankedUnits, hydrated: ReadonlyMap<number, Hydrated>): (unit: number) => Lanes {
  const lexical = rankedScores(ranked.lexical)
  const dense = rankedScores(ranked.dense)
  const graph = rankedScores(
    Array.from(ranked.activations, ([unit, { score }]) => ({ unit, score })).sort(
      (a, b) => b.score - a.score || a.unit - b.unit,
    ),
  )
  return (unit) => {
    const lexicalLane = lexical.get(unit)
    const denseLane = dense.get(unit)
    const graphLane = graph.get(unit)
    return {
      ...(lexicalLane && { lexical: lexicalLane }),
      ...(denseLane && { dense: denseLane }),
      ...(graphLane && {
        graph: { ...graphLane, path: ranked.activations.get(unit)!.path.map((step) => explain(step, hydrated)) },
      }),
    }
  }
}

function rankedScores(units: readonly ScoredUnit[]): ReadonlyMap<number, LaneScore> {
  return new Map(units.map(({ unit, score }, index) => [unit, { rank: index + 1, score }]))
}

function explain({ from, edge }: Step, hydrated: ReadonlyMap<number, Hydrated>): GraphStep {
  const row = hydrated.get(from)
  return {
    fromHyperedgeId: row?.hyperedge.id ?? 0,
    fromReference: row ? referenceOf(row) : '',
    fromTitle: row ? row.document.title || row.document.uri : '',
    relation: edge.relation,
    entity: edge.entity,
  }
}

/** What makes a sentence of this unit worth keeping: the names of other good units, else the entity that led here. */
function anchorsOf(mentions: readonly string[], activation: Activation | undefined): readonly string[] {
  if (mentions.length > 0) return mentions
  const last = activation?.path.at(-1)
  return last?.edge.relation === 'shares' ? [last.edge.entity] : []
}

function duplicatesOf(description: UnitDescription, hydrated: ReadonlyMap<number, Hydrated>): Candidate['duplicates'] {
  return description.duplicates.flatMap((unit) => {
    const row = unit === description.unit ? undefined : hydrated.get(unit)
    return row ? [{ reference: referenceOf(row), uri: row.document.uri }] : []
  })
}
