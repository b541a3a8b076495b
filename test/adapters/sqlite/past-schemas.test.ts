import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { APPLICATION_ID, migrate, packagedMigrations, readHeader } from '../../../src/adapters/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()
const known = packagedMigrations()
const versions = known.map((_, index) => index + 1)

interface Column {
  readonly name: string
  readonly type: string
  readonly pk: number
}

const ROWS = 3
/** Two large values, so that overflow pages move as well. */
const LARGE = 40_000

function tablesOf(database: Database.Database): readonly string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
  return database.prepare<[], string>(sql).pluck().all()
}

function columnsOf(database: Database.Database, table: string): readonly Column[] {
  return database.prepare<[string], Column>('SELECT name, type, pk FROM pragma_table_info(?)').all(table)
}

/** The column of another table that each column refers to. */
function referencesOf(database: Database.Database, table: string): ReadonlyMap<string, string> {
  const rows = database.pragma(`foreign_key_list(${table})`) as readonly { from: string; table: string; to: string }[]
  return new Map(rows.map((row) => [row.from, `${row.table}.${row.to}`]))
}

/** Some value of a column's type that differs from row to row; a reference and what it refers to get the same one. */
function valueFor(table: string, column: Column, row: number, references: ReadonlyMap<string, string>): unknown {
  const target = references.get(column.name) ?? `${table}.${column.name}`
  const isKey = target !== `${table}.${column.name}` || column.pk > 0
  if (column.type.toUpperCase() === 'INTEGER') return row + 1
  if (column.type.toUpperCase() === 'REAL') return row + 0.5
  if (column.type.toUpperCase() === 'BLOB') return Buffer.alloc(isKey ? 8 : LARGE, row + 1)
  return isKey ? `key ${row}` : JSON.stringify({ row, text: 'größe '.repeat(row === 0 ? LARGE / 8 : 1) })
}

function fill(database: Database.Database): void {
  database.pragma('foreign_keys = OFF')
  for (const table of tablesOf(database)) {
    const columns = columnsOf(database, table)
    const references = referencesOf(database, table)
    const names = columns.map(({ name }) => `"${name}"`).join()
    const insert = database.prepare(`INSERT INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join()})`)
    for (let row = 0; row < ROWS; row++) {
      insert.run(...columns.map((column) => valueFor(table, column, row, references)))
    }
  }
  database.pragma('foreign_keys = ON')
}

/** The rows of the tables, and in them the columns, that are named. */
function rowsOf(database: Database.Database, shape: ReadonlyMap<string, readonly string[]>): unknown {
  return Array.from(shape, ([table, names]) => [
    table,
    database
      .prepare(`SELECT ${names.map((name) => `"${name}"`).join()} FROM "${table}" ORDER BY 1, 2`)
      .raw()
      .all(),
  ])
}

function shapeOf(database: Database.Database): ReadonlyMap<string, readonly string[]> {
  return new Map(tablesOf(database).map((table) => [table, columnsOf(database, table).map(({ name }) => name)]))
}

function common(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const kept = [...before].filter(([table]) => after.has(table))
  return new Map(kept.map(([table, names]) => [table, names.filter((name) => after.get(table)!.includes(name))]))
}

function expectSound(database: Database.Database): void {
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(database.pragma('foreign_key_check')).toEqual([])
  expect(readHeader(database)).toEqual({ applicationId: APPLICATION_ID, schemaVersion: known.length, blank: false })
}

describe.each(versions)('an index of schema %i', (version) => {
  const past = known.slice(0, version)

  const latest = new Database(':memory:')
  migrate(latest, known)
  const latestShape = shapeOf(latest)

  it('comes to the latest schema with no rows', () => {
    const database = new Database(':memory:')
    migrate(database, past)
    migrate(database, known)
    expectSound(database)
    expect(shapeOf(database)).toEqual(latestShape)
  })

  it('comes to the latest schema with all its rows', () => {
    const database = new Database(':memory:')
    migrate(database, past)
    fill(database)
    // What a migration drops on purpose is no loss.
    const kept = common(shapeOf(database), latestShape)
    const rows = rowsOf(database, kept)
    migrate(database, known)
    expectSound(database)
    expect(rowsOf(database, kept)).toEqual(rows)
  })

  it('stays as it was when a migration breaks off, and comes to the latest schema the next time', () => {
    const database = new Database(':memory:')
    migrate(database, past)
    fill(database)
    const before = shapeOf(database)
    const rows = rowsOf(database, before)
    const broken = [...known, ['CREATE TABLE half (id INTEGER)', 'INSERT INTO nowhere VALUES (1)']]
    expect(() => migrate(database, broken)).toThrow('nowhere')
    expect(readHeader(database).schemaVersion).toBe(version)
    expect(rowsOf(database, before)).toEqual(rows)
    migrate(database, known)
    expectSound(database)
  })

  it('opens as a store', async () => {
    const path = folder.path(`schema-${version}.packgraph`)
    const database = new Database(path)
    migrate(database, past)
    database.close()
    const store = await openSqliteStore(path, { create: false })
    expect(await store.status()).toMatchObject({ schemaVersion: known.length, documents: 0 })
    await store.close()
  })
})

it('an index of a newer schema is refused, for reading and for writing, and left alone', async () => {
  const path = folder.path('newer.packgraph')
  const database = new Database(path)
  migrate(database, [...known, ['CREATE TABLE later (id INTEGER)']])
  database.close()
  for (const readOnly of [true, false]) {
    await expect(openSqliteStore(path, { readOnly })).rejects.toMatchObject({
      code: 'INDEX_NEWER',
      message: `${path} has schema version ${known.length + 1}; this packgraph knows versions up to ${known.length}`,
      hint: 'Use a newer packgraph.',
    })
  }
})
