import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { asc, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Original } from '../../domain/document.ts'
import { PackgraphError } from '../../domain/errors.ts'
import type { Fault } from '../../domain/fault.ts'
import type {
  DocumentRow,
  SavedArrays,
  ScannedEmbeddings,
  ScannedHyperedge,
  ScannedIncidence,
  StoredHyperedge,
  StoreInspection,
} from '../../ports/store.ts'
import { decodeOwned, decodeVectors, SentenceDecoder } from './codec.ts'
import { readEntityKeys } from './entity-keys.ts'
import { closedError, translateError } from './errors.ts'
import { findFaults } from './faults.ts'
import { memoised } from './memoised.ts'
import { Meta } from './meta.ts'
import { Reader } from './reader.ts'
import { readSavedArrays } from './saved-arrays.ts'
import { documents } from './schema.ts'
import { readStoredHyperedges } from './stored-hyperedges.ts'

const PAGE_ROWS = 2_000

/**
 * A read transaction on a connection of its own. Pages are fetched by key, each with one prepared query, and other work gets its turn between them. Rows
 * come as arrays, because naming the columns of a million rows costs more than reading them.
 */
export class SqliteSnapshot implements StoreInspection {
  readonly generation: number
  readonly #database: Database
  readonly #path: string
  readonly #onClose: (snapshot: SqliteSnapshot) => void
  readonly #searches = new Set<Generator<readonly Fault[], void>>()

  /** Takes over `database`, a connection that nothing else uses. Raises SQLite's own errors and then leaves it open. */
  constructor(database: Database, path: string, onClose: (snapshot: SqliteSnapshot) => void) {
    this.#database = database
    this.#path = path
    this.#onClose = onClose
    database.exec('BEGIN')
    // The first read fixes the state that all later ones see.
    this.generation = new Meta(database).generation()
  }

