import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { ORIGINAL_OF_ENTRY, SESSION_OF_ENTRY } from '../../../src/adapters/sqlite/ledger-keys.ts'
import { migrate, packagedMigrations } from '../../../src/adapters/sqlite/migrate.ts'

it.each([
  ['session', SESSION_OF_ENTRY, 'ledger_by_session'],
  ['original', ORIGINAL_OF_ENTRY, 'ledger_by_original'],
])('the entries of one %s are found by their index, and data that is no JSON is no obstacle', (_, key, index) => {
  const database = new Database(':memory:')
  migrate(database, packagedMigrations())
  database.exec(`INSERT INTO ledger (at_ms, kind, tokenizer, data) VALUES (1, 'slim', '', '{"sess')`)
  const sql = `SELECT id FROM ledger WHERE ${key} = ? ORDER BY at_ms, id`
  const plan = database.prepare<[string], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all('s')
  expect(plan[0]?.detail).toContain(index)
  expect(database.prepare(sql).all('s')).toEqual([])
  database.close()
})
