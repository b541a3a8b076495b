import Database from 'better-sqlite3'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { APPLICATION_ID, migrate, packagedMigrations, readHeader } from '../../../src/adapters/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import * as schema from '../../../src/adapters/sqlite/schema.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()
const tables: readonly SQLiteTable[] = Object.values(schema)

describe('migrating', () => {
  let database: Database.Database
  beforeEach(() => {
    database = new Database(':memory:')
  })
  afterEach(() => database.close())

  const known = packagedMigrations()
  const columns = (table: string): readonly string[] =>
    database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)

  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'makes the table %s as the schema has it',
    (name, table) => {
      migrate(database, known)
      expect(columns(name)).toEqual(getTableConfig(table).columns.map((column) => column.name))
    },
  )

  it('marks the file and counts what was applied', () => {
    expect(readHeader(database)).toEqual({ applicationId: 0, schemaVersion: 0, blank: true })
    migrate(database, known)
    expect(readHeader(database)).toEqual({ applicationId: APPLICATION_ID, schemaVersion: known.length, blank: false })
  })

  it('keeps incidences in the order of their scan, written once', () => {
    migrate(database, known)
    const [table] = database
      .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'incidences'")
      .pluck()
      .all()
    expect(table).toMatch(/\) WITHOUT ROWID$/)
  })

  it('applies only what is new, once', () => {
    migrate(database, known)
    const more = [...known, ['CREATE TABLE later (id INTEGER)', 'INSERT INTO later VALUES (1)']]
    migrate(database, more)
    migrate(database, more)
    expect(database.prepare('SELECT id FROM later').pluck().all()).toEqual([1])
    expect(readHeader(database).schemaVersion).toBe(known.length + 1)
  })

  it('applies all or nothing', () => {
    migrate(database, known)
    const broken = [...known, ['CREATE TABLE later (id INTEGER)'], ['CREATE TABLE later (id INTEGER)']]
    expect(() => migrate(database, broken)).toThrow('already exists')
    expect(columns('later')).toEqual([])
    expect(readHeader(database).schemaVersion).toBe(known.length)
  })

  it('may rebuild a table without losing the rows that refer to it', () => {
    migrate(database, known)
    database.exec("INSERT INTO entities (id, key) VALUES (7, 'rome')")
    database.exec("INSERT INTO originals VALUES ('o', 0, 'utf-8', x'')")
    database.exec("INSERT INTO documents VALUES (1, 'c', 'u', 'o', 'h', 'm', 0, '', 't', '{}')")
    const rebuild = [
      'CREATE TABLE kept AS SELECT * FROM originals',
      'DROP TABLE originals',
      'ALTER TABLE kept RENAME TO originals',
    ]
    migrate(database, [...known, rebuild])
    expect(database.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(1)
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1)
  })
})

describe('an index of an older version', () => {
  it('is not read where it cannot be brought up to date', async () => {
    const path = folder.path('older.packgraph')
    const database = new Database(path)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.exec('CREATE TABLE something (id INTEGER)')
    database.close()
    await expect(openSqliteStore(path, { readOnly: true })).rejects.toMatchObject({
      code: 'INDEX_READ_ONLY',
      facts: { schemaVersion: 0, knownVersion: packagedMigrations().length },
    })
    const store = await openSqliteStore(path)
    expect((await store.status()).schemaVersion).toBe(packagedMigrations().length)
    await store.close()
  })
})
