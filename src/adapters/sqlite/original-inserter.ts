import type { Database, Statement } from 'better-sqlite3'
import type { Original } from '../../domain/document.ts'

/** Stores originals, each once. */
export class OriginalInserter {
  readonly #insert: Statement<[string, number, string, Uint8Array]>

  constructor(database: Database) {
    // Bytes that are not those of an original of the same name have been damaged, and these are the right ones.
    this.#insert = database.prepare(
      `INSERT INTO originals (id, size_bytes, encoding, bytes) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET size_bytes = excluded.size_bytes, encoding = excluded.encoding, bytes = excluded.bytes
      WHERE bytes IS NOT excluded.bytes`,
    )
  }

  insert({ id, encoding, bytes }: Original): void {
    this.#insert.run(id, bytes.byteLength, encoding, bytes)
  }
}
