import type { Database, Statement } from 'better-sqlite3'

/** About 50 MB of short names. */
const MOST_REMEMBERED = 500_000

/**
 * Entity ids by key, remembered between transactions because most entities of a batch are in the index already. The memory is only valid for the state
 * that it was made in: call `begin` at the start of a transaction, `commit` at its end, `forget` when it was undone.
 */
export class EntityIds {
  readonly #ids = new Map<string, number>()
  #generation: number | undefined
  readonly #find: Statement<[string], number>
  readonly #insert: Statement<[string]>
  readonly #deleteOrphan: Statement<[number], string>

  constructor(database: Database) {
    this.#find = database.prepare<[string], number>('SELECT id FROM entities WHERE key = ?').pluck()
    this.#insert = database.prepare('INSERT INTO entities (key) VALUES (?) ON CONFLICT DO NOTHING')
    this.#deleteOrphan = database
      .prepare<[number], string>(
        `DELETE FROM entities WHERE id = ? AND NOT EXISTS
        (SELECT 1 FROM incidences WHERE entity_id = entities.id) RETURNING key`,
      )
      .pluck()
  }

  /** `generation` is the one that the transaction sees: another process may have written since the last one. */
  begin(generation: number): void {
    if (generation !== this.#generation || this.#ids.size > MOST_REMEMBERED) this.forget()
  }

  commit(generation: number): void {
    this.#generation = generation
  }

  forget(): void {
    this.#ids.clear()
    this.#generation = undefined
  }

  /** @returns the id of an entity, which is stored if it is new. */
  idOf(key: string): number {
    const remembered = this.#ids.get(key)
    if (remembered !== undefined) return remembered
    const id = this.#store(key)
    this.#ids.set(key, id)
    return id
  }

  /** Inserts first and looks second, because most entities that are not remembered are new. */
  #store(key: string): number {
    const { changes, lastInsertRowid } = this.#insert.run(key)
    const id = changes === 1 ? Number(lastInsertRowid) : this.#find.get(key)
    if (id === undefined) throw new Error(`entity ${key} is neither new nor stored`)
    return id
  }

  /** Deletes those of the entities that no hyperedge mentions any more. */
  deleteOrphans(ids: Iterable<number>): void {
    for (const id of ids) {
      const key = this.#deleteOrphan.get(id)
      if (key !== undefined) this.#ids.delete(key)
    }
  }
}
