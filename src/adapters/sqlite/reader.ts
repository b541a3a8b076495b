import type { Database, Statement } from 'better-sqlite3'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Original } from '../../domain/document.ts'
import type { Hyperedge, UnitKind } from '../../domain/hyperedge.ts'
import type { DocumentKey, DocumentRow } from '../../ports/store.ts'
import { documents, originals } from './schema.ts'

interface HyperedgeRecord {
  readonly id: number
  readonly document_id: number
  readonly ordinal: number
  readonly kind: UnitKind
  readonly start: number
  readonly end: number
  readonly token_cost: number
  readonly tokenizer: string
  readonly heading_path: string
  readonly opening: string
  readonly closing: string
  readonly text: string
}

/** Answers the questions of a running index about single documents and hyperedges. Synchronous; raises SQLite's own errors. */
export class Reader {
  readonly #documentByKey: ReturnType<typeof prepareDocumentByKey>
  readonly #documentsByOriginal: ReturnType<typeof prepareDocumentsByOriginal>
  readonly #original: ReturnType<typeof prepareOriginal>
  readonly #hyperedges: Statement<[string], HyperedgeRecord>

  constructor(database: Database) {
    const orm = drizzle(database)
    this.#documentByKey = prepareDocumentByKey(orm)
    this.#documentsByOriginal = prepareDocumentsByOriginal(orm)
    this.#original = prepareOriginal(orm)
    this.#hyperedges = database.prepare(
      `SELECT h.*, t.identity AS tokenizer FROM hyperedges h JOIN tokenizers t ON t.id = h.tokenizer_id
      WHERE h.id IN (SELECT value FROM json_each(?))`,
    )
  }

  findDocument({ collection, uri }: DocumentKey): DocumentRow | undefined {
    return this.#documentByKey.get({ collection, uri })
  }

  readOriginal(id: string): Original | undefined {
    return this.#original.get({ id })
  }

  documentsOfOriginal(id: string): readonly DocumentRow[] {
    return this.#documentsByOriginal.all({ id })
  }

  /** In the order of `ids`; unknown ones are left out. */
  readHyperedges(ids: readonly number[]): readonly Hyperedge[] {
    const records = new Map(this.#hyperedges.all(JSON.stringify(ids)).map((record) => [record.id, record]))
    return ids.flatMap((id) => {
      const record = records.get(id)
      return record ? toHyperedge(record) : []
    })
  }
}

function toHyperedge(record: HyperedgeRecord): Hyperedge {
  return {
    id: record.id,
    documentId: record.document_id,
    ordinal: record.ordinal,
    kind: record.kind,
    span: { start: record.start, end: record.end },
    text: record.text,
    headingPath: JSON.parse(record.heading_path),
    opening: record.opening,
    closing: record.closing,
    tokenCost: { tokens: record.token_cost, tokenizer: record.tokenizer },
  }
}

function prepareDocumentByKey(orm: BetterSQLite3Database) {
  const isKey = and(eq(documents.collection, sql.placeholder('collection')), eq(documents.uri, sql.placeholder('uri')))
  return orm.select().from(documents).where(isKey).prepare()
}

function prepareDocumentsByOriginal(orm: BetterSQLite3Database) {
  const hasOriginal = eq(documents.originalId, sql.placeholder('id'))
  return orm
    .select()
    .from(documents)
    .where(hasOriginal)
    .orderBy(asc(documents.collection), asc(documents.uri))
    .prepare()
}

function prepareOriginal(orm: BetterSQLite3Database) {
  const { id, bytes, encoding } = originals
  return orm
    .select({ id, bytes, encoding })
    .from(originals)
    .where(eq(id, sql.placeholder('id')))
    .prepare()
}
