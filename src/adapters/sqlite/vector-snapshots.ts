import type { Database, Statement } from 'better-sqlite3'
import type { VectorSnapshot } from '../../ports/store.ts'

/** One to load, and one to fall back on. */
const KEPT_SNAPSHOTS = 2

/** The records of saved graphs. Synchronous; raises SQLite's own errors. */
export class VectorSnapshots {
  readonly #database: Database
  readonly #list: Statement<[], VectorSnapshot>

  constructor(database: Database) {
    this.#database = database
    this.#list = database.prepare<[], VectorSnapshot>(
      `SELECT generation, sha256, size_bytes AS sizeBytes, dimensions, vectors FROM vector_snapshots
      ORDER BY generation DESC, id DESC LIMIT ${KEPT_SNAPSHOTS}`,
    )
  }

  /** The newest first. */
  list(): readonly VectorSnapshot[] {
    return this.#list.all()
  }

  /** One transaction. @returns what is kept. */
  record(snapshot: VectorSnapshot): readonly VectorSnapshot[] {
    const record = this.#database.transaction(() => {
      // A file of the same content may be recorded again, by another process or for a later state: the later record counts.
      this.#database.prepare<[string]>('DELETE FROM vector_snapshots WHERE sha256 = ?').run(snapshot.sha256)
      this.#database
        .prepare<[VectorSnapshot]>(
          `INSERT INTO vector_snapshots (generation, sha256, size_bytes, dimensions, vectors)
          VALUES (@generation, @sha256, @sizeBytes, @dimensions, @vectors)`,
        )
        .run(snapshot)
      const kept = this.list()
      this.#database
        .prepare<[string]>('DELETE FROM vector_snapshots WHERE sha256 NOT IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify(kept.map(({ sha256 }) => sha256)))
      return kept
    })
    return record.immediate()
  }
}
