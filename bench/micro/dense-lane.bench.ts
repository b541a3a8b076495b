/** The vector index of the dense lane beside plain JavaScript over 32-bit floats, on seeded vectors of three shapes. */
import { Bench } from 'tinybench'
import { createExactVectorIndex } from '../../src/adapters/vectors/exact/exact-vector-index.ts'
import type { VectorIndex } from '../../src/ports/vector-index.ts'
import { seededVectors, type VectorShape } from '../corpora/seeded-vectors.ts'
import { type BenchmarkRun, digits, figureRow, type Measure, type Row, speedRow } from '../harness/benchmark.ts'
import { bruteForceNearest } from '../reference/brute-force.ts'

const DIMENSIONS = 512
const LIMIT = 100
const QUERIES = 32
const SHAPES: readonly VectorShape[] = ['clustered', 'even', 'dominated']

interface Task {
  readonly vectors: Float32Array
  readonly queries: readonly Float32Array[]
}

export const measure: Measure = async (run, progress) => {
  const sizes = run.quick ? [10_000] : [10_000, 100_000]
  const rows: Row[] = []
  for (const size of sizes) {
    for (const shape of SHAPES) {
      const named = `${size.toLocaleString('en')} × ${DIMENSIONS}, ${shape}`
      progress(named)
      rows.push(...(await compare(named, makeTask(shape, size), size === sizes.at(-1) && shape !== 'dominated', run)))
    }
  }
  return rows
}

function makeTask(shape: VectorShape, size: number): Task {
  const next = seededVectors(shape, DIMENSIONS, 1)
  const vectors = new Float32Array(size * DIMENSIONS)
  for (let row = 0; row < size; row += 1) vectors.set(next(), row * DIMENSIONS)
  return { vectors, queries: Array.from({ length: QUERIES }, next) }
}

async function compare(named: string, task: Task, isGoal: boolean, run: BenchmarkRun): Promise<readonly Row[]> {
  const index = createExactVectorIndex(DIMENSIONS)
  const start = performance.now()
  await index.add(
    Array.from({ length: task.vectors.length / DIMENSIONS }, (_, id) => id),
    task.vectors,
  )
  const loadMs = performance.now() - start
  const recall = await recallOf(index, task)
  const [ownMs, referenceMs] = await searchMs(index, task, run)
  const reference = 'brute force in JavaScript'
  return [
    speedRow(
      {
        work: `exact index, ${LIMIT} nearest of ${named}`,
        reference,
        note: `${digits(ownMs)} ms against ${digits(referenceMs)} ms; loaded in ${digits(loadMs)} ms`,
        figures: { ownMs, referenceMs, loadMs },
      },
      referenceMs / ownMs,
      isGoal ? 10 : undefined,
    ),
    figureRow(
      { work: `exact index, recall@${LIMIT} in ${named}`, reference, note: `${QUERIES} queries`, figures: { recall } },
      recall,
      'of them',
      { atLeast: 0.99 },
    ),
  ]
}

async function recallOf(index: VectorIndex, { vectors, queries }: Task): Promise<number> {
  let found = 0
  for (const query of queries) {
    const truth = new Set(bruteForceNearest(vectors, query, LIMIT))
    found += (await index.search(query, LIMIT)).filter(({ id }) => truth.has(id)).length
  }
  return found / (queries.length * LIMIT)
}

/** Median milliseconds of a search of the index and of brute force. */
async function searchMs(index: VectorIndex, { vectors, queries }: Task, run: BenchmarkRun): Promise<[number, number]> {
  let turn = 0
  const nextQuery = (): Float32Array => queries[turn++ % queries.length]!
  const bench = new Bench({ time: run.quick ? 300 : 2_000, warmupTime: run.quick ? 100 : 500 })
  bench.add('index', () => index.search(nextQuery(), LIMIT))
  bench.add('brute force', () => bruteForceNearest(vectors, nextQuery(), LIMIT))
  const [own, reference] = (await bench.run()).map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} did not run`)
    return result.latency.p50
  })
  return [own!, reference!]
}
