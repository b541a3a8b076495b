import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edge, Edges, Hypergraph } from '../../src/ports/hypergraph.ts'
import { RELATIONS } from '../../src/ports/hypergraph.ts'
import type { Step } from '../../src/retrieve/activations.ts'
import { CoverageTable } from '../../src/retrieve/coverage.ts'
import { hop } from '../../src/retrieve/hops.ts'

const UNITS = 40
const TERMS = 3

interface SmallEdge {
  readonly to: number
  readonly weight: number
  readonly relation: number
  readonly context: number
}

/** Few values, so that ties are common. */
const share = fc.constantFrom(0, 0.25, 0.5, 1)
const edge: fc.Arbitrary<SmallEdge> = fc.record({
  to: fc.nat({ max: UNITS - 1 }),
  weight: fc.constantFrom(0.25, 0.5, 1),
  relation: fc.nat({ max: RELATIONS.length - 1 }),
  context: share,
})
const graph = fc.record({
  edges: fc.array(fc.uniqueArray(edge, { selector: ({ to }) => to, maxLength: 12 }), {
    minLength: UNITS,
    maxLength: UNITS,
  }),
  coverage: fc.array(fc.array(share, { minLength: TERMS, maxLength: TERMS }), { minLength: UNITS, maxLength: UNITS }),
  seeds: fc.uniqueArray(fc.record({ unit: fc.nat({ max: UNITS - 1 }), share }), {
    selector: ({ unit }) => unit,
    maxLength: 10,
  }),
  mask: fc.option(fc.uint8Array({ min: 0, max: 1, minLength: UNITS, maxLength: UNITS }), { nil: undefined }),
})
type SmallGraph = typeof graph extends fc.Arbitrary<infer Graph> ? Graph : never

function told(from: number, { to, relation }: SmallEdge): Edge {
  return { to, relation: RELATIONS[relation]!, entity: `${from} to ${to}` }
}

/** As much of a hypergraph as hops ask. */
function hypergraphOf({ edges, coverage }: SmallGraph): Hypergraph {
  const asked: Pick<Hypergraph, 'edgesOf' | 'saturations'> = {
    async edgesOf(units): Promise<Edges> {
      const all = units.flatMap((unit) => edges[unit]!.map((each) => ({ ...each, from: unit })))
      const starts = new Uint32Array(units.length + 1)
      units.forEach((unit, position) => {
        starts[position + 1] = starts[position]! + edges[unit]!.length
      })
      return {
        starts,
        to: Uint32Array.from(all, ({ to }) => to),
        weights: Float64Array.from(all, ({ weight }) => weight),
        relations: Uint8Array.from(all, ({ relation }) => relation),
        contexts: Float64Array.from(all, ({ context }) => context),
        describe: (at) => told(all[at]!.from, all[at]!),
      }
    },
    saturations: async (units) => Float64Array.from(Array.from(units, (unit) => coverage[unit]!).flat()),
  }
  return asked as Hypergraph
}

interface Reached {
  readonly score: number
  readonly covered: readonly number[]
  readonly path: readonly Step[]
}

/** The same by the book: an object for each edge, and a sort for each front. */
function hopPlainly({ edges, coverage, seeds, mask }: SmallGraph, weights: readonly number[], maxScore: number) {
  const best = new Map<number, Reached>()
  let front = seeds.map((seed) => ({
    unit: seed.unit,
    score: seed.share ** 2,
    covered: coverage[seed.unit]! as readonly number[],
    path: [] as readonly Step[],
  }))
  for (let hops = 0; hops < 2; hops++) {
    const reached = new Map<number, Reached>()
    for (const from of front) {
      const allowed = edges[from.unit]!.filter(({ to }) => !mask || mask[to] === 1)
      const spread =
        Math.max(
          1,
          allowed.reduce((sum, { weight }) => sum + weight, 0),
        ) ** 0.25
      for (const each of allowed) {
        const own = coverage[each.to]!
        const gains = own.map((value, term) => weights[term]! * Math.max(0, value - from.covered[term]!))
        const residue = gains.reduce((sum, gain) => sum + gain, 0) / maxScore
        const context = (RELATIONS[each.relation] === 'shares' ? 0.4 : 1) * each.context
        const score = from.score * (each.weight / spread) * (0.5 + 2 * residue + context)
        if (score <= (reached.get(each.to)?.score ?? 0)) continue
        const covered = own.map((value, term) => Math.max(value, from.covered[term]!))
        const path = [...from.path, { from: from.unit, edge: told(from.unit, each) }]
        reached.set(each.to, { score, covered, path })
      }
    }
    for (const [unit, each] of reached) if (each.score > (best.get(unit)?.score ?? 0)) best.set(unit, each)
    front = Array.from(reached, ([unit, each]) => ({ unit, ...each }))
      .sort((a, b) => b.score - a.score || a.unit - b.unit)
      .slice(0, 10)
  }
  return best
}

describe('hop', () => {
  it('reaches what a plain walk reaches, with the same scores and by the same paths', async () => {
    const termWeights = new Map([
      ['rain', 0.5],
      ['tide', 0.3],
      ['wind', 0.2],
    ])
    await fc.assert(
      fc.asyncProperty(graph, async (small) => {
        const hypergraph = hypergraphOf(small)
        const coverage = new CoverageTable(hypergraph, termWeights)
        await coverage.load(small.seeds.map(({ unit }) => unit))
        const { seeds, mask } = small
        const activations = await hop({ hypergraph, coverage, prefixWeights: new Map(), seeds, maxScore: 0.7, mask })
        const expected = hopPlainly(small, Array.from(termWeights.values()), 0.7)
        expect(new Set(activations.units())).toEqual(new Set(expected.keys()))
        expect(activations.units()).toHaveLength(expected.size)
        for (let unit = 0; unit < UNITS; unit++) {
          expect(activations.scoreOf(unit)).toBe(expected.get(unit)?.score ?? 0)
          expect(activations.pathTo(unit)).toEqual(expected.get(unit)?.path ?? [])
        }
      }),
      { numRuns: 500 },
    )
  })
})
