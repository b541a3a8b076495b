import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { isBusy, translateError } from '../../../src/adapters/sqlite/errors.ts'
import { PackgraphError } from '../../../src/domain/errors.ts'

const PATH = '/somewhere/index.packgraph'

const sqliteError = (code: string): Error => new Database.SqliteError('a message', code)

describe('what SQLite reports', () => {
  const database = new Database(':memory:')
  afterEach(() => database.pragma('max_page_count = 1000000'))

  it('says that the disk is full, and what became of the write', () => {
    database.exec('CREATE TABLE filler (bytes BLOB)')
    database.pragma('max_page_count = 3')
    const fill = (): unknown => {
      try {
        return database.exec('INSERT INTO filler VALUES (zeroblob(100000))')
      } catch (error) {
        return translateError(error, PATH)
      }
    }
    expect(fill()).toMatchObject({
      code: 'INDEX_IO',
      message: `the disk that holds ${PATH} is full`,
      hint: expect.stringContaining('undone'),
      facts: { path: PATH, sqliteCode: 'SQLITE_FULL' },
      cause: expect.any(Database.SqliteError),
    })
  })

  it.each([
    ['SQLITE_NOTADB', 'INDEX_INVALID'],
    ['SQLITE_CORRUPT_INDEX', 'INDEX_INVALID'],
    ['SQLITE_READONLY', 'INDEX_READ_ONLY'],
    ['SQLITE_READONLY_DBMOVED', 'INDEX_GONE'],
    ['SQLITE_IOERR_WRITE', 'INDEX_IO'],
    ['SQLITE_CANTOPEN', 'INDEX_IO'],
  ])('becomes ours: %s is %s', (sqliteCode, code) => {
    expect(translateError(sqliteError(sqliteCode), PATH)).toMatchObject({ code, facts: { path: PATH } })
    const wrapped = new Error('of the query builder', { cause: sqliteError(sqliteCode) })
    expect(translateError(wrapped, PATH)).toMatchObject({ code })
  })

  it('stays as it is where it shows a defect, and where it is ours already', () => {
    const ours = new PackgraphError('INDEX_BUSY', 'busy', { cause: sqliteError('SQLITE_BUSY') })
    for (const error of [sqliteError('SQLITE_CONSTRAINT_UNIQUE'), new TypeError('x'), 'text', undefined, ours]) {
      expect(translateError(error, PATH)).toBe(error)
    }
    expect(isBusy(ours)).toBe(false)
  })

  it('is worth waiting for where a lock was in the way', () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL']) {
      expect(isBusy(sqliteError(code))).toBe(true)
    }
    expect(isBusy(sqliteError('SQLITE_FULL'))).toBe(false)
  })
})
