import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { outputOf, startChild } from '../../sqlite/children/run-child.ts'
import { filledStore, graphsBeside, watchedVectors } from '../stored/vector-stores.ts'
import { DIMENSIONS, library, NEEDS_LIBRARY } from './graphs.ts'

const folder = temporaryFolder()
const script = new URL('../children/graph-case.ts', import.meta.url)
const start = (name: string) => startChild(script, [name, folder.path('')])

/** What hnswlib-node answers by ending the process or silently wrongly, and what must come of it here. */
const CASES: readonly (readonly [name: string, outcome: unknown])[] = [
  ['flipped link bytes', { hits: 10, told: 1 }],
  ['a bad entry point', { hits: 10, told: 1 }],
  ['less room than elements', { hits: 10, told: 1 }],
  ['no links in the header', { hits: 10, told: 1 }],
  ['a failed reading beside a live graph', { read: false, hits: 5 }],
  ['searches while a graph is read', [3]],
  ['a filter that throws', 5],
  ['elements that are not numbers', ['EMBEDDER_FAILED', 'EMBEDDER_FAILED', 'EMBEDDER_FAILED']],
  ['other dimensions', ['EMBEDDER_FAILED', 'EMBEDDER_FAILED', 'EMBEDDER_FAILED']],
  ['vectors that are not finite', ['EMBEDDER_FAILED', 'EMBEDDER_FAILED']],
  ['labels beyond 32 bits', ['INVALID_OPTION', 'INVALID_OPTION', 'INVALID_OPTION']],
  ['limits that cannot be', [50, 'INVALID_OPTION', 'INVALID_OPTION', 'INVALID_OPTION']],
  ['an id that was removed and comes back', 7],
  ['a full disk or a missing folder', ['ENOENT', false]],
  ['a thread that is ended in the middle', { building: true, told: 0 }],
]

describe.skipIf(!library)(`the fence around native code (${NEEDS_LIBRARY} otherwise)`, () => {
  it.concurrent.each(CASES)('keeps the process alive and the answer right: %s', async (name, outcome) => {
    expect(JSON.parse(await outputOf(start(name)))).toEqual(outcome)
  })

  it('is needed: without it a flipped link ends the process', async () => {
    const child = start('unfenced flipped link')
    const [code] = await once(child, 'close')
    expect(code).not.toBe(0)
  })

  it('holds when two processes build at once: both serve, and what is recorded is sound', async () => {
    const path = folder.path('shared.packgraph')
    await (await filledStore(path)).close()
    const outcomes = await Promise.all([start('build'), start('build'), start('build')].map(outputOf))
    expect(outcomes.map((outcome) => JSON.parse(outcome))).toEqual(['hnsw', 'hnsw', 'hnsw'])
    const store = await openSqliteStore(path)
    const vectors = watchedVectors(store, path)
    await vectors.current(DIMENSIONS)
    expect((await vectors.status()).serving).toBe('hnsw')
    expect(vectors.notices).toEqual([])
    // All built the same graph, so there is one file.
    expect(graphsBeside(path)).toHaveLength(1)
    await vectors.close()
    await store.close()
  })
})
