import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkGraphFile } from '../../../../src/adapters/vectors/hnsw/graph-file.ts'
import { GraphWriter } from '../../../../src/adapters/vectors/hnsw/graph-writer.ts'
import { HnswVectorIndex } from '../../../../src/adapters/vectors/hnsw/hnsw-vector-index.ts'
import { loadGraph } from '../../../../src/adapters/vectors/hnsw/loaded-graph.ts'
import type { VectorHit, VectorIndex } from '../../../../src/ports/vector-index.ts'
import { describeVectorIndexContract } from '../../../contracts/vector-index-contract.ts'
import { FakeVectorIndex, nearestByBruteForce } from '../../../fakes/fake-vector-index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { library, NEEDS_LIBRARY, numbersTo, seededVectors, writeGraph } from './graphs.ts'

const folder = temporaryFolder()
let files = 0

async function graphOver(labels: readonly number[], dimensions: number): Promise<HnswVectorIndex> {
  files += 1
  const path = folder.path(`graph-${files}.hnsw`)
  writeGraph(path, labels, dimensions)
  return load(path, labels.length, dimensions)
}

async function load(path: string, vectors: number, dimensions: number): Promise<HnswVectorIndex> {
  const sound = checkGraphFile(path, { dimensions, vectors })
  return new HnswVectorIndex(await loadGraph(library!, path, sound), dimensions)
}

/**
 * An hnsw index that takes what was added into its graph at each second addition, so that the suite meets vectors in the graph, beside it, hidden and replaced.
 * Ids that no graph can hold stay beside it.
 */
