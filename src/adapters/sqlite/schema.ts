import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Metadata, TextEncodingName } from '../../domain/document.ts'
import type { UnitKind } from '../../domain/hyperedge.ts'
import { ORIGINAL_OF_ENTRY, SESSION_OF_ENTRY } from './ledger-keys.ts'
import type { Table } from './table-type.ts'

/*
 * The source of `migrations/`: change it, run `npx drizzle-kit generate --name <what changes>`, read the SQL, commit both. Migrations are append-only.
 * Long columns stand last, so that reading the short ones never walks the overflow pages of a row.
 */

/** Facts about the whole index: its generation, what it was built with, the last hyperedge id given out. */
export const meta: Table<'meta', { key: string; value: string }> = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** Bytes as they came, named by their SHA-256. */
export const originals: Table<
  'originals',
  { id: string; sizeBytes: number; encoding: TextEncodingName; bytes: Uint8Array }
> = sqliteTable('originals', {
  id: text().primaryKey(),
  sizeBytes: integer('size_bytes').notNull(),
  encoding: text().$type<TextEncodingName>().notNull(),
  bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
})

/** Originals that are kept for good, and their short names. */
export const archive: Table<'archive', { originalId: string; alias: string }> = sqliteTable('archive', {
  originalId: text('original_id')
    .primaryKey()
    .references(() => originals.id),
  alias: text().notNull().unique(),
})

/** Named originals. An id is never used twice, because other processes may remember it. */
export const documents: Table<
  'documents',
  {
    id: number
    collection: string
    uri: string
    originalId: string
    contentHash: string
    mediaType: string
    stable: boolean
    origin: string
    title: string
    metadata: Metadata
  }
> = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    collection: text().notNull(),
    uri: text().notNull(),
    originalId: text('original_id')
      .notNull()
      .references(() => originals.id),
    contentHash: text('content_hash').notNull(),
    mediaType: text('media_type').notNull(),
    stable: integer({ mode: 'boolean' }).notNull(),
    origin: text().notNull(),
    title: text().notNull(),
    metadata: text({ mode: 'json' }).$type<Metadata>().notNull(),
  },
  (table) => [
    uniqueIndex('documents_by_key').on(table.collection, table.uri),
    index('documents_by_original').on(table.originalId),
  ],
)

/** Identities of the tokenizers that made stored costs. */
export const tokenizers: Table<'tokenizers', { id: number; identity: string }> = sqliteTable('tokenizers', {
  id: integer().primaryKey(),
  identity: text().notNull().unique(),
})

/** Units of context. Ids come from a counter in `meta` and are never used twice. */
export const hyperedges: Table<
  'hyperedges',
  {
    id: number
    documentId: number
    ordinal: number
    kind: UnitKind
    start: number
    end: number
    tokenCost: number
    tokenizerId: number
    textHash: string
    headingPath: readonly string[]
    opening: string
    closing: string
    text: string
  }
> = sqliteTable(
  'hyperedges',
  {
    id: integer().primaryKey(),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    kind: text().$type<UnitKind>().notNull(),
    start: integer().notNull(),
    end: integer().notNull(),
    tokenCost: real('token_cost').notNull(),
    tokenizerId: integer('tokenizer_id')
      .notNull()
      .references(() => tokenizers.id),
    textHash: text('text_hash').notNull(),
    headingPath: text('heading_path', { mode: 'json' }).$type<readonly string[]>().notNull(),
    opening: text().notNull(),
    closing: text().notNull(),
    text: text().notNull(),
  },
  (table) => [uniqueIndex('hyperedges_by_document').on(table.documentId, table.ordinal)],
)

/** Vertices: each entity that some hyperedge mentions. */
export const entities: Table<'entities', { id: number; key: string }> = sqliteTable('entities', {
  id: integer().primaryKey(),
  key: text().notNull().unique(),
})

/**
 * Which hyperedge mentions which entity. The migration adds WITHOUT ROWID by hand, which drizzle cannot say: rows then lie in the order in which a scan wants
 * them, and are written once instead of twice.
 */
export const incidences: Table<
  'incidences',
  { hyperedgeId: number; position: number; entityId: number; weight: number; owned: number; sentences: string }
