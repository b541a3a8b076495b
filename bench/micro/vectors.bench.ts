/**
 * The exact vector index against plain JavaScript over 32-bit floats, side by side in one process: `npm run bench:vectors`.
 * Vectors are seeded. *Clustered*: directions scattered around 200 centres, as embeddings of related texts are. *Even*: directions where none is near another.
 * *Dominated*: the worst case of the index, one component so large that bytes hold little of the others and every vector must be scored in full.
 */
import { Bench } from 'tinybench'
import { createExactVectorIndex } from '../../src/adapters/vectors/exact/exact-vector-index.ts'

const DIMENSIONS = 512
const LIMIT = 100
const QUERIES = 16
const CENTRES = 200
const SIZES = [10_000, 100_000]

const draw = gaussianNumbers(1)
const centres = Array.from({ length: CENTRES }, () => direction())
const SHAPES: Readonly<Record<string, () => Float32Array>> = {
  clustered: () => {
    const centre = centres[Math.floor(Math.abs(draw()) * 1_000) % CENTRES]!
    return normalise(direction().map((value, dimension) => value + centre[dimension]!))
  },
  even: direction,
  dominated: () => normalise(direction().map((value, dimension) => (dimension === 0 ? 2.5 : value))),
}

for (const size of SIZES) {
  for (const [shape, makeVector] of Object.entries(SHAPES)) {
    console.log(`${size} × ${DIMENSIONS}, ${shape}, limit ${LIMIT}`)
    console.table([await compare(size, makeVector)])
  }
}

async function compare(size: number, makeVector: () => Float32Array): Promise<Record<string, string | number>> {
  const vectors = new Float32Array(size * DIMENSIONS)
  for (let row = 0; row < size; row += 1) vectors.set(makeVector(), row * DIMENSIONS)
  const queries = Array.from({ length: QUERIES }, makeVector)
  const ids = Array.from({ length: size }, (_, id) => id)
  const index = createExactVectorIndex(DIMENSIONS)
  const start = performance.now()
  await index.add(ids, vectors)
  const loadMs = performance.now() - start

  let recalled = 0
  for (const query of queries) {
    const truth = new Set(plainSearch(vectors, query, LIMIT))
    recalled += (await index.search(query, LIMIT)).filter((hit) => truth.has(hit.id)).length
  }

  let turn = 0
  const nextQuery = () => queries[turn++ % QUERIES]!
  const bench = new Bench({ time: 2_000, warmupTime: 500 })
  bench.add('exact index', () => index.search(nextQuery(), LIMIT))
  bench.add('plain JavaScript', () => plainSearch(vectors, nextQuery(), LIMIT))
  const [exactMs, plainMs] = (await bench.run()).map((task) => {
    if (task.result.state !== 'completed') throw new Error(`the task ${task.name} ended ${task.result.state}`)
    return task.result.latency.p50
  })
  return {
    'load ms': loadMs.toFixed(0),
    'exact p50 ms': exactMs!.toFixed(2),
    'plain p50 ms': plainMs!.toFixed(2),
    ratio: (plainMs! / exactMs!).toFixed(1),
    [`recall@${LIMIT}`]: recalled / (QUERIES * LIMIT),
  }
}

/** The baseline that most programs start with, without needless cost: one flat array, one loop, and a sorted list of the best. */
function plainSearch(vectors: Float32Array, query: Float32Array, limit: number): readonly number[] {
  const best: { readonly row: number; readonly score: number }[] = []
  for (let row = 0; row < vectors.length / DIMENSIONS; row += 1) {
    const start = row * DIMENSIONS
    let score = 0
    for (let dimension = 0; dimension < DIMENSIONS; dimension += 1)
      score += vectors[start + dimension]! * query[dimension]!
    if (best.length === limit && score <= best[limit - 1]!.score) continue
    let place = best.length
    while (place > 0 && best[place - 1]!.score < score) place -= 1
    best.splice(place, 0, { row, score })
    if (best.length > limit) best.pop()
  }
  return best.map(({ row }) => row)
}

function direction(): Float32Array {
  return normalise(Float32Array.from({ length: DIMENSIONS }, draw))
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Box and Muller over a linear congruential generator. */
function gaussianNumbers(seed: number): () => number {
  let state = seed
  const even = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(1 - even())) * Math.cos(2 * Math.PI * even())
}
