import type { Database, Statement } from 'better-sqlite3'

/** Ids of tokenizer identities. Their rows are never changed or deleted, so an id that was committed holds for ever. */
export class TokenizerIds {
  readonly #ids = new Map<string, number>()
  readonly #find: Statement<[string], number>
  readonly #insert: Statement<[string]>

  constructor(database: Database) {
    this.#find = database.prepare<[string], number>('SELECT id FROM tokenizers WHERE identity = ?').pluck()
    this.#insert = database.prepare('INSERT INTO tokenizers (identity) VALUES (?)')
  }

  /** @returns the id of an identity, which is stored if it is new. */
  idOf(identity: string): number {
    const remembered = this.#ids.get(identity)
    if (remembered !== undefined) return remembered
    const id = this.#find.get(identity) ?? Number(this.#insert.run(identity).lastInsertRowid)
    this.#ids.set(identity, id)
    return id
  }

  /** Call when a transaction was undone: it may have stored what is remembered. */
  forget(): void {
    this.#ids.clear()
  }
}