> = sqliteTable(
  'incidences',
  {
    hyperedgeId: integer('hyperedge_id')
      .notNull()
      .references(() => hyperedges.id, { onDelete: 'cascade' }),
    /** Place among the incidences of the hyperedge, from 0. */
    position: integer().notNull(),
    entityId: integer('entity_id')
      .notNull()
      .references(() => entities.id),
    weight: real().notNull(),
    /** See `encodeOwned`. */
    owned: integer().notNull(),
    /** Sentence numbers joined by commas. */
    sentences: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hyperedgeId, table.position] }),
    // Answers "does anything still mention this entity?".
    index('incidences_by_entity').on(table.entityId),
  ],
)

/** Saved graphs over vectors: what their files, which lie beside the index, must be. */
export const vectorSnapshots: Table<
  'vector_snapshots',
  { id: number; generation: number; sha256: string; sizeBytes: number; dimensions: number; vectors: number }
> = sqliteTable('vector_snapshots', {
  /** Rises with each record. */
  id: integer().primaryKey({ autoIncrement: true }),
  generation: integer().notNull(),
  sha256: text().notNull().unique(),
  sizeBytes: integer('size_bytes').notNull(),
  dimensions: integer().notNull(),
  vectors: integer().notNull(),
})

/** Pieces of arrays that are derived from the rows of one state; the entry `saved-arrays` of `meta` says which. Disposable. */
export const savedArrays: Table<'saved_arrays', { id: number; sha256: string; bytes: Uint8Array }> = sqliteTable(
  'saved_arrays',
  {
    /** Place of the piece among all, from 0. */
    id: integer().primaryKey(),
    sha256: text().notNull(),
    bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
  },
)

/** What was saved, and when: one row for each event, never changed. `data` is what its kind says, as JSON. */
export const ledger: Table<'ledger', { id: number; atMs: number; kind: string; tokenizer: string; data: string }> =
  sqliteTable(
    'ledger',
    {
      id: integer().primaryKey({ autoIncrement: true }),
      atMs: integer('at_ms').notNull(),
      kind: text().notNull(),
      tokenizer: text().notNull(),
      data: text().notNull(),
    },
    (table) => [
      index('ledger_by_time').on(table.atMs),
      index('ledger_by_session').on(sql.raw(SESSION_OF_ENTRY)),
      index('ledger_by_original').on(sql.raw(ORIGINAL_OF_ENTRY)),
    ],
  )

/** What was sent of conversations, by hashes of their beginnings. `data` is what the memory of requests says, as JSON. Made again by the next request where it is lost. */
export const requestMemory: Table<
  'request_memory',
  {
    key: string
    previousKey: string | null
    revision: number
    recordedAtMs: number
    sizeBytes: number
    originalIds: string
    data: string
  }
> = sqliteTable('request_memory', {
  key: text().primaryKey(),
  previousKey: text('previous_key'),
  revision: integer().notNull(),
  recordedAtMs: integer('recorded_at_ms').notNull(),
  /** Of `data`. */
  sizeBytes: integer('size_bytes').notNull(),
  /** A JSON list. */
  originalIds: text('original_ids').notNull(),
  data: text().notNull(),
})

/** One vector a hyperedge: float32, little-endian. */
export const embeddings: Table<'embeddings', { hyperedgeId: number; vector: Uint8Array }> = sqliteTable('embeddings', {
  hyperedgeId: integer('hyperedge_id')
    .primaryKey()
    .references(() => hyperedges.id, { onDelete: 'cascade' }),
  vector: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
})

/** Outputs of tools as they were handed on, by conversation: what makes a later one a duplicate. */
export const toolCalls: Table<
  'tool_calls',
  {
    id: number
    sessionId: string
    callHash: string
    seenAtMs: number
    route: string
    adopted: boolean
    tokenizer: string
    tokensBefore: number
    tokensAfter: number
  }
> = sqliteTable(
  'tool_calls',
  {
    id: integer().primaryKey(),
    sessionId: text('session_id').notNull(),
    callHash: text('call_hash').notNull(),
    seenAtMs: integer('seen_at_ms').notNull(),
    route: text().notNull(),
    adopted: integer({ mode: 'boolean' }).notNull(),
    tokenizer: text().notNull(),
    tokensBefore: integer('tokens_before').notNull(),
    tokensAfter: integer('tokens_after').notNull(),
  },
  (table) => [index('tool_calls_by_session').on(table.sessionId, table.callHash)],
)
