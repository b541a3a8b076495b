/** The exact vector index of the dense lane beside plain JavaScript over 32-bit floats, on seeded vectors. The graph has a benchmark of its own. */
import { Bench } from 'tinybench'
import { createExactVectorIndex } from '../../src/adapters/vectors/exact/exact-vector-index.ts'
import type { VectorIndex } from '../../src/ports/vector-index.ts'
import { seededVectors, type VectorShape } from '../corpora/seeded-vectors.ts'
import { type BenchmarkRun, digits, figureRow, type Measure, type Row, speedRow } from '../harness/benchmark.ts'
import { timeMs } from '../harness/statistics.ts'
import { bruteForceNearest } from '../reference/brute-force.ts'

const DIMENSIONS = 512
const LIMIT = 100
const QUERIES = 32
const SHAPES: readonly VectorShape[] = ['clustered', 'even', 'dominated']
const SPEED_TIMES = 10
const RECALL = 0.99

interface Task {
  readonly named: string
  readonly vectors: Float32Array
  readonly queries: readonly Float32Array[]
  /** Whether the goal of speed is meant for it: the largest size, and no worst case. */
  readonly isGoal: boolean
}

export const measure: Measure = async (run, progress) => {
  const sizes = run.quick ? [10_000] : [10_000, 100_000]
  const rows: Row[] = []
  for (const size of sizes) {
    for (const shape of SHAPES) {
      const task = makeTask(shape, size, size === sizes.at(-1) && shape !== 'dominated')
      progress(task.named)
      rows.push(...(await compare(task, run)))
    }
  }
  return rows
}

function makeTask(shape: VectorShape, size: number, isGoal: boolean): Task {
  const next = seededVectors(shape, DIMENSIONS, 1)
  const vectors = new Float32Array(size * DIMENSIONS)
  for (let row = 0; row < size; row += 1) vectors.set(next(), row * DIMENSIONS)
  const named = `${size.toLocaleString('en')} × ${DIMENSIONS}, ${shape}`
  return { named, vectors, queries: Array.from({ length: QUERIES }, next), isGoal }
}

async function compare(task: Task, run: BenchmarkRun): Promise<readonly Row[]> {
  const index = createExactVectorIndex(DIMENSIONS)
  const ids = Array.from({ length: task.vectors.length / DIMENSIONS }, (_, id) => id)
  const fillMs = await timeMs(() => index.add(ids, task.vectors))
  const recall = await recallOf(index, task)
  const [ownMs, referenceMs] = await searchMs(index, task, run)
  const reference = 'brute force in JavaScript'
  return [
    speedRow(
      {
        work: `exact index, ${LIMIT} nearest of ${task.named}`,
        reference,
        note: `${digits(ownMs)} ms against ${digits(referenceMs)} ms; filled in ${digits(fillMs)} ms`,
        figures: { ownMs, referenceMs, fillMs },
      },
      referenceMs / ownMs,
      task.isGoal ? SPEED_TIMES : undefined,
    ),
    figureRow(
      {
        work: `exact index, recall@${LIMIT}, ${task.named}`,
        reference,
        note: `${QUERIES} queries`,
        figures: { recall },
      },
      recall,
      'of them',
      { atLeast: RECALL },
    ),
  ]
}

async function recallOf(index: VectorIndex, task: Task): Promise<number> {
  let found = 0
  for (const query of task.queries) {
    const truth = new Set(bruteForceNearest(task.vectors, query, LIMIT))
    found += (await index.search(query, LIMIT)).filter(({ id }) => truth.has(id)).length
  }
  return found / (task.queries.length * LIMIT)
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
