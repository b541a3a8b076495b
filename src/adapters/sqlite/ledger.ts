import type { Database, Statement } from 'better-sqlite3'
import type { LedgerQuery, LedgerRow } from '../../ports/store.ts'
import { ORIGINAL_OF_ENTRY, SESSION_OF_ENTRY } from './ledger-keys.ts'

const PAGE_ROWS = 2_000

type Position = readonly [atMs: number, id: number]

interface StoredRow {
  readonly id: number
  readonly atMs: number
  readonly kind: string
  readonly tokenizer: string
  readonly data: string
}

/** One page, and where the next one begins; nothing behind the last. */
export interface LedgerPage {
  readonly rows: readonly LedgerRow[]
  readonly next: Position | undefined
}

/** The ledger of savings. Synchronous; raises SQLite's own errors. */
export class Ledger {
  readonly #database: Database
  readonly #insert: Statement<[number, string, string, string]>

  constructor(database: Database) {
    this.#database = database
    this.#insert = database.prepare('INSERT INTO ledger (at_ms, kind, tokenizer, data) VALUES (?, ?, ?, ?)')
  }

  /** One transaction. */
  record(rows: readonly LedgerRow[]): void {
    const record = this.#database.transaction(() => {
      for (const { atMs, kind, tokenizer, data } of rows) this.#insert.run(atMs, kind, tokenizer, JSON.stringify(data))
    })
    record.immediate()
  }

  /** By time and order of recording. @param from where the page before said that this one begins. */
  page({ sinceMs, untilMs, kind, tokenizer, sessionId, originalId }: LedgerQuery, from?: Position): LedgerPage {
    const conditions: readonly (readonly [string, unknown])[] = [
      ['at_ms >= ?', from?.[0] ?? sinceMs],
      ['(at_ms, id) > (?, ?)', from],
      ['at_ms < ?', untilMs],
      ['kind = ?', kind],
      ['tokenizer = ?', tokenizer],
      [`${SESSION_OF_ENTRY} = ?`, sessionId],
      [`${ORIGINAL_OF_ENTRY} = ?`, originalId],
    ]
    const given = conditions.filter(([, value]) => value !== undefined)
    const where = given.length === 0 ? '' : `WHERE ${given.map(([condition]) => condition).join(' AND ')}`
    const rows = this.#database
      .prepare<unknown[], StoredRow>(
        `SELECT id, at_ms AS atMs, kind, tokenizer, data FROM ledger ${where} ORDER BY at_ms, id LIMIT ${PAGE_ROWS}`,
      )
      .all(...given.flatMap(([, value]) => value))
    const last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined
    return { rows: rows.map(toRow), next: last && [last.atMs, last.id] }
  }
}

function toRow({ atMs, kind, tokenizer, data }: StoredRow): LedgerRow {
  return { atMs, kind, tokenizer, data: parsed(data) }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
