/** What hops and the set-wise step add to the lexical lane of the same question, and how that grows with the corpus. */
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import type { LaneName } from '../../src/domain/candidate.ts'
import type { Hypergraph } from '../../src/ports/hypergraph.ts'
import { NO_DENSE_LANE } from '../../src/retrieve/dense.ts'
import { rankUnits } from '../../src/retrieve/rank-units.ts'
import { inventedQuestions } from '../corpora/invented-corpus.ts'
import { inventedIndex } from '../corpora/invented-index.ts'
import { digits, type Measure, shareRow } from '../harness/benchmark.ts'
import { median, timeMs } from '../harness/statistics.ts'

const LIMIT = 100
const REPEATS = 5

interface RankingCost {
  readonly lexicalMs: number
  readonly graphMs: number
  /** Edges that the hops of a question look at. */
  readonly edges: number
}

export const measure: Measure = async (run, progress) => {
  const sizes = run.quick ? [2_000, 10_000] : [10_000, 100_000]
  const costs: RankingCost[] = []
  for (const size of sizes) {
    const { path } = await inventedIndex(size, run, progress)
    progress(`ranking among ${size.toLocaleString('en')} hyperedges`)
    costs.push(await rankingCost(path, [...inventedQuestions(run.quick ? 20 : 200, { hyperedges: size })]))
  }
  const [small, large] = [costs[0]!, costs[1]!]
  const [smallSize, largeSize] = sizes.map((size) => size.toLocaleString('en'))
  return [
    shareRow(
      {
        work: `hops and set-wise ranking among ${largeSize} hyperedges, ${digits(large.edges)} edges a question, p50`,
        reference: 'the lexical lane of the same question',
        note: `${digits(large.graphMs)} ms against ${digits(large.lexicalMs)} ms`,
        figures: { ...large },
      },
      large.graphMs / large.lexicalMs,
      2,
    ),
    shareRow(
      {
        work: `hops and set-wise ranking among ${largeSize} hyperedges, p50`,
        reference: `the same among ${smallSize} (${digits(small.edges)} edges a question)`,
        note: `${digits(large.graphMs)} ms against ${digits(small.graphMs)} ms`,
        figures: { largeMs: large.graphMs, smallMs: small.graphMs },
      },
      large.graphMs / small.graphMs,
      1.3,
    ),
    shareRow(
      {
        work: `the lexical lane among ${largeSize} hyperedges, p50`,
        reference: `the same among ${smallSize}`,
        note: `${digits(large.lexicalMs)} ms against ${digits(small.lexicalMs)} ms`,
        figures: { largeMs: large.lexicalMs, smallMs: small.lexicalMs },
      },
      large.lexicalMs / small.lexicalMs,
    ),
  ]
}

/**
 * Medians over questions. The graph's share is what a ranking with it takes longer than the same ranking without it, each by the median of its repeats, so
 * that one slow repeat does not decide.
 */
async function rankingCost(path: string, questions: readonly string[]): Promise<RankingCost> {
  const store = await openSqliteStore(path, { readOnly: true })
  const snapshot = await store.snapshot()
  const hypergraph = await loadMemoryHypergraph(snapshot)
  const lexicalMs: number[] = []
  const graphMs: number[] = []
  const edges: number[] = []
  const rank = (query: string, lanes: readonly LaneName[], over: Hypergraph = hypergraph): Promise<unknown> =>
    rankUnits({ hypergraph: over, query, limit: LIMIT, mask: undefined, dense: NO_DENSE_LANE, lanes: new Set(lanes) })
  for (const query of questions.slice(0, 10)) await rank(query, ['lexical', 'graph'])
  for (const query of questions) {
    const counted = countingEdges(hypergraph)
    await rank(query, ['lexical', 'graph'], counted.hypergraph)
    edges.push(counted.edges())
    const without: number[] = []
    const withGraph: number[] = []
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      without.push(await timeMs(() => rank(query, ['lexical'])))
      withGraph.push(await timeMs(() => rank(query, ['lexical', 'graph'])))
    }
    lexicalMs.push(median(without))
    graphMs.push(median(withGraph) - median(without))
  }
  await snapshot.close()
  await store.close()
  return { lexicalMs: median(lexicalMs), graphMs: median(graphMs), edges: median(edges) }
}

/** The same hypergraph, which also counts the edges that it hands out. */
function countingEdges(hypergraph: Hypergraph): { readonly hypergraph: Hypergraph; readonly edges: () => number } {
  let edges = 0
  const counting = new Proxy(hypergraph, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target)
      if (typeof value !== 'function') return value
      return async (...parameters: readonly unknown[]): Promise<unknown> => {
        const result: unknown = await Reflect.apply(value, target, parameters)
        if (property === 'edgesOf') edges += (result as Awaited<ReturnType<Hypergraph['edgesOf']>>).to.length
        return result
      }
    },
  })
  return { hypergraph: counting, edges: () => edges }
}
