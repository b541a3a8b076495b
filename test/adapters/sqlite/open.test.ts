import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { packagedMigrations } from '../../../src/adapters/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import type { Store } from '../../../src/ports/store.ts'
import { draftOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { dumpStore } from '../../contracts/store-dump.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()

async function fill(path: string, text = 'some text'): Promise<Store> {
  const store = await openSqliteStore(path)
  await store.write({ identity: IDENTITY })
  await store.write({ put: [draftOf('a', text)] })
  return store
}

function alter(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(sql)
  database.close()
}

describe('opening a file', () => {
  it('makes it, and the folders that lead to it', async () => {
    const path = folder.path('new/er/index.packgraph')
    const store = await openSqliteStore(path)
    const schemaVersion = packagedMigrations().length
    expect(await store.status()).toMatchObject({ path, readOnly: false, generation: 0, documents: 0, schemaVersion })
    await store.close()
  })

  it('leaves one file when it is closed, which holds everything', async () => {
    const path = folder.path('closed.packgraph')
    const store = await fill(path)
    const dump = await dumpStore(store)
    await store.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    const again = await openSqliteStore(path, { create: false })
    expect(await dumpStore(again)).toEqual(dump)
    expect(await again.generation()).toBe(2)
    await again.close()
  })

  it.each(['odd ?#%20&=é name.packgraph', "it's.packgraph", 'file:x.packgraph', '.packgraph'])(
    'takes the name %s',
    async (name) => {
      const path = folder.path(name)
      await (await fill(path)).close()
      expect(existsSync(path)).toBe(true)
      expect(existsSync(`${path}-wal`)).toBe(false)
    },
  )

  it.each(['', ':memory:', 'a\0b', 'ends in a space '])('refuses the name %j', async (name) => {
    await expect(openSqliteStore(name)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('refuses one that is not there, unless it may be made', async () => {
    const path = folder.path('absent.packgraph')
    await expect(openSqliteStore(path, { create: false })).rejects.toMatchObject({ code: 'INDEX_NOT_FOUND' })
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({ code: 'INDEX_NOT_FOUND' })
    await expect(openSqliteStore(path, { readOnly: true, create: true })).rejects.toMatchObject({
      code: 'INDEX_NOT_FOUND',
    })
    expect(existsSync(path)).toBe(false)
  })

  it.each([
    ['prose', 'This is no index, but it is long enough to look like a file of some kind. '.repeat(50)],
    ['a few letters', 'hello'],
    ['zeros', '\0'.repeat(10_000)],
  ])('refuses %s and leaves it alone', async (name, content) => {
    const path = folder.path(`${name}.txt`)
    writeFileSync(path, content)
    for (const readOnly of [true, false]) {
      await expect(openSqliteStore(path, { readOnly })).rejects.toMatchObject({
        code: 'INDEX_INVALID',
        facts: { path },
      })
    }
    expect(readFileSync(path, 'utf8')).toBe(content)
  })

  it('refuses the database of another application and leaves it alone', async () => {
    const path = folder.path('other.sqlite')
    alter(path, 'CREATE TABLE bookmarks (url TEXT)')
    const before = readFileSync(path)
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'INDEX_INVALID' })
    alter(path, 'DROP TABLE bookmarks; PRAGMA application_id = 77')
    await expect(openSqliteStore(path)).rejects.toMatchObject({ code: 'INDEX_INVALID' })
    alter(path, 'PRAGMA application_id = 0; CREATE TABLE bookmarks (url TEXT)')
    expect(readFileSync(path).subarray(0, 24)).toEqual(before.subarray(0, 24))
  })

  it('refuses a folder', async () => {
    mkdirSync(folder.path('folder'))
    await expect(openSqliteStore(folder.path('folder'))).rejects.toMatchObject({ code: 'INDEX_INVALID' })
  })

  it('completes an empty file, which an interrupted creation leaves, but only when it may create', async () => {
    const path = folder.path('empty.packgraph')
    writeFileSync(path, '')
    const invalid = { code: 'INDEX_INVALID', message: expect.stringContaining('is empty') }
    await expect(openSqliteStore(path, { create: false })).rejects.toMatchObject(invalid)
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject(invalid)
    const store = await openSqliteStore(path)
    expect(await store.generation()).toBe(0)
    await store.close()
  })

  it('refuses one from a newer version', async () => {
    const path = folder.path('newer.packgraph')
    await (await fill(path)).close()
    alter(path, 'PRAGMA user_version = 99')
    for (const readOnly of [true, false]) {
      await expect(openSqliteStore(path, { readOnly })).rejects.toMatchObject({
        code: 'INDEX_NEWER',
        facts: { schemaVersion: 99, knownVersion: packagedMigrations().length },
      })
    }
  })

  it('says that a damaged one is damaged', async () => {
    const path = folder.path('damaged.packgraph')
    await (await fill(path, 'some text\n'.repeat(2_000).trim())).close()
    const bytes = readFileSync(path)
    bytes.fill(0xa5, 16_384)
    writeFileSync(path, bytes)
    await expect(openSqliteStore(path).then((store) => dumpStore(store))).rejects.toMatchObject({
      code: 'INDEX_INVALID',
    })
  })
})

describe('a store open for reading', () => {
  it('sees what others commit and writes nothing', async () => {
    const path = folder.path('shared.packgraph')
    const writer = await fill(path)
    const reader = await openSqliteStore(path, { readOnly: true })
    expect(reader.readOnly).toBe(true)
    expect(await reader.generation()).toBe(2)
    await writer.write({ put: [draftOf('b', 'more')] })
    expect(await reader.generation()).toBe(3)
    expect(await dumpStore(reader)).toEqual(await dumpStore(writer))
    const readOnly = { code: 'INDEX_READ_ONLY', facts: { path } }
    await expect(reader.write({})).rejects.toMatchObject(readOnly)
    await expect(reader.write({ identity: IDENTITY })).rejects.toMatchObject(readOnly)
    await expect(reader.writeCosts([])).rejects.toMatchObject(readOnly)
    const key = { collection: 'default', uri: 'a' }
    await expect(reader.rename(key, key)).rejects.toMatchObject(readOnly)
    await reader.close()
    await writer.close()
  })
})

describe('an index that another connection has locked', () => {
  it('is waited for with the event loop running, and then reported', async () => {
    const path = folder.path('busy.packgraph')
    await (await fill(path)).close()
    const store = await openSqliteStore(path, { busyTimeoutMs: 150 })
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 10)
    await expect(store.write({ put: [draftOf('b', 'b')] })).rejects.toMatchObject({
      code: 'INDEX_BUSY',
      message: expect.stringMatching(new RegExp(`${path}.* \\d+ ms`)),
    })
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
    expect(await store.generation()).toBe(2)
    const waiting = store.write({ put: [draftOf('b', 'b')] })
    await sleep(20)
    other.exec('ROLLBACK')
    other.close()
    expect((await waiting).generation).toBe(3)
    await store.close()
  })

  it('makes a waiting write fail when the store is closed', async () => {
    const path = folder.path('busy-closed.packgraph')
    const store = await fill(path)
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const waiting = expect(store.write({ put: [draftOf('b', 'b')] })).rejects.toMatchObject({ code: 'INDEX_CLOSED' })
    await sleep(20)
    await store.close()
    other.close()
    await waiting
  })
})

describe('an index that vanishes while it is open', () => {
  const gone = { code: 'INDEX_GONE' }

  it('is reported when the file was removed', async () => {
    const path = folder.path('removed.packgraph')
    const store = await fill(path)
    rmSync(path)
    await expect(store.generation()).rejects.toMatchObject(gone)
    await expect(store.write({ put: [draftOf('b', 'b')] })).rejects.toMatchObject(gone)
    await expect(store.snapshot()).rejects.toMatchObject(gone)
    await expect(store.status()).rejects.toMatchObject(gone)
    await store.close()
  })

  it('is reported when another file took its place, which stays as it is', async () => {
    const path = folder.path('replaced.packgraph')
    const store = await fill(path, 'old')
    const other = await fill(folder.path('replacement.packgraph'), 'new')
    const dump = await dumpStore(other)
    await other.close()
    renameSync(folder.path('replacement.packgraph'), path)
    await expect(store.generation()).rejects.toMatchObject(gone)
    await expect(store.write({ put: [draftOf('b', 'b')] })).rejects.toMatchObject(gone)
    await store.close()
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
    const replacement = await openSqliteStore(path)
    expect(await dumpStore(replacement)).toEqual(dump)
    await replacement.close()
  })
})
