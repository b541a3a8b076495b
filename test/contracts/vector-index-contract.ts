import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VectorHit, VectorIndex } from '../../src/ports/vector-index.ts'
import { nearestByBruteForce } from '../fakes/fake-vector-index.ts'

export interface VectorIndexContract {
  /** Makes an empty index. A remote store may connect, and must keep the indexes of one run apart. */
  readonly create: (dimensions: number) => VectorIndex | Promise<VectorIndex>
  /**
   * The share of the true neighbours that a search must find. 1 also demands the true order, and the same results after any history of changes; an
   * approximate index is held to its share, and to everything else in the suite.
   */
  readonly minimalRecall: number
}

const DIMENSIONS = 24
const SCORE_DIGITS = 6

/** What every vector index must do, whether exact or approximate, in the process or remote. */
export function describeVectorIndexContract(name: string, contract: VectorIndexContract): void {
  describe(`${name} as a vector index`, () => {
    describeSearching(contract)
    describeChanging(contract)
    describeRefusing(contract)
    describeNeighbours(contract)
  })
}

function describeSearching({ create }: VectorIndexContract): void {
  it('finds nothing while it is empty', async () => {
    const index = await create(2)
    expect([index.dimensions, index.size]).toEqual([2, 0])
    expect(await index.search(row(1, 0), 5)).toEqual([])
  })

  it('gives cosines, best first', async () => {
    const index = await create(2)
    await index.add([4, 5, 6, 7], row(0, 1, 1, 0, -1, 0, 0.6, 0.8))
    const hits = await index.search(row(1, 0), 4)
    expect(hits.map((hit) => hit.id)).toEqual([5, 7, 4, 6])
    expect(hits.map((hit) => hit.score)).toEqual([1, 0.6, 0, -1].map((score) => expect.closeTo(score, SCORE_DIGITS)))
  })

  it('breaks ties by ascending id', async () => {
    const index = await create(2)
    await index.add([30, 4, 200, 1], row(1, 0, 1, 0, 1, 0, 0, 1))
    expect((await index.search(row(1, 0), 4)).map((hit) => hit.id)).toEqual([4, 30, 200, 1])
  })

  it('gives at most as many hits as asked for and as there are', async () => {
    const index = await create(2)
    await index.add([1, 2, 3], row(1, 0, 0, 1, 0.6, 0.8))
    expect(await index.search(row(1, 0), 2)).toHaveLength(2)
    expect(await index.search(row(1, 0), 1_000)).toHaveLength(3)
  })

  it('accepts ids up to the largest safe integer', async () => {
    const index = await create(2)
    await index.add([0, Number.MAX_SAFE_INTEGER], row(1, 0, 0, 1))
    expect((await index.search(row(0, 1), 2)).map((hit) => hit.id)).toEqual([Number.MAX_SAFE_INTEGER, 0])
  })
}

function describeChanging({ create }: VectorIndexContract): void {
  it('replaces the vector of an id that is present', async () => {
    const index = await create(2)
    await index.add([1, 2], row(1, 0, 0, 1))
    await index.add([1], row(0, -1))
    expect(index.size).toBe(2)
    expect(await index.search(row(1, 0), 1)).toEqual([{ id: 1, score: expect.closeTo(0, SCORE_DIGITS) }])
    expect((await index.search(row(0, -1), 2)).map((hit) => hit.id)).toEqual([1, 2])
  })

  it('keeps the later vector of an id that one call names twice', async () => {
    const index = await create(2)
    await index.add([7, 7], row(1, 0, 0, 1))
    expect(index.size).toBe(1)
    expect(await index.search(row(0, 1), 9)).toEqual([{ id: 7, score: expect.closeTo(1, SCORE_DIGITS) }])
  })

  it('never finds what was removed, and ignores ids that it does not have', async () => {
    const index = await create(2)
    await index.add([1, 2, 3], row(1, 0, 0.8, 0.6, 0, 1))
    await index.remove([1, 1, 99])
    expect(index.size).toBe(2)
    expect((await index.search(row(1, 0), 9)).map((hit) => hit.id)).toEqual([2, 3])
    await index.remove([3, 2])
    expect(index.size).toBe(0)
    expect(await index.search(row(1, 0), 9)).toEqual([])
  })

  it('finds an id again that was removed and added with another vector, by that vector alone', async () => {
    const index = await create(2)
    await index.add([1, 2], row(1, 0, 0, 1))
    await index.remove([1])
    await index.add([1], row(-1, 0))
    expect(await index.search(row(1, 0), 9)).toEqual([
      { id: 2, score: expect.closeTo(0, SCORE_DIGITS) },
      { id: 1, score: expect.closeTo(-1, SCORE_DIGITS) },
    ])
  })

  it('keeps its own copy of what it was given', async () => {
    const index = await create(2)
    const vectors = row(1, 0)
    const ids = [1]
    await index.add(ids, vectors)
    vectors.set([0, 1])
    ids[0] = 2
    expect(await index.search(row(1, 0), 1)).toEqual([{ id: 1, score: expect.closeTo(1, SCORE_DIGITS) }])
  })

  it('applies calls in the order they were made, also when none is awaited in between', async () => {
    const index = await create(2)
    await Promise.all([index.add([1, 2], row(1, 0, 0, 1)), index.remove([1]), index.add([3], row(-1, 0))])
    expect((await index.search(row(1, 0), 9)).map((hit) => hit.id)).toEqual([2, 3])
  })
}

