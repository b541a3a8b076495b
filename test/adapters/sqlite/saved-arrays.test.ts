import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import type { Store } from '../../../src/ports/store.ts'
import { draftOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { savedOf } from '../../contracts/store-saved-arrays.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()
let files = 0

describe('arrays saved in the file', () => {
  let path: string
  let store: Store
  let generation: number
  beforeEach(async () => {
    path = folder.path(`${files++}.packgraph`)
    store = await openSqliteStore(path)
    await store.write({ identity: IDENTITY })
    generation = (await store.write({ put: [draftOf('a', 'one')] })).generation
  })
  afterEach(() => store.close())

  const isRead = async (): Promise<boolean> => {
    const snapshot = await store.snapshot()
    const saved = await snapshot.savedArrays('a')
    await snapshot.close()
    return saved !== undefined
  }

  const faultKinds = async (): Promise<readonly string[]> => {
    const kinds: string[] = []
    const snapshot = await store.snapshot()
    for await (const page of snapshot.faults()) kinds.push(...page.map(({ kind }) => kind))
    await snapshot.close()
    return kinds
  }

  it.each([
    ['a flipped bit', 'UPDATE saved_arrays SET bytes = zeroblob(length(bytes)) WHERE id = 1'],
    ['a shorter piece', 'UPDATE saved_arrays SET bytes = substr(bytes, 2) WHERE id = 3'],
    ['text for bytes', "UPDATE saved_arrays SET bytes = 'text' WHERE id = 0"],
    ['a lost piece', 'DELETE FROM saved_arrays WHERE id = 2'],
    ['a piece too many', "INSERT INTO saved_arrays VALUES (9, 'x', zeroblob(3))"],
    ['pieces that changed places', 'UPDATE saved_arrays SET id = CASE id WHEN 0 THEN -1 ELSE id END'],
    ['another digest', "UPDATE saved_arrays SET sha256 = 'x' WHERE id = 0"],
    ['another generation', `UPDATE meta SET value = replace(value, '"generation":2', '"generation":1')`],
    ['another size', `UPDATE meta SET value = replace(value, '"small",3', '"small",30000000000000')`],
    ['no JSON', "UPDATE meta SET value = substr(value, 3) WHERE key = 'saved-arrays'"],
    ['other JSON', `UPDATE meta SET value = '{"stamp":"a","extractor":"words@1"}' WHERE key = 'saved-arrays'`],
    ['another extractor', "UPDATE meta SET value = 'rules@9' WHERE key = 'extractor'"],
  ])('are not read with %s', async (_, damage) => {
    await store.saveArrays(savedOf(generation, 1))
    expect(await isRead()).toBe(true)
    const database = new Database(path)
    database.exec(damage)
    database.close()
    expect(await isRead()).toBe(false)
    const isDamage = !damage.includes("key = 'extractor'")
    expect(new Set(await faultKinds())).toEqual(new Set(isDamage ? ['snapshot'] : []))
    await store.repair()
    expect(await faultKinds()).toEqual([])
    await store.write({ put: [draftOf('b', 'two')] })
    expect(await store.saveArrays(savedOf(generation + 1, 2))).toBe(true)
  })

  it('are not read once the store is closed', async () => {
    await store.saveArrays(savedOf(generation, 1))
    const snapshot = await store.snapshot()
    const reading = snapshot.savedArrays('a')
    await store.close()
    await expect(reading).rejects.toMatchObject({ code: 'INDEX_CLOSED' })
  })

  it('let the store be closed while faults by the thousand are being told', async () => {
    const database = new Database(path)
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
      INSERT INTO entities (key) SELECT 'nobody ' || i FROM n`)
    database.close()
    const snapshot = await store.snapshot()
    const pages = snapshot.faults()[Symbol.asyncIterator]()
    expect((await pages.next()).value).toHaveLength(500)
    await store.close()
    expect((await pages.next()).done).toBe(true)
  })

  it('are left alone by a store that is read only, and by one that finds another process writing', async () => {
    const reader = await openSqliteStore(path, { readOnly: true })
    expect(await reader.saveArrays(savedOf(generation, 1))).toBe(false)
    await reader.close()
    const database = new Database(path)
    database.exec('BEGIN IMMEDIATE')
    expect(await store.saveArrays(savedOf(generation, 1))).toBe(false)
    database.close()
    expect(await isRead()).toBe(false)
  })

  it('are saved by one of two that race, and hold up no write that waits', async () => {
    const other = await openSqliteStore(path)
    const racing = Promise.all([store, other].map((each) => each.saveArrays(savedOf(generation, 1))))
    await store.write({ put: [draftOf('b', 'two')] })
    expect((await racing).filter(Boolean)).toHaveLength(1)
    expect(await isRead()).toBe(true)
    await other.close()
  })

  it('are complete when the store is closed while they are being saved', async () => {
    const saving = store.saveArrays(savedOf(generation, 1))
    await store.close()
    expect(await saving).toBe(true)
    store = await openSqliteStore(path)
    expect(await isRead()).toBe(true)
  })
})
