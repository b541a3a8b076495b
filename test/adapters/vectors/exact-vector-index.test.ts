import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExactVectorIndex } from '../../../src/adapters/vectors/exact/exact-vector-index.ts'
import { QuantisedRows } from '../../../src/adapters/vectors/exact/quantised-rows.ts'
import { describeVectorIndexContract } from '../../contracts/vector-index-contract.ts'
import { FakeVectorIndex, nearestByBruteForce } from '../../fakes/fake-vector-index.ts'

describeVectorIndexContract('the exact vector index', { create: createExactVectorIndex, minimalRecall: 1 })
describeVectorIndexContract('the fake vector index', {
  create: (dimensions) => new FakeVectorIndex(dimensions),
  minimalRecall: 1,
})

/** Ways for vectors to be hard to tell apart as bytes. Each gives component `dimension` of vector `id` from a number drawn evenly from −1 to 1. */
const HARD_SHAPES: Readonly<Record<string, (drawn: number, dimension: number, id: number) => number>> = {
  'one component that dwarfs all others': (drawn, dimension) => (dimension === 0 ? 40 + drawn : drawn),
  'nearly equal vectors': (drawn, dimension) => Math.sin(dimension) + drawn * 1e-4,
  'few components that are not zero': (drawn, dimension, id) => ((dimension * 7 + id) % 50 === 0 ? drawn : 0),
  'lengths over sixty orders of magnitude': (drawn, _dimension, id) => drawn * 10 ** ((id % 61) - 37),
  'many equal vectors': (_drawn, dimension, id) => Math.cos(dimension * ((id % 3) + 1)),
}

describe('the exact vector index', () => {
  it.each(Object.entries(HARD_SHAPES))('misses no neighbour among vectors with %s', async (_name, shape) => {
    const draw = numbersFrom(3)
    const dimensions = 130
    const make = (id: number) =>
      Float32Array.from({ length: dimensions }, (_, dimension) => shape(draw(), dimension, id))
    const vectors = new Map(Array.from({ length: 4_000 }, (_, id) => [id, make(id)]))
    const index = createExactVectorIndex(dimensions)
    for (const [id, vector] of vectors) await index.add([id], vector)
    for (const limit of [1, 10, 300]) {
      const query = make(limit)
      const truth = nearestByBruteForce(vectors, query, limit)
      const hits = await index.search(query, limit)
      // Sums in another order differ in the last bits, so vectors whose scores agree to twelve digits may change places.
      hits.forEach((hit, place) => {
        expect(hit.score).toBeCloseTo(truth[place]!.score, 12)
      })
      expect(hits).toHaveLength(limit)
    }
  })

  it('gives the bits of a fresh index after any order of additions and removals', async () => {
    const vector = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), { minLength: 5, maxLength: 5 })
    const entries = fc.uniqueArray(fc.tuple(fc.maxSafeNat(), vector), { selector: ([id]) => id, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(entries, entries, vector, fc.integer({ min: 1, max: 40 }), async (kept, gone, query, limit) => {
        const keptIds = new Set(kept.map(([id]) => id))
        const scratch = gone.filter(([id]) => !keptIds.has(id))
        const fresh = createExactVectorIndex(5)
        for (const [id, values] of kept) await fresh.add([id], Float32Array.from(values))
        const used = createExactVectorIndex(5)
        for (const [id, values] of [...scratch, ...[...kept].reverse()]) await used.add([id], Float32Array.from(values))
        await used.remove(scratch.map(([id]) => id))
        const wanted = Float32Array.from(query)
        expect(await used.search(wanted, limit)).toEqual(await fresh.search(wanted, limit))
      }),
      { numRuns: 150 },
    )
  })

  it.each([1, 15, 16, 17, 100, 4_097])('serves vectors of %d dimensions', async (dimensions) => {
    const draw = numbersFrom(dimensions)
    const vectors = new Map(
      Array.from({ length: 50 }, (_, id) => [id, Float32Array.from({ length: dimensions }, draw)] as const),
    )
    const index = createExactVectorIndex(dimensions)
    for (const [id, vector] of vectors) await index.add([id], vector)
    const query = Float32Array.from({ length: dimensions }, draw)
    const truth = nearestByBruteForce(vectors, query, 7)
    const hits = await index.search(query, 7)
    expect(hits.map((hit) => hit.score)).toEqual(truth.map((hit) => expect.closeTo(hit.score, 12)))
  })

  it.each([1_040, 65_536])(
    'sums the largest possible products of %d dimensions without an overflow',
    async (dimensions) => {
      const ones = new Float32Array(dimensions).fill(1)
      const third = ones.map((one, dimension) => (dimension < dimensions / 3 ? one : 0))
      const index = createExactVectorIndex(dimensions)
      await index.add([1], ones)
      await index.add([2], third)
      expect(await index.search(ones, 1)).toEqual([{ id: 1, score: expect.closeTo(1, 12) }])
    },
  )

  it('scores a vector of zeros 0, and every vector 0 for a query of zeros', async () => {
    const index = createExactVectorIndex(2)
    await index.add([1, 2, 3], Float32Array.of(-1, 0, 0, 0, 1, 0))
    expect(await index.search(Float32Array.of(1, 0), 3)).toEqual([
      { id: 3, score: 1 },
      { id: 2, score: 0 },
      { id: 1, score: -1 },
    ])
    expect((await index.search(Float32Array.of(0, 0), 2)).map((hit) => [hit.id, Math.abs(hit.score)])).toEqual([
      [1, 0],
      [2, 0],
    ])
  })

  it('says how many vectors fit when more than 4 GiB would be needed, before it takes any memory', () => {
    const rows = new QuantisedRows(512)
    expect(() => rows.reserve(9_000_000)).toThrow(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        message: expect.stringContaining('needs 4680009216 bytes for 9000000 vectors; its limit is 4294967296 bytes'),
      }),
    )
  })
})

