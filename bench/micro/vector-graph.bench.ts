/** A graph over vectors beside the exact scan of all of them and beside plain JavaScript: what it finds, and in what time. */
import { join } from 'node:path'
import { Bench } from 'tinybench'
import { createExactVectorIndex } from '../../src/adapters/vectors/exact/exact-vector-index.ts'
import { checkGraphFile } from '../../src/adapters/vectors/hnsw/graph-file.ts'
import { searchWidth, unitNumbers } from '../../src/adapters/vectors/hnsw/graph-parameters.ts'
import { GraphWriter } from '../../src/adapters/vectors/hnsw/graph-writer.ts'
import { type Hnswlib, importHnswlib, type NativeGraph } from '../../src/adapters/vectors/hnsw/hnswlib.ts'
import { shuffled } from '../../src/adapters/vectors/stored/shuffled.ts'
import type { VectorIndex } from '../../src/ports/vector-index.ts'
import { seededVectors, type VectorShape } from '../corpora/seeded-vectors.ts'
import { type BenchmarkRun, digits, figureRow, type Measure, type Row, speedRow } from '../harness/benchmark.ts'
import { bruteForceNearest } from '../reference/brute-force.ts'
import { type TextVectors, textVectors } from './text-vectors.ts'

const DIMENSIONS = 512
const LIMIT = 100
const QUERIES = 48
const PAGE = 1_000
const WIDTHS = [100, 200, 400, 800, searchWidth(LIMIT)]
const SHAPES: readonly VectorShape[] = ['layered', 'clustered']

interface Contest extends TextVectors {
  readonly graph: NativeGraph
  readonly exact: VectorIndex
  /** The true nearest of each query. */
  readonly truths: readonly ReadonlySet<number>[]
}

export const measure: Measure = async (run, progress) => {
  const library = await importHnswlib()
  const rows: Row[] = []
  const add = async (named: string, task: TextVectors): Promise<void> => {
    progress(named)
    rows.push(...(await contest(named, task, library, run)))
  }
  const size = run.quick ? 3_000 : 100_000
  for (const shape of SHAPES) await add(`${size.toLocaleString('en')} × ${DIMENSIONS}, ${shape}`, makeTask(shape, size))
  if (run.quick) return rows
  const text = await textVectors(join(run.scratchFolder, 'text-vectors.packgraph'))
  await add(`${(text.vectors.length / DIMENSIONS).toLocaleString('en')} units of real text`, text)
  return rows
}

function makeTask(shape: VectorShape, size: number): TextVectors {
  const next = seededVectors(shape, DIMENSIONS, 1)
  const vectors = new Float32Array(size * DIMENSIONS)
  for (let row = 0; row < size; row += 1) vectors.set(next(), row * DIMENSIONS)
  return { vectors, queries: Array.from({ length: QUERIES }, next) }
}

async function contest(named: string, task: TextVectors, library: Hnswlib, run: BenchmarkRun): Promise<readonly Row[]> {
  const start = performance.now()
  const graph = await builtGraph(task.vectors, library, join(run.scratchFolder, 'graph.hnsw'))
  const buildMs = performance.now() - start
  const exact = createExactVectorIndex(DIMENSIONS)
  const ids = Array.from({ length: task.vectors.length / DIMENSIONS }, (_, id) => id)
  for (let first = 0; first < ids.length; first += PAGE)
    await exact.add(ids.slice(first, first + PAGE), rowsOf(task.vectors, first))
  const truths = task.queries.map((query) => new Set(bruteForceNearest(task.vectors, query, LIMIT)))
  const built = figureRow(
    { work: `graph, built over ${named}`, reference: '', note: 'one processor', figures: { buildMs } },
    buildMs / ids.length,
    'ms a vector',
  )
  const rows: Row[] = [built]
  for (const width of WIDTHS) rows.push(...(await measureWidth(named, width, { ...task, graph, exact, truths }, run)))
  return rows
}

/** Built as the library does it, in an order without meaning, and read back from its file. */
async function builtGraph(vectors: Float32Array, library: Hnswlib, path: string): Promise<NativeGraph> {
  const order = shuffled(Float64Array.from({ length: vectors.length / DIMENSIONS }, (_, id) => id))
  const writer = new GraphWriter(library, DIMENSIONS, order.length)
  for (const id of order) writer.add([id], vectors.subarray(id * DIMENSIONS, (id + 1) * DIMENSIONS))
  writer.save(path)
  checkGraphFile(path, { dimensions: DIMENSIONS, vectors: order.length })
  const graph = new library.HierarchicalNSW('ip', DIMENSIONS)
  await graph.readIndex(path)
  return graph
}

function rowsOf(vectors: Float32Array, first: number): Float32Array {
  return vectors.subarray(first * DIMENSIONS, (first + PAGE) * DIMENSIONS)
}

async function measureWidth(
  named: string,
  width: number,
  { vectors, queries, graph, exact, truths }: Contest,
  run: BenchmarkRun,
): Promise<readonly Row[]> {
  graph.setEf(width)
  const nearest = (query: Float32Array) => graph.searchKnn(unitNumbers(query), LIMIT).neighbors
  const found = queries.map((query, place) => nearest(query).filter((id) => truths[place]!.has(id)).length)
  const recall = found.reduce((sum, count) => sum + count, 0) / (LIMIT * queries.length)
  const [graphMs, exactMs, plainMs] = await medianMs(
    queries,
    [nearest, (query) => exact.search(query, LIMIT), (query) => bruteForceNearest(vectors, query, LIMIT)],
    run,
  )
  const isServed = width === searchWidth(LIMIT)
  return [
    speedRow(
      {
        work: `graph, ${LIMIT} nearest of ${named}, width ${width}`,
        reference: 'brute force in JavaScript',
        note: `recall ${digits(recall)}; ${digits(graphMs)} ms against ${digits(exactMs)} ms exactly and ${digits(plainMs)} ms by brute force`,
        figures: { recall, graphMs, exactMs, plainMs },
      },
      plainMs / graphMs,
      isServed ? 10 : undefined,
    ),
  ]
}

/** Of each way to search, side by side. */
async function medianMs(
  queries: readonly Float32Array[],
  ways: readonly [Search, Search, Search],
  run: BenchmarkRun,
): Promise<readonly [number, number, number]> {
  let turn = 0
  const bench = new Bench({ time: run.quick ? 100 : 1_000, warmupTime: 100 })
  for (const [place, way] of ways.entries()) bench.add(String(place), () => way(queries[turn++ % queries.length]!))
  const [first, second, third] = (await bench.run()).map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} did not run`)
    return result.latency.p50
  })
  return [first!, second!, third!]
}

type Search = (query: Float32Array) => unknown
