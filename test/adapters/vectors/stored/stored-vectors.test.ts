import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { createStoredVectors } from '../../../../src/adapters/vectors/stored/stored-vectors.ts'
import type { Store } from '../../../../src/ports/store.ts'
import type { StoredVectors } from '../../../../src/ports/vector-index.ts'
import { vectorsOf } from '../../../contracts/store-dump.ts'
import { nearestByBruteForce } from '../../../fakes/fake-vector-index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { DIMENSIONS, library, NEEDS_LIBRARY, numbersTo, seededVectors, writeGraph } from '../hnsw/graphs.ts'
import {
  documentOf,
  filledStore,
  graphsBeside,
  savedGraph,
  spoilGraph,
  VECTORS,
  watchedVectors,
} from './vector-stores.ts'

const folder = temporaryFolder()
let indexes = 0
const newPath = () => {
  indexes += 1
  mkdirSync(folder.path(String(indexes)))
  return folder.path(`${indexes}/index.packgraph`)
}

/** That the nearest of some vectors are what the store says they are. */
async function expectTruth(vectors: StoredVectors, store: Store): Promise<void> {
  const snapshot = await store.snapshot()
  const stored = new Map([...(await vectorsOf(snapshot))].map(([id, vector]) => [id, Float32Array.from(vector)]))
  await snapshot.close()
  const index = await vectors.current(DIMENSIONS)
  expect(index.size).toBe(stored.size)
  const query = seededVectors(1, DIMENSIONS)
  const hits = await index.search(query, 40)
  expect(hits.map(({ id }) => id)).toEqual(nearestByBruteForce(stored, query, 40).map(({ id }) => id))
}

/** Opens an index with one saved graph that must not be used, and expects that it is told, and another one built. */
async function expectRebuilt(path: string, reason: RegExp): Promise<void> {
  const store = await openSqliteStore(path)
  const vectors = watchedVectors(store, path)
  await expectTruth(vectors, store)
  expect(vectors.notices[0]).toMatch(reason)
  expect(await vectors.status()).toMatchObject({ serving: 'exact', vectors: VECTORS })
  await vectors.settled()
  expect(await vectors.status()).toMatchObject({ serving: 'hnsw', building: false })
  await expectTruth(vectors, store)
  await vectors.close()
  await store.close()
}

describe('the vectors of a store', () => {
  it('stay behind the exact index below the number from which a graph is wanted', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path, { hnswFromVectors: VECTORS + 1 })
    expect(await vectors.status()).toEqual({
      serving: 'none',
      vectors: 0,
      building: false,
      graphFromVectors: VECTORS + 1,
      savedGenerations: [],
    })
    await expectTruth(vectors, store)
    await vectors.settled()
    expect(await vectors.status()).toEqual({
      serving: 'exact',
      vectors: VECTORS,
      building: false,
      graphFromVectors: VECTORS + 1,
      savedGenerations: [],
    })
    expect(graphsBeside(path)).toEqual([])
    await vectors.close()
    await store.close()
  })

  it('stay behind the exact index where the native package is missing, and say so once', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const importPackage = () => Promise.reject(new Error("Cannot find package 'hnswlib-node'\nRequire stack: …"))
    const vectors = watchedVectors(store, path, { importPackage })
    await expectTruth(vectors, store)
    await store.write({ put: [documentOf('c', 30, 3)] })
    await expectTruth(vectors, store)
    await vectors.settled()
    expect(vectors.notices).toEqual([
      "No graph of vectors can be had (Cannot find package 'hnswlib-node'): the exact vector index serves.",
    ])
    expect(await vectors.status()).toMatchObject({ serving: 'exact', reason: "Cannot find package 'hnswlib-node'" })
    await vectors.close()
    await store.close()
  })

  it('are not lost when a listener fails', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = createStoredVectors({
      store,
      indexPath: path,
      hnswFromVectors: 1,
      importPackage: () => Promise.reject(new Error('missing')),
      onEvent: () => {
        throw new Error('deaf')
      },
    })
    await expectTruth(vectors, store)
    await vectors.close()
    await store.close()
  })
})