describe('the quantised rows', () => {
  it('bound the true cosine from both sides', () => {
    const vector = fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(vector, vector, (values, wanted) => {
        const [stored, query] = [Float32Array.from(values), Float32Array.from(wanted)]
        const rows = new QuantisedRows(40)
        rows.reserve(1)
        rows.set(0, stored, Math.hypot(...stored))
        const { lowest, highest } = rows.findCandidates(query, Math.hypot(...query), 1, 1)
        const truth = nearestByBruteForce(new Map([[0, stored]]), query, 1)[0]!.score
        expect(lowest[0]).toBeLessThanOrEqual(truth)
        expect(highest[0]).toBeGreaterThanOrEqual(truth)
      }),
      { numRuns: 500 },
    )
  })

  it('bound the true cosine also where 16 bits lose most of the query', () => {
    const stored = Float32Array.from({ length: 40 }, (_, dimension) => (dimension === 0 ? 0 : 1))
    const query = Float32Array.from({ length: 40 }, (_, dimension) => (dimension === 0 ? 1 : 0.49 / 32_767))
    const rows = new QuantisedRows(40)
    rows.reserve(1)
    rows.set(0, stored, Math.hypot(...stored))
    const { highest } = rows.findCandidates(query, Math.hypot(...query), 1, 1)
    expect(highest[0]).toBeGreaterThanOrEqual(nearestByBruteForce(new Map([[0, stored]]), query, 1)[0]!.score)
  })

  it('leave few candidates among ordinary vectors', () => {
    const draw = numbersFrom(5)
    const rows = new QuantisedRows(256)
    rows.reserve(20_000)
    const make = () => Float32Array.from({ length: 256 }, draw)
    for (let row = 0; row < 20_000; row += 1) {
      const vector = make()
      rows.set(row, vector, Math.hypot(...vector))
    }
    const query = make()
    const { floor, highest } = rows.findCandidates(query, Math.hypot(...query), 20_000, 100)
    const possible = highest.filter((bound) => bound >= floor).length
    expect(possible).toBeGreaterThanOrEqual(100)
    expect(possible).toBeLessThan(300)
  })
})

/** A seeded stream of numbers, even from −1 to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}
