import { chmodSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import type { Store } from '../../../src/ports/store.ts'
import { draftOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import type { OpeningReport } from './children/report-opening.ts'
import { outputOf, permissionsBind, startChild } from './children/run-child.ts'

const READ_ONLY_FILE = 0o444
const READ_ONLY_FOLDER = 0o555
const OPEN_FOLDER = 0o777

const reportOpening = new URL('./children/report-opening.ts', import.meta.url)
const root = temporaryFolder()

/** Makes an index with one document in a folder of its own. Close it. */
async function makeIndex(name: string): Promise<{ folder: string; path: string; store: Store }> {
  chmodSync(root.path('.'), OPEN_FOLDER)
  const folder = root.path(name)
  mkdirSync(folder)
  const path = join(folder, 'index.packgraph')
  const store = await openSqliteStore(path)
  await store.write({ identity: IDENTITY })
  await store.write({ put: [draftOf('a', 'some text')] })
  return { folder, path, store }
}

async function openUnprivileged(path: string): Promise<OpeningReport> {
  return JSON.parse(await outputOf(startChild(reportOpening, [path], { unprivileged: true })))
}

const READ = { readOnly: true, generation: 2, texts: ['some text'], writeError: 'INDEX_READ_ONLY' }

describe.skipIf(!permissionsBind())('what may not be written', () => {
  it('is read where neither the file nor its folder can be written', async () => {
    const { folder, path, store } = await makeIndex('sealed')
    await store.close()
    chmodSync(path, READ_ONLY_FILE)
    chmodSync(folder, READ_ONLY_FOLDER)
    expect(await openUnprivileged(path)).toEqual(READ)
    chmodSync(folder, OPEN_FOLDER)
  })

  it('is read where only the file cannot be written', async () => {
    const { folder, path, store } = await makeIndex('sealed-file')
    await store.close()
    chmodSync(path, READ_ONLY_FILE)
    chmodSync(folder, OPEN_FOLDER)
    expect(await openUnprivileged(path)).toEqual(READ)
  })

  it('is read, up to the last commit, while another user writes it', async () => {
    const { folder, path, store } = await makeIndex('live')
    chmodSync(path, READ_ONLY_FILE)
    chmodSync(folder, READ_ONLY_FOLDER)
    expect(await openUnprivileged(path)).toEqual(READ)
    chmodSync(folder, OPEN_FOLDER)
    await store.close()
  })

  it('is refused when committed changes would be passed over', async () => {
    const { path, store } = await makeIndex('left-over')
    const sealed = root.path('left-over-copy')
    mkdirSync(sealed)
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, join(sealed, `index.packgraph${suffix}`))
    chmodSync(sealed, READ_ONLY_FOLDER)
    expect(await openUnprivileged(join(sealed, 'index.packgraph'))).toEqual({ error: 'INDEX_READ_ONLY' })
    chmodSync(sealed, OPEN_FOLDER)
    await store.close()
  })

  it('cannot be created', async () => {
    const folder = root.path('no-room')
    mkdirSync(folder, { mode: READ_ONLY_FOLDER })
    chmodSync(root.path('.'), OPEN_FOLDER)
    expect(await openUnprivileged(join(folder, 'index.packgraph'))).toEqual({ error: 'INDEX_READ_ONLY' })
    expect(await openUnprivileged(join(folder, 'deep', 'index.packgraph'))).toEqual({ error: 'INDEX_IO' })
  })

  it('is refused when it may not be read either', async () => {
    const { path, store } = await makeIndex('secret')
    await store.close()
    chmodSync(path, 0o000)
    expect(await openUnprivileged(path)).toEqual({ error: 'INDEX_IO' })
  })
})
