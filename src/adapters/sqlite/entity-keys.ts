import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'

const PAGE_ROWS = 10_000

/** The key of every entity by its id; other work gets its turn between pages. @param read runs a query and wraps what SQLite raises. */
export async function readEntityKeys(
  database: Database,
  read: <Result>(query: () => Result) => Result,
): Promise<ReadonlyMap<number, string>> {
  const query = read(() =>
    database
      .prepare<[number, number], [number, string]>('SELECT id, key FROM entities WHERE id > ? ORDER BY id LIMIT ?')
      .raw(),
  )
  const keys = new Map<number, string>()
  for (let last = -1; ; ) {
    const rows = read(() => query.all(last, PAGE_ROWS))
    for (const [id, key] of rows) keys.set(id, key)
    const final = rows.at(-1)
    if (!final) return keys
    last = final[0]
    await nextTurn()
  }
}
