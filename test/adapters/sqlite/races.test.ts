import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { draftOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { DOCUMENTS_PER_BATCH } from './children/batches.ts'
import { outputOf, startChild } from './children/run-child.ts'

const claimFiles = new URL('./children/claim-files.ts', import.meta.url)
const watchIndex = new URL('./children/watch-index.ts', import.meta.url)
const writeBatches = new URL('./children/write-batches.ts', import.meta.url)
const folder = temporaryFolder()

/** Starts children that say when they are ready, waits until all of them are, and gives what each prints at its end. */
async function startTogether(children: readonly ChildProcess[], go: () => void): Promise<readonly unknown[]> {
  const outputs = children.map(outputOf)
  await Promise.all(children.map((child) => once(child.stdout!, 'data')))
  go()
  return (await Promise.all(outputs)).map((output) => JSON.parse(output.trim().split('\n').at(-1)!))
}

describe('five processes that create one index at once', () => {
  const race = (name: string, embedders: readonly string[], files: number) => {
    const paths = Array.from({ length: files }, (_, file) => folder.path(`${name}-${file}.packgraph`))
    const children = embedders.map((embedder) => startChild(claimFiles, [embedder, ...paths]))
    const outcomes = startTogether(children, () => writeFileSync(`${paths[0]}.go`, '')) as Promise<string[][]>
    return { paths, outcomes }
  }

  it('all succeed with one embedder, and lose nothing', async () => {
    const { paths, outcomes } = race('same', Array(5).fill('same@1'), 10)
    expect((await outcomes).flat().filter((outcome) => outcome !== 'stored')).toEqual([])
    for (const path of paths) {
      const store = await openSqliteStore(path)
      expect(await store.status()).toMatchObject({ documents: 1, originals: 1 })
      await store.close()
    }
  })

  it('leave it to one of them with embedders of their own, and tell all others why', async () => {
    const embedders = ['a@1', 'b@1', 'c@1', 'd@1', 'e@1']
    const { paths, outcomes } = race('other', embedders, 10)
    const byEmbedder = await outcomes
    for (const [file, path] of paths.entries()) {
      const ofFile = byEmbedder.map((ofEmbedder) => ofEmbedder[file]!)
      expect([...ofFile].sort()).toEqual([...Array(4).fill('EMBEDDER_MISMATCH'), 'stored'])
      const winner = embedders[ofFile.indexOf('stored')]!
      const store = await openSqliteStore(path)
      expect((await store.identity())?.embedder.identity).toBe(winner)
      expect(await store.findDocuments([{ collection: 'default', uri: winner }])).toHaveLength(1)
      expect(await store.status()).toMatchObject({ documents: 1, generation: 1 })
      await store.close()
    }
  })
})

describe('readers beside a writer', () => {
  it('see whole states only, never wait, and see the last one', async () => {
    const path = folder.path('watched.packgraph')
    await (await openSqliteStore(path)).close()
    const batches = 15
    const readers = Array.from({ length: 5 }, () =>
      startChild(watchIndex, [path, String(batches * DOCUMENTS_PER_BATCH)]),
    )
    let writer: Promise<string> | undefined
    const reports = await startTogether(readers, () => {
      writer = outputOf(startChild(writeBatches, [path, 'writer', String(batches)]))
    })
    await writer
    for (const report of reports) expect(report).toEqual({ states: expect.any(Number), wrong: [] })
    // Whoever was open before the first write saw more than the beginning and the end.
    expect(Math.max(...reports.map((report) => (report as { states: number }).states))).toBeGreaterThan(2)
  })

  it('are not held up by a lock that another process keeps', async () => {
    const path = folder.path('locked.packgraph')
    const store = await openSqliteStore(path, { busyTimeoutMs: 5_000 })
    await store.write({ identity: IDENTITY, put: [draftOf('a', 'one')] })
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const reader = await openSqliteStore(path, { readOnly: true, busyTimeoutMs: 0 })
    expect((await reader.status()).documents).toBe(1)
    const impatient = await openSqliteStore(path, { busyTimeoutMs: 120 })
    const startMs = performance.now()
    await expect(impatient.write({ put: [draftOf('b', 'two')] })).rejects.toMatchObject({ code: 'INDEX_BUSY' })
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(110)
    const patient = store.write({ put: [draftOf('b', 'two')] })
    await sleep(200)
    other.exec('COMMIT')
    other.close()
    await patient
    expect((await reader.status()).documents).toBe(2)
    for (const each of [store, reader, impatient]) await each.close()
  })
})
