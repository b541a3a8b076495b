import type { Database, Statement } from 'better-sqlite3'
import { MOST_ANCESTORS, MOST_MEMORY_BYTES, type RequestMemoryRecord } from '../../ports/request-memory.ts'
import { UNREADABLE_DECISION } from './row-checks.ts'

interface Row extends Omit<RequestMemoryRecord, 'originalIds' | 'data'> {
  readonly sizeBytes: number
  readonly originalIds: string
  readonly data: string
}

const COLUMNS =
  'key, previous_key AS previousKey, revision, recorded_at_ms AS recordedAtMs, size_bytes AS sizeBytes, original_ids AS originalIds, data'

/** An unreadable row gives way to any other. */
const INSERT = `INSERT INTO request_memory (key, previous_key, revision, recorded_at_ms, size_bytes, original_ids, data)
  VALUES (@key, @previousKey, @revision, @recordedAtMs, @sizeBytes, @originalIds, @data)
  ON CONFLICT (key) DO UPDATE SET previous_key = excluded.previous_key, revision = excluded.revision,
    recorded_at_ms = excluded.recorded_at_ms, size_bytes = excluded.size_bytes, original_ids = excluded.original_ids,
    data = excluded.data
  WHERE revision < excluded.revision OR (${UNREADABLE_DECISION})`

const FORGET_ANCESTORS = `WITH RECURSIVE line (key, age) AS (
    SELECT @key, 0
    UNION ALL SELECT m.previous_key, line.age + 1 FROM line JOIN request_memory m ON m.key = line.key
      WHERE m.previous_key IS NOT NULL AND line.age <= ${MOST_ANCESTORS}
  )
  DELETE FROM request_memory WHERE key <> @key AND key IN (SELECT key FROM line WHERE age > ${MOST_ANCESTORS})`

/** The record itself first, then the newest: whatever ends beyond the bound goes. */
const FORGET_OLDEST = `DELETE FROM request_memory WHERE key <> @key AND key IN (
    SELECT key FROM (
      SELECT key, sum(size_bytes) OVER (ORDER BY key = @key DESC, recorded_at_ms DESC, rowid DESC) AS sofar FROM request_memory
    ) WHERE sofar > ${MOST_MEMORY_BYTES}
  )`

/** The table of what was sent of conversations. Synchronous; raises SQLite's own errors. */
export class RequestMemoryTable {
  readonly #database: Database
  readonly #find: Statement<[string], Row>
  readonly #insert: Statement<[Row]>
  readonly #forgetAncestors: Statement<[{ key: string }]>
  readonly #forgetOldest: Statement<[{ key: string }]>

  constructor(database: Database) {
    this.#database = database
    this.#find = database.prepare(
      `SELECT ${COLUMNS} FROM request_memory WHERE key = ? AND NOT (${UNREADABLE_DECISION})`,
    )
    this.#insert = database.prepare(INSERT)
    this.#forgetAncestors = database.prepare(FORGET_ANCESTORS)
    this.#forgetOldest = database.prepare(FORGET_OLDEST)
  }

  recall(keys: readonly string[]): RequestMemoryRecord | undefined {
    for (const key of keys) {
      const row = this.#find.get(key)
      if (row) return toRecord(row)
    }
    return undefined
  }

  /** One transaction. */
  remember(record: RequestMemoryRecord): RequestMemoryRecord {
    const { key } = record
    const remember = this.#database.transaction((row: Row): Row => {
      if (this.#insert.run(row).changes > 0) {
        this.#forgetAncestors.run({ key })
        this.#forgetOldest.run({ key })
      }
      return this.#find.get(key) ?? row
    })
    return toRecord(remember.immediate(toRow(record)))
  }
}

function toRow(record: RequestMemoryRecord): Row {
  const data = JSON.stringify(record.data)
  return { ...record, sizeBytes: Buffer.byteLength(data), originalIds: JSON.stringify(record.originalIds), data }
}

function toRecord({ sizeBytes: _, originalIds, data, ...row }: Row): RequestMemoryRecord {
  return { ...row, originalIds: JSON.parse(originalIds), data: JSON.parse(data) }
}