  async *documents(): AsyncGenerator<readonly DocumentRow[]> {
    const query = this.#prepare(() =>
      drizzle(this.#database)
        .select()
        .from(documents)
        .orderBy(asc(documents.collection), asc(documents.uri))
        .limit(PAGE_ROWS)
        .offset(sql.placeholder('offset'))
        .prepare(),
    )
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const rows = this.#read(() => query.all({ offset }))
      if (rows.length > 0) yield rows
      if (rows.length < PAGE_ROWS) return
      await nextTurn()
    }
  }

  async *hyperedges(documentIds?: readonly number[]): AsyncGenerator<readonly ScannedHyperedge[]> {
    const ids = this.#prepare(() =>
      this.#database.prepare<[], number>('SELECT id FROM documents ORDER BY collection, uri').pluck(),
    )
    const query = this.#prepare(() =>
      this.#database
        .prepare<[number, number, number], HyperedgeRow>(
          `SELECT id, ordinal, start, end, heading_path, text, text_hash FROM hyperedges
          WHERE document_id = ? AND ordinal > ? ORDER BY ordinal LIMIT ?`,
        )
        .raw(),
    )
    const headingPath = memoised((json): readonly string[] => Object.freeze(JSON.parse(json)))
    let page: ScannedHyperedge[] = []
    for (const documentId of documentIds ?? this.#read(() => ids.all())) {
      let lastOrdinal = -1
      let room: number
      let rows: readonly HyperedgeRow[]
      do {
        room = PAGE_ROWS - page.length
        rows = this.#read(() => query.all(documentId, lastOrdinal, room))
        for (const [id, ordinal, start, end, heading, text, textHash] of rows) {
          const span = { start, end }
          page.push({ id, documentId, ordinal, span, headingPath: headingPath(heading), text, textHash })
          lastOrdinal = ordinal
        }
        if (page.length === PAGE_ROWS) {
          yield page
          await nextTurn()
          page = []
        }
      } while (rows.length === room)
    }
    if (page.length > 0) yield page
  }

  async *incidences(documentIds?: readonly number[]): AsyncGenerator<readonly ScannedIncidence[]> {
    if (documentIds === undefined) yield* this.#allIncidences()
    else yield* this.#incidencesOf(documentIds)
  }

  async *#incidencesOf(documentIds: readonly number[]): AsyncGenerator<readonly ScannedIncidence[]> {
    const query = this.#prepare(() =>
      this.#database
        .prepare<[number, number, number, number], NamedIncidenceRow>(
          `SELECT hyperedge_id, position, entities.key, weight, owned, sentences
          FROM hyperedges CROSS JOIN incidences ON hyperedge_id = hyperedges.id CROSS JOIN entities ON entities.id = entity_id
          WHERE document_id = ? AND (hyperedge_id, position) > (?, ?) ORDER BY hyperedge_id, position LIMIT ?`,
        )
        .raw(),
    )
    const sentenceDecoder = new SentenceDecoder()
    for (const documentId of documentIds) {
      let rows: readonly NamedIncidenceRow[]
      let last: readonly [number, number] = [-1, -1]
      do {
        rows = this.#read(() => query.all(documentId, last[0], last[1], PAGE_ROWS))
        last = [rows.at(-1)?.[0] ?? -1, rows.at(-1)?.[1] ?? -1]
        if (rows.length > 0) yield rows.map((row) => toIncidence(row, row[2], sentenceDecoder))
        await nextTurn()
      } while (rows.length === PAGE_ROWS)
    }
  }

  async *#allIncidences(): AsyncGenerator<readonly ScannedIncidence[]> {
    // Joined here and not in SQL: one string per entity instead of one per row, and half the time.
    const entityById = await readEntityKeys(this.#database, (query) => this.#read(query))
    const query = this.#prepare(() =>
      this.#database
        .prepare<[number, number, number], IncidenceRow>(
          `SELECT hyperedge_id, position, entity_id, weight, owned, sentences FROM incidences
          WHERE (hyperedge_id, position) > (?, ?) ORDER BY hyperedge_id, position LIMIT ?`,
        )
        .raw(),
    )
    const sentenceDecoder = new SentenceDecoder()
    let last: readonly [number, number] = [-1, -1]
    for (;;) {
      const rows = this.#read(() => query.all(last[0], last[1], PAGE_ROWS))
      const final = rows.at(-1)
      if (!final) return
      last = [final[0], final[1]]
      yield rows.map((row) => toIncidence(row, entityById.get(row[2]) ?? '', sentenceDecoder))
      await nextTurn()
    }
  }

  async *embeddings(): AsyncGenerator<ScannedEmbeddings> {
    const query = this.#prepare(() =>
      this.#database
        .prepare<[number, number], EmbeddingRow>(
          'SELECT hyperedge_id, vector FROM embeddings WHERE hyperedge_id > ? ORDER BY hyperedge_id LIMIT ?',
        )
        .raw(),
    )
    let lastId = -1
    for (;;) {
      const rows = this.#read(() => query.all(lastId, PAGE_ROWS))
      const final = rows.at(-1)
      if (!final) return
      lastId = final[0]
      yield { ids: rows.map(([id]) => id), vectors: decodeVectors(rows.map(([, vector]) => vector)) }
      await nextTurn()
    }
  }

  async *hyperedgeIds(): AsyncGenerator<readonly number[]> {
    // The index by document holds all that is asked for, so the wide rows are never read.
    const query = this.#prepare(() =>
      this.#database
        .prepare<[number, number, number], readonly [documentId: number, ordinal: number, id: number]>(
          `SELECT document_id, ordinal, id FROM hyperedges WHERE (document_id, ordinal) > (?, ?)
          ORDER BY document_id, ordinal LIMIT ?`,
        )
        .raw(),
    )
    let last: readonly [number, number] = [-1, -1]
    for (;;) {
      const rows = this.#read(() => query.all(last[0], last[1], PAGE_ROWS))
      const final = rows.at(-1)
      if (!final) return
      last = [final[0], final[1]]
      yield rows.map(([, , id]) => id)
      await nextTurn()
    }
  }

  async original(id: string): Promise<Original | undefined> {
    return this.#read(() => new Reader(this.#database).readOriginal(id))
  }

  async *archivedAlone(): AsyncGenerator<readonly string[]> {
    const query = this.#prepare(() =>
      this.#database
        .prepare<[string, number], string>(
          `SELECT original_id FROM archive a WHERE original_id > ? AND NOT EXISTS
          (SELECT 1 FROM documents d WHERE d.original_id = a.original_id) ORDER BY original_id LIMIT ?`,
        )
        .pluck(),
    )
    let last: string | undefined = ''
    while (last !== undefined) {
      const ids: readonly string[] = this.#read(() => query.all(last ?? '', PAGE_ROWS))
      if (ids.length > 0) yield ids
      await nextTurn()
      last = ids.at(-1)
    }
  }

  async storedHyperedges(documentId: number): Promise<readonly StoredHyperedge[]> {
    await nextTurn()
    return this.#read(() => readStoredHyperedges(this.#database, documentId))
  }

  async *faults(): AsyncGenerator<readonly Fault[]> {
    const pages = this.#read(() => findFaults(this.#database, this.#path))
    this.#searches.add(pages)
    for (const page of pages) {
      yield page
      await nextTurn()
    }
  }

  async savedArrays(stamp: string): Promise<SavedArrays | undefined> {
    if (!this.#database.open) throw closedError(this.#path)
    try {
      return await readSavedArrays(this.#database, stamp)
    } catch (error) {
      // The driver says it of a closed connection with an error of its own.
      if (!this.#database.open) throw closedError(this.#path)
      const translated = translateError(error, this.#path)
      // They can be derived again, so damage to them alone is no reason to give up.
      if (translated instanceof PackgraphError && translated.code === 'INDEX_INVALID') return undefined
      throw translated
    }
  }

  async close(): Promise<void> {
    if (!this.#database.open) return
    // A query that has rows left keeps a connection from being closed.
    for (const search of this.#searches) search.return()
    this.#database.close()
    this.#onClose(this)
  }

  #prepare<Query>(make: () => Query): Query {
    return this.#read(make)
  }

  #read<Result>(query: () => Result): Result {
    if (!this.#database.open) throw closedError(this.#path)
    try {
      return query()
    } catch (error) {
      // Metadata is the only value that the driver parses.
      if (error instanceof SyntaxError) throw unreadable(this.#path, error)
      throw translateError(error, this.#path)
    }
  }
}

type HyperedgeRow = readonly [
  id: number,
  ordinal: number,
  start: number,
  end: number,
  headingPath: string,
  text: string,
  textHash: string,
]
type AnyIncidenceRow<Entity> = readonly [
  hyperedgeId: number,
  position: number,
  entity: Entity,
  weight: number,
  owned: number,
  sentences: string,
]
type IncidenceRow = AnyIncidenceRow<number>
type NamedIncidenceRow = AnyIncidenceRow<string>
type EmbeddingRow = readonly [hyperedgeId: number, vector: Uint8Array]

function toIncidence(
  [hyperedgeId, , , weight, owned, sentences]: AnyIncidenceRow<unknown>,
  entity: string,
  sentenceDecoder: SentenceDecoder,
): ScannedIncidence {
  return { hyperedgeId, entity, weight, owned: decodeOwned(owned), sentences: sentenceDecoder.decode(sentences) }
}

function unreadable(path: string, cause: SyntaxError): PackgraphError {
  return new PackgraphError('INDEX_INVALID', `${path} holds a document whose metadata cannot be read`, {
    facts: { path },
    hint: 'Let `verify` name it; `rebuild` makes the index readable again.',
    cause,
  })
}
