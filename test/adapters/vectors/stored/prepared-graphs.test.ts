import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { DIMENSIONS, library, NEEDS_LIBRARY } from '../hnsw/graphs.ts'
import { documentOf, filledStore, graphsBeside, savedGraph, VECTORS, watchedVectors } from './vector-stores.ts'

const folder = temporaryFolder()
let indexes = 0
const newPath = () => {
  indexes += 1
  mkdirSync(folder.path(String(indexes)))
  return folder.path(`${indexes}/index.packgraph`)
}
/** Nobody rests, and everybody looks every time. */
const EAGER = { restMs: 0, longestRestMs: 0, lookEveryMs: 0 }

describe.skipIf(!library)(`prepared graphs (${NEEDS_LIBRARY} otherwise)`, () => {
  it('are built and saved before anything is scanned, and tell how far they are', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    const progress: (readonly [number, number])[] = []
    await vectors.prepare(DIMENSIONS, { onProgress: (done, total) => progress.push([done, total]) })
    expect(progress.at(-1)).toEqual([VECTORS, VECTORS])
    const generation = await store.generation()
    expect(await vectors.status()).toMatchObject({ serving: 'hnsw', savedGenerations: [generation] })
    expect(vectors.notices).toHaveLength(1)
    await vectors.close()
    await store.close()
  })

  it('are not built again for a change that is small', async () => {
    const path = newPath()
    await savedGraph(path)
    const store = await openSqliteStore(path)
    const vectors = watchedVectors(store, path)
    await store.write({ put: [documentOf('small', 5, 3)] })
    await vectors.prepare(DIMENSIONS)
    expect(vectors.notices).toEqual([])
    await store.write({ put: [documentOf('large', 200, 11)] })
    await vectors.prepare(DIMENSIONS)
    expect(vectors.notices).toEqual([expect.stringContaining('was built and saved')])
    expect(graphsBeside(path)).toHaveLength(2)
    await vectors.close()
    await store.close()
  })

  it('leave nothing behind when they are interrupted, and are built by the next call', async () => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path)
    const interruption = new AbortController()
    const interrupted = vectors.prepare(DIMENSIONS, {
      signal: interruption.signal,
      onProgress: () => interruption.abort(),
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'CANCELLED' })
    expect({ files: graphsBeside(path), notices: vectors.notices }).toEqual({ files: [], notices: [] })
    expect(await vectors.status()).toMatchObject({ building: false, savedGenerations: [] })
    await vectors.prepare(DIMENSIONS)
    expect(await vectors.status()).toMatchObject({ serving: 'hnsw' })
    await vectors.close()
    await store.close()
  })

  it.each([
    ['after a rest', EAGER, 'hnsw'],
    ['not before it', { ...EAGER, restMs: 60_000, longestRestMs: 60_000 }, 'exact'],
  ] as const)('are tried again by queries %s when they have failed', async (_, patience, serving) => {
    const path = newPath()
    const store = await filledStore(path)
    const vectors = watchedVectors(store, path, { patience })
    await vectors.current(DIMENSIONS)
    renameSync(folder.path(String(indexes)), folder.path(`${indexes}-moved`))
    await vectors.settled()
    expect(await vectors.status()).toMatchObject({ serving: 'exact', reason: expect.any(String) })
    renameSync(folder.path(`${indexes}-moved`), folder.path(String(indexes)))
    await vectors.current(DIMENSIONS)
    await vectors.settled()
    expect((await vectors.status()).serving).toBe(serving)
    // Whoever waits for a graph does not wait for a rest.
    await vectors.prepare(DIMENSIONS)
    const status = await vectors.status()
    expect([status.serving, status.reason]).toEqual(['hnsw', undefined])
    await vectors.close()
    await store.close()
  })

  it('of another process are taken up by one that only reads, and has scanned until then', async () => {
    const path = newPath()
    const writing = await filledStore(path)
    const reading = await openSqliteStore(path, { readOnly: true })
    const reader = watchedVectors(reading, path, { patience: EAGER })
    await reader.current(DIMENSIONS)
    await reader.settled()
    expect(await reader.status()).toMatchObject({ serving: 'exact', building: false })
    const writer = watchedVectors(writing, path)
    await writer.prepare(DIMENSIONS)
    await reader.current(DIMENSIONS)
    await reader.settled()
    const status = await reader.status()
    expect([status.serving, status.vectors, status.reason]).toEqual(['hnsw', VECTORS, undefined])
    expect(reader.notices.at(-1)).toContain('was saved by another process')
    for (const each of [reader, writer, reading, writing]) await each.close()
  })

  it('of another process are taken up by one that would build its own', async () => {
    const path = newPath()
    const first = await filledStore(path)
    const second = await openSqliteStore(path)
    // It has looked before there was a graph, and wants one only when there are more vectors.
    const later = watchedVectors(second, path, { hnswFromVectors: VECTORS + 1 })
    await later.current(DIMENSIONS)
    await first.write({ put: [documentOf('c', 20, 3)] })
    const builder = watchedVectors(first, path)
    await builder.prepare(DIMENSIONS)
    await later.prepare(DIMENSIONS)
    expect(later.notices).toEqual([expect.stringContaining('was saved by another process')])
    expect(graphsBeside(path)).toHaveLength(1)
    for (const each of [later, builder, first, second]) await each.close()
  })

  it('are named when their files are damaged, not when they are gone, and are discarded on demand', async () => {
    const path = newPath()
    const graph = await savedGraph(path)
    const store = await openSqliteStore(path)
    const vectors = watchedVectors(store, path)
    expect(await vectors.damagedGraphs()).toEqual([])
    const bytes = readFileSync(graph)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(graph, bytes)
    expect(await vectors.damagedGraphs()).toEqual([
      { path: graph, problem: expect.stringContaining('no sound graph of vectors') },
    ])
    await vectors.discardDamagedGraphs()
    expect({ left: graphsBeside(path), damaged: await vectors.damagedGraphs() }).toEqual({ left: [], damaged: [] })
    await vectors.close()
    await store.close()
  })
})