class RebuiltIndex implements VectorIndex {
  readonly dimensions: number
  readonly #vectors = new Map<number, Float32Array>()
  #index: VectorIndex
  #additions = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(dimensions: number) {
    this.#index = new FakeVectorIndex(dimensions)
    this.dimensions = dimensions
  }

  get size(): number {
    return this.#index.size
  }

  add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void> {
    const [idsThen, vectorsThen] = [Array.from(ids), vectors.slice()]
    return this.#afterwards(async () => {
      await this.#index.add(idsThen, vectorsThen)
      idsThen.forEach((id, position) => {
        this.#vectors.set(id, vectorsThen.slice(position * this.dimensions, (position + 1) * this.dimensions))
      })
      this.#additions += 1
      if (this.#additions % 2 === 1) await this.#rebuild()
    })
  }

  remove(ids: ArrayLike<number>): Promise<void> {
    const idsThen = Array.from(ids)
    return this.#afterwards(async () => {
      await this.#index.remove(idsThen)
      for (const id of idsThen) this.#vectors.delete(id)
    })
  }

  search(query: Float32Array, limit: number): Promise<readonly VectorHit[]> {
    return this.#afterwards(() => this.#index.search(query, limit))
  }

  async #rebuild(): Promise<void> {
    const fitting = [...this.#vectors].filter(([id]) => id < 2 ** 32)
    if (fitting.length === 0) return
    files += 1
    const path = folder.path(`rebuilt-${files}.hnsw`)
    const writer = new GraphWriter(library!, this.dimensions, fitting.length)
    for (const [id, vector] of fitting) writer.add([id], vector)
    writer.save(path)
    this.#index = await load(path, fitting.length, this.dimensions)
    for (const [id, vector] of this.#vectors) if (id >= 2 ** 32) await this.#index.add([id], vector)
  }

  #afterwards<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}

if (library) {
  describeVectorIndexContract('the hnsw vector index, rebuilt now and then,', {
    create: (dimensions) => new RebuiltIndex(dimensions),
    minimalRecall: 0.99,
  })
}

describe.skipIf(!library)(`the hnsw vector index (${NEEDS_LIBRARY} otherwise)`, () => {
  it('finds what is in its graph and what came later, in one order', async () => {
    const index = await graphOver(numbersTo(500), 8)
    const [old, recent] = [seededVectors(500, 8), seededVectors(40, 8)]
    await index.add(
      numbersTo(40).map((number) => 1_000 + number),
      recent,
    )
    const vectors = new Map([
      ...numbersTo(500).map((number) => [number, old.slice(number * 8, number * 8 + 8)] as const),
      ...numbersTo(40).map((number) => [1_000 + number, recent.slice(number * 8, number * 8 + 8)] as const),
    ])
    const query = seededVectors(1, 8)
    const hits = await index.search(query, 60)
    expect(hits.map(({ id }) => id)).toEqual(nearestByBruteForce(vectors, query, 60).map(({ id }) => id))
    expect(hits.some(({ id }) => id >= 1_000)).toBe(true)
  })

  it('counts what a new graph would take in or leave out', async () => {
    const index = await graphOver(numbersTo(20), 4)
    expect([index.size, index.changes]).toEqual([20, 0])
    await index.remove([3, 4, 4, 99])
    await index.add([5, 30], seededVectors(2, 4))
    expect([index.size, index.changes]).toEqual([19, 5])
    await index.remove([30])
    expect([index.size, index.changes]).toEqual([18, 4])
  })

  it('gives everything it has when more is asked for, and nothing when all is removed', async () => {
    const index = await graphOver(numbersTo(300), 4)
    await index.remove(numbersTo(100))
    const query = seededVectors(1, 4)
    expect(new Set((await index.search(query, 10_000)).map(({ id }) => id))).toEqual(new Set(numbersTo(300).slice(100)))
    await index.remove(numbersTo(300))
    expect(await index.search(query, 5)).toEqual([])
  })

  it('refuses a file that has changed since it was checked', async () => {
    writeGraph(folder.path('first.hnsw'), numbersTo(30), 4)
    const sound = checkGraphFile(folder.path('first.hnsw'), { dimensions: 4, vectors: 30 })
    writeGraph(folder.path('first.hnsw'), numbersTo(31), 4)
    expect(statSync(folder.path('first.hnsw')).size).not.toBe(sound.sizeBytes)
    await expect(loadGraph(library!, folder.path('first.hnsw'), sound)).rejects.toMatchObject({ code: 'INDEX_INVALID' })
  })
})

describe.skipIf(!library)(`the writer of graphs (${NEEDS_LIBRARY} otherwise)`, () => {
  const writer = (room = 10) => new GraphWriter(library!, 2, room)
  const vector = Float32Array.of(1, 0)

  it.each([0, -1, 1.5, Number.NaN, 2 ** 32])('refuses room for %s vectors', (room) => {
    expect(() => writer(room)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })

  it.each([-1, 0.5, Number.NaN, 2 ** 32])('refuses the label %s', (label) => {
    expect(() => writer().add([label], vector)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })

  it('refuses a label that was used, more vectors than it has room for, and vectors that are not sound', () => {
    const used = writer()
    used.add([1], vector)
    expect(() => used.add([1], vector)).toThrow(/two vectors/)
    expect(() => writer(1).add([1, 2], seededVectors(2, 2))).toThrow(/room for 1 vectors, not for 2/)
    expect(() => writer().add([1], Float32Array.of(1, Number.NaN))).toThrow(/not finite/)
    expect(() => writer().add([1], Float32Array.of(1))).toThrow(/2 numbers/)
  })

  it('saves a graph with less in it than it has room for', () => {
    const partly = writer(1_000)
    partly.add([4, 9], seededVectors(2, 2))
    expect([...partly.save(folder.path('partly.hnsw')).labels]).toEqual([4, 9])
  })

  it('notices that it is empty, and that the folder is missing', () => {
    expect(() => writer().save(folder.path('empty.hnsw'))).toThrow(/no vectors/)
    const filled = writer()
    filled.add([1, 2], seededVectors(2, 2))
    expect(() => filled.save(folder.path('absent/graph.hnsw'))).toThrow(/ENOENT/)
  })

  it.skipIf(process.platform !== 'linux')('notices that the disk is full (needs /dev/full)', () => {
    const filled = writer()
    filled.add([1, 2], seededVectors(2, 2))
    expect(() => filled.save('/dev/full')).toThrow()
  })
})