describe.skipIf(!library)(`graphs over the vectors of a store (${NEEDS_LIBRARY} otherwise)`, () => {
  it('are built while the exact index serves, then serve, and are loaded by the next opening', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    await expectTruth(vectors, store)
    expect(await vectors.status()).toMatchObject({ serving: 'exact', building: true })
    await vectors.settled()
    expect(vectors.notices).toEqual([expect.stringContaining(`A graph over ${VECTORS} vectors was built`)])
    const generation = await store.generation()
    expect(await vectors.status()).toEqual({
      serving: 'hnsw',
      vectors: VECTORS,
      building: false,
      graphFromVectors: 100,
      savedGenerations: [generation],
    })
    await expectTruth(vectors, store)
    await vectors.close()
    await store.close()
    const readOnly = await openSqliteStore(path, { readOnly: true })
    const again = watchedVectors(readOnly, path)
    await expectTruth(again, readOnly)
    expect(await again.status()).toMatchObject({ serving: 'hnsw', building: false })
    expect(again.notices).toEqual([])
    await again.close()
    await readOnly.close()
  })

  it('of an older generation serve with what has changed since, and are replaced when much has', async () => {
    const path = newPath()
    await savedGraph(path)
    const writer = await openSqliteStore(path)
    await writer.write({ put: [documentOf('b', 10, 50)], remove: [] })
    const vectors = watchedVectors(writer, path, { hnswFromVectors: 100 })
    await expectTruth(vectors, writer)
    // A hundred were hidden and ten came: more than a fifth.
    expect(await vectors.status()).toMatchObject({ serving: 'hnsw', vectors: 210, building: true })
    await vectors.settled()
    const { savedGenerations } = await vectors.status()
    expect(savedGenerations).toEqual([await writer.generation(), 1])
    await writer.write({ put: [documentOf('c', 5, 90)] })
    await expectTruth(vectors, writer)
    expect((await vectors.status()).building).toBe(false)
    await vectors.close()
    await writer.close()
  })

  it('keep in step with changes that come while they are built', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    await vectors.current(DIMENSIONS)
    await store.write({ put: [documentOf('a', 20, 33), documentOf('c', 20, 44)] })
    await vectors.settled()
    expect((await vectors.status()).serving).toBe('hnsw')
    await expectTruth(vectors, store)
    await vectors.close()
    await store.close()
  })

  it('fall back to the one before when the newest is not sound', async () => {
    const path = newPath()
    const graph = await savedGraph(path)
    await spoilGraph(path, graph, (file) => file.fill(0xff, 100, 140))
    const store = await openSqliteStore(path)
    const vectors = watchedVectors(store, path)
    await expectTruth(vectors, store)
    expect(vectors.notices).toEqual([expect.stringMatching(/generation 2 is not used: no sound graph/)])
    expect((await vectors.status()).serving).toBe('hnsw')
    await vectors.close()
    await store.close()
  })

  const HOSTILE: Readonly<Record<string, { readonly spoil: (graph: string) => void; readonly reason: RegExp }>> = {
    missing: { spoil: (graph) => rmSync(graph), reason: /ENOENT/ },
    truncated: { spoil: (graph) => writeFileSync(graph, readFileSync(graph).subarray(0, 9_000)), reason: /9000 bytes/ },
    'of zeros': { spoil: (graph) => writeFileSync(graph, Buffer.alloc(readFileSync(graph).length)), reason: /room 0/ },
    'of another program': { spoil: (graph) => writeFileSync(graph, 'not a graph'), reason: /11 bytes/ },
    'with one bit flipped': {
      spoil: (graph) => {
        const file = readFileSync(graph)
        file[96 + 4 * 40]! ^= 1
        writeFileSync(graph, file)
      },
      reason: /SHA-256/,
    },
    'of other vectors': {
      spoil: (graph) => {
        writeGraph(graph, numbersTo(VECTORS))
      },
      reason: /SHA-256|bytes instead of/,
    },
  }

  it.each(Object.entries(HOSTILE))('that are %s are reported and built again', async (_name, { spoil, reason }) => {
    const path = newPath()
    spoil(await savedGraph(path))
    await expectRebuilt(path, reason)
  })

  it('of another dimension are reported and built again', async () => {
    const path = newPath()
    rmSync(await savedGraph(path))
    writeGraph(folder.path('other.hnsw'), numbersTo(VECTORS), DIMENSIONS + 1)
    await spoilGraph(path, folder.path('other.hnsw'), (file) => file)
    await expectRebuilt(path, /generation 2 is not used: no sound graph of vectors: (its header|\d+ bytes)/)
  })

  it('of an index that was built anew under the same name are not used', async () => {
    const path = newPath()
    const graph = await savedGraph(path)
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path, { hnswFromVectors: VECTORS })
    await expectTruth(vectors, store)
    expect(await vectors.status()).toMatchObject({ serving: 'exact', savedGenerations: [] })
    expect(graphsBeside(path)).toContain(graph)
    await vectors.close()
    await store.close()
  })

  it('are only read where the index is open for reading only', async () => {
    const path = newPath()
    const graph = await savedGraph(path)
    rmSync(graph)
    const store = await openSqliteStore(path, { readOnly: true })
    const vectors = watchedVectors(store, path)
    await expectTruth(vectors, store)
    await vectors.settled()
    expect(await vectors.status()).toMatchObject({ serving: 'exact', reason: expect.stringContaining('reading only') })
    expect(graphsBeside(path)).toEqual([])
    await vectors.close()
    await store.close()
  })

  it('leave the exact index serving when the folder cannot take them', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    await vectors.current(DIMENSIONS)
    // The folder of the index goes away under the build; the open files stay readable.
    renameSync(folder.path(String(indexes)), folder.path(`${indexes}-moved`))
    await vectors.settled()
    expect(vectors.notices).toEqual([expect.stringMatching(/^No graph of vectors can be had .*exact vector index/)])
    await vectors.close()
    renameSync(folder.path(`${indexes}-moved`), folder.path(String(indexes)))
    await expectTruth(watchedVectors(store, path, { hnswFromVectors: 1_000 }), store)
    await store.close()
  })

  it('are given up without a trace when the index is closed', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    await vectors.current(DIMENSIONS)
    expect((await vectors.status()).building).toBe(true)
    await vectors.close()
    expect(vectors.notices).toEqual([])
    expect(graphsBeside(path)).toEqual([])
    await store.close()
  })

  it('that nobody has recorded are deleted once they are a minute old, and no other files', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const longAgo = new Date(Date.now() - 7_200_000)
    const files = ['9-0123456789ab.hnsw', '0123456789abcdef.tmp', '8-0123456789ab.hnsw', 'notes.hnsw']
    for (const name of files) writeFileSync(`${path}.vectors-${name}`, '')
    for (const name of files.filter((each) => !each.startsWith('8')))
      utimesSync(`${path}.vectors-${name}`, longAgo, longAgo)
    const vectors = watchedVectors(store, path)
    await vectors.current(DIMENSIONS)
    await vectors.settled()
    const left = graphsBeside(path).map((file) => file.slice(`${path}.vectors-`.length))
    expect(left).toHaveLength(3)
    expect(left).toEqual(expect.arrayContaining(['8-0123456789ab.hnsw', 'notes.hnsw']))
    await vectors.close()
    await store.close()
  })
})
