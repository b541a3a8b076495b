import type { Database, Statement } from 'better-sqlite3'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { Original } from '../../domain/document.ts'
import type { Hyperedge, UnitKind } from '../../domain/hyperedge.ts'
import type { DocumentKey, DocumentRow, ScannedEmbeddings } from '../../ports/store.ts'
import { decodeVectors } from './codec.ts'
import { documents, originals } from './schema.ts'

/** A row as a list: naming its fields would cost as much again as reading it. */
type HyperedgeRow = readonly [
  id: number,
  documentId: number,
  ordinal: number,
  kind: UnitKind,
  start: number,
  end: number,
  tokens: number,
  tokenizer: string,
  headingPath: string,
  opening: string,
  closing: string,
  text: string,
]

/** Answers the questions of a running index about single documents and hyperedges. Synchronous; raises SQLite's own errors. */
export class Reader {
  readonly #documentByKey: ReturnType<typeof prepareDocumentByKey>
  readonly #documentsByOriginal: ReturnType<typeof prepareDocumentsByOriginal>
  readonly #original: ReturnType<typeof prepareOriginal>
  readonly #hasOriginal: Statement<[string], number>
  readonly #hyperedges: Statement<[string], HyperedgeRow>
  readonly #embeddings: Statement<[string], readonly [id: number, vector: Uint8Array]>

  constructor(database: Database) {
    const orm = drizzle(database)
    this.#documentByKey = prepareDocumentByKey(orm)
    this.#documentsByOriginal = prepareDocumentsByOriginal(orm)
    this.#original = prepareOriginal(orm)
    this.#hasOriginal = database.prepare<[string], number>('SELECT 1 FROM originals WHERE id = ?').pluck()
    this.#hyperedges = database
      .prepare<[string], HyperedgeRow>(
        `SELECT h.id, h.document_id, h.ordinal, h.kind, h.start, h."end", h.token_cost, t.identity, h.heading_path, h.opening, h.closing, h.text
        FROM hyperedges h JOIN tokenizers t ON t.id = h.tokenizer_id WHERE h.id IN (SELECT value FROM json_each(?))`,
      )
      .raw()
    this.#embeddings = database
      .prepare<[string], readonly [id: number, vector: Uint8Array]>(
        `SELECT e.hyperedge_id, e.vector FROM json_each(?) AS wanted JOIN embeddings e ON e.hyperedge_id = wanted.value
        ORDER BY wanted.key`,
      )
      .raw()
  }

  findDocument({ collection, uri }: DocumentKey): DocumentRow | undefined {
    return this.#documentByKey.get({ collection, uri })
  }

  readOriginal(id: string): Original | undefined {
    return this.#original.get({ id })
  }

  hasOriginal(id: string): boolean {
    return this.#hasOriginal.get(id) !== undefined
  }

  documentsOfOriginal(id: string): readonly DocumentRow[] {
    return this.#documentsByOriginal.all({ id })
  }

  /** In the order of `ids`; unknown ones are left out. */
  readHyperedges(ids: readonly number[]): readonly Hyperedge[] {
    const rows = new Map(this.#hyperedges.all(JSON.stringify(ids)).map((row) => [row[0], row]))
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? toHyperedge(row) : []
    })
  }

  /** In the order of `ids`; unknown ones are left out. */
  readEmbeddings(ids: readonly number[]): ScannedEmbeddings {
    const rows = this.#embeddings.all(JSON.stringify(ids))
    return { ids: rows.map(([id]) => id), vectors: decodeVectors(rows.map(([, vector]) => vector)) }
  }
}

function toHyperedge(row: HyperedgeRow): Hyperedge {
  const [id, documentId, ordinal, kind, start, end, tokens, tokenizer, headingPath, opening, closing, text] = row
  return {
    id,
    documentId,
    ordinal,
    kind,
    span: { start, end },
    text,
    headingPath: headingPath === NO_HEADINGS ? [] : JSON.parse(headingPath),
    opening,
    closing,
    tokenCost: { tokens, tokenizer },
  }
}

const NO_HEADINGS = '[]'

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