function describeRefusing({ create }: VectorIndexContract): void {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s dimensions', async (dimensions) => {
    await expect(async () => create(dimensions)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses the id %s', async (id) => {
    const index = await create(2)
    await expect(index.add([1, id], row(1, 0, 0, 1))).rejects.toMatchObject({ code: 'INVALID_OPTION', facts: { id } })
    await expect(index.remove([id])).rejects.toMatchObject({ code: 'INVALID_OPTION', facts: { id } })
    expect(index.size).toBe(0)
  })

  it.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the limit %s', async (limit) => {
    const index = await create(2)
    await index.add([1], row(1, 0))
    await expect(index.search(row(1, 0), limit)).rejects.toMatchObject({ code: 'INVALID_OPTION', facts: { limit } })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses vectors that hold %s and keeps nothing of that call',
    async (value) => {
      const index = await create(2)
      await index.add([1], row(0, 1))
      await expect(index.add([1, 2], row(1, 0, value, 0))).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
      await expect(index.search(row(0, value), 1)).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
      expect(await index.search(row(0, 1), 9)).toEqual([{ id: 1, score: expect.closeTo(1, SCORE_DIGITS) }])
    },
  )

  it('refuses vectors and queries of another length and keeps nothing of that call', async () => {
    const index = await create(3)
    await expect(index.add([1, 2], row(1, 0, 0, 1, 0))).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
    await expect(index.add([1], row(1, 0, 0, 1))).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
    await expect(index.search(row(1, 0), 1)).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
    expect(index.size).toBe(0)
  })
}

function describeNeighbours({ create, minimalRecall }: VectorIndexContract): void {
  it(`finds ${minimalRecall * 100} % of the true neighbours among 3,000 clustered vectors`, async () => {
    const vectors = clusteredVectors(3_000, 11)
    const index = await create(DIMENSIONS)
    await index.add([...vectors.keys()], join([...vectors.values()]))
    const queries = [...clusteredVectors(40, 12).values()]
    const recalls = await Promise.all(
      queries.map(async (query) => recallOf(await index.search(query, 50), nearestByBruteForce(vectors, query, 50))),
    )
    expect(mean(recalls)).toBeGreaterThanOrEqual(minimalRecall)
  })

  it('answers after any history of changes like the vectors that are left', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 0, max: 60 }), async (history, querySeed) => {
        const index = await create(DIMENSIONS)
        const expected = await play(history, index)
        expect(index.size).toBe(expected.size)
        const query = unitVector(querySeed)
        const hits = await index.search(query, 20)
        const truth = nearestByBruteForce(expected, query, 20)
        expect(hits).toHaveLength(truth.length)
        if (minimalRecall === 1) expect(hits.map((hit) => hit.id)).toEqual(truth.map((hit) => hit.id))
        expectHonest(hits, expected, query)
      }),
      { numRuns: 60 },
    )
  })
}

type Change = { readonly remove: readonly number[] } | { readonly add: readonly number[]; readonly seed: number }

/** Few ids and few distinct vectors, so that replacements, removals of the last and equal vectors are common. */
const histories: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    fc.record({ remove: fc.array(fc.nat(40), { maxLength: 12 }) }),
    fc.record({ add: fc.array(fc.nat(40), { maxLength: 12 }), seed: fc.nat(30) }),
  ),
  { maxLength: 12 },
)

/** Makes all changes and returns what must be left. */
async function play(history: readonly Change[], index: VectorIndex): Promise<ReadonlyMap<number, Float32Array>> {
  const left = new Map<number, Float32Array>()
  for (const change of history) {
    if ('remove' in change) {
      await index.remove(change.remove)
      for (const id of change.remove) left.delete(id)
      continue
    }
    const vectors = change.add.map((_, position) => unitVector(change.seed + position))
    await index.add(change.add, join(vectors))
    change.add.forEach((id, position) => {
      left.set(id, vectors[position]!)
    })
  }
  return left
}

/** Every hit is present, once, with its true score, in order. */
function expectHonest(
  hits: readonly VectorHit[],
  vectors: ReadonlyMap<number, Float32Array>,
  query: Float32Array,
): void {
  const scores = new Map(nearestByBruteForce(vectors, query, vectors.size).map((hit) => [hit.id, hit.score]))
  expect(new Set(hits.map((hit) => hit.id)).size).toBe(hits.length)
  for (const { id, score } of hits) expect(score).toBeCloseTo(scores.get(id)!, SCORE_DIGITS)
  expect(hits).toEqual([...hits].sort((left, right) => right.score - left.score || left.id - right.id))
}

function recallOf(hits: readonly VectorHit[], truth: readonly VectorHit[]): number {
  const found = new Set(hits.map((hit) => hit.id))
  return truth.filter((hit) => found.has(hit.id)).length / truth.length
}

/** Unit vectors around 20 centres, with ids from 0. */
function clusteredVectors(count: number, seed: number): ReadonlyMap<number, Float32Array> {
  return new Map(
    Array.from({ length: count }, (_, id) => {
      const centre = unitVector(1_000 + (id % 20))
      const offset = unitVector(seed * 100_000 + id)
      return [id, normalise(centre.map((value, dimension) => value + 0.7 * offset[dimension]!))]
    }),
  )
}

/** A direction that depends on the seed alone. */
function unitVector(seed: number): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return normalise(
    Float32Array.from({ length: DIMENSIONS }, () => {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
      return ((state ^ (state >>> 13)) >>> 0) / 2 ** 31 - 1
    }),
  )
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

function join(vectors: readonly Float32Array[]): Float32Array {
  return Float32Array.from(vectors.flatMap((vector) => [...vector]))
}

function row(...values: readonly number[]): Float32Array {
  return Float32Array.from(values)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
