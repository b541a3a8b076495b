import type { Database, Statement } from 'better-sqlite3'
import type { ArchivedOriginal } from '../../ports/store.ts'

/** Digits of the shortest alias: 32 bits, so that a few thousand originals rarely need a longer one. */
const LEAST_ALIAS_DIGITS = 8
const ID_DIGITS = 64
const ALIAS_OR_ID = /^[0-9a-f]{8,64}$/

/** The list of originals that are kept for good. Synchronous; raises SQLite's own errors. */
export class Archive {
  readonly #aliasOf: Statement<[string], string>
  readonly #isTaken: Statement<{ from: string; to: string; originalId: string }, number>
  readonly #insert: Statement<[string, string]>
  readonly #find: Statement<{ text: string; to: string }, string>

  constructor(database: Database) {
    this.#aliasOf = database.prepare<[string], string>('SELECT alias FROM archive WHERE original_id = ?').pluck()
    this.#isTaken = database
      .prepare<{ from: string; to: string; originalId: string }, number>(
        'SELECT 1 FROM archive WHERE original_id >= @from AND original_id < @to AND original_id <> @originalId',
      )
      .pluck()
    this.#insert = database.prepare('INSERT INTO archive (original_id, alias) VALUES (?, ?)')
    this.#find = database
      .prepare<{ text: string; to: string }, string>(
        `SELECT original_id FROM archive WHERE original_id >= @text AND original_id < @to
        AND substr(@text, 1, length(alias)) = alias`,
      )
      .pluck()
  }

  /** Call it in a transaction that holds the write lock, with the original stored. */
  add(originalId: string): ArchivedOriginal {
    const alias = this.#aliasOf.get(originalId) ?? this.#newAlias(originalId)
    return { originalId, alias }
  }

  /**
   * The one archived original that an alias, or a longer beginning of an id, stands for. There is never a second: when an alias is given, no other archived id
   * begins with it, and an id that comes later and does gets an alias that goes beyond what the two have in common.
   */
  resolve(text: string): string | undefined {
    return ALIAS_OR_ID.test(text) ? this.#find.get({ text, to: after(text) }) : undefined
  }

  #newAlias(originalId: string): string {
    let digits = LEAST_ALIAS_DIGITS
    while (digits < ID_DIGITS && this.#begins(originalId.slice(0, digits), originalId)) digits += 1
    const alias = originalId.slice(0, digits)
    this.#insert.run(originalId, alias)
    return alias
  }

  /** Whether the id of another archived original begins with these digits. */
  #begins(from: string, originalId: string): boolean {
    return this.#isTaken.get({ from, to: after(from), originalId }) !== undefined
  }
}

/** Sorts after every id that begins with these digits, and before every other greater one. */
function after(digits: string): string {
  return `${digits}g`
}
