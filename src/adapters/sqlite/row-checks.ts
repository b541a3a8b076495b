import type { FaultKind } from '../../domain/fault.ts'

/** A query that finds rows which break one promise of the schema. A sound index has none. */
export interface RowCheck {
  readonly kind: FaultKind
  readonly table: string
  /** What is wrong with a row that is found; `%` stands for its `detail`. */
  readonly problem: string
  /** Gives `row`, the key of the row, and where they are known `detail`, `collection`, `uri`, `hyperedgeId` and `ordinal`. */
  readonly sql: string
}

/** A ledger row that says nothing any more; a repair deletes it and tells. */
export const UNREADABLE_ENTRY = `typeof(at_ms) <> 'integer' OR CASE WHEN json_valid(data) THEN json_type(data) <> 'object' ELSE 1 END`

/** What was sent of a conversation and says nothing any more; a repair deletes it, and the next request decides again. */
export const UNREADABLE_DECISION: string = `length(key) <> 64 OR key GLOB '*[^0-9a-f]*' OR typeof(revision) <> 'integer' OR typeof(recorded_at_ms) <> 'integer'
  OR typeof(size_bytes) <> 'integer' OR CASE WHEN json_valid(original_ids) THEN json_type(original_ids) <> 'array' ELSE 1 END
  OR CASE WHEN json_valid(data) THEN json_type(data) <> 'object' ELSE 1 END`

/** Needs the table `request_memory` as `m`. */
const LOST_ORIGINALS = `SELECT value FROM json_each(CASE WHEN json_valid(m.original_ids) THEN m.original_ids ELSE '[]' END)
  WHERE NOT EXISTS (SELECT 1 FROM originals o WHERE o.id = value)`

/** It leads to something that is gone; a repair deletes it, and the next request archives that again. */
export const DANGLING_DECISION: string = `SELECT m.key FROM request_memory m WHERE EXISTS (${LOST_ORIGINALS})`

/** An alias that the archive never gave; a repair gives another. */
export const IMPOSSIBLE_ALIAS = 'length(alias) < 8 OR substr(original_id, 1, length(alias)) IS NOT alias'

const OF_DOCUMENT = 'd.id AS "row", d.collection, d.uri'
const OF_HYPEREDGE = 'h.id AS "row", h.id AS hyperedgeId, h.ordinal, d.collection, d.uri'
const HYPEREDGES = 'hyperedges h LEFT JOIN documents d ON d.id = h.document_id'

const REFERENCES: readonly RowCheck[] = [
  {
    kind: 'reference',
    table: 'documents',
    problem: 'its original % is not stored',
    sql: `SELECT ${OF_DOCUMENT}, d.original_id AS detail FROM documents d
      WHERE NOT EXISTS (SELECT 1 FROM originals o WHERE o.id = d.original_id)`,
  },
  {
    kind: 'reference',
    table: 'archive',
    problem: 'the original that it keeps is not stored',
    sql: `SELECT a.original_id AS "row" FROM archive a
      WHERE NOT EXISTS (SELECT 1 FROM originals o WHERE o.id = a.original_id)`,
  },
  {
    kind: 'reference',
    table: 'request_memory',
    problem: 'the original % that it leads to is not stored',
    sql: `SELECT m.key AS "row", (${LOST_ORIGINALS} LIMIT 1) AS detail FROM request_memory m WHERE m.key IN (${DANGLING_DECISION})`,
  },
  {
    kind: 'reference',
    table: 'hyperedges',
    problem: 'it belongs to document %, which is not stored',
    sql: `SELECT h.id AS "row", h.document_id AS detail FROM hyperedges h
      WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = h.document_id)`,
  },
  {
    kind: 'reference',
    table: 'hyperedges',
    problem: 'its cost names tokenizer %, which is not stored',
    sql: `SELECT ${OF_HYPEREDGE}, h.tokenizer_id AS detail FROM ${HYPEREDGES}
      WHERE NOT EXISTS (SELECT 1 FROM tokenizers t WHERE t.id = h.tokenizer_id)`,
  },
  {
    kind: 'reference',
    table: 'incidences',
    problem: 'it belongs to hyperedge %, which is not stored',
    sql: `SELECT i.hyperedge_id || '/' || i.position AS "row", i.hyperedge_id AS detail FROM incidences i
      WHERE NOT EXISTS (SELECT 1 FROM hyperedges h WHERE h.id = i.hyperedge_id)`,
  },
  {
    kind: 'reference',
    table: 'incidences',
    problem: 'it mentions entity %, which is not stored',
    sql: `SELECT i.hyperedge_id || '/' || i.position AS "row", i.entity_id AS detail FROM incidences i
      WHERE NOT EXISTS (SELECT 1 FROM entities e WHERE e.id = i.entity_id)`,
  },
  {
    kind: 'reference',
    table: 'embeddings',
    problem: 'it belongs to hyperedge %, which is not stored',
    sql: `SELECT e.hyperedge_id AS "row", e.hyperedge_id AS detail FROM embeddings e
      WHERE NOT EXISTS (SELECT 1 FROM hyperedges h WHERE h.id = e.hyperedge_id)`,
  },
]

const ORPHANS: readonly RowCheck[] = [
  {
    kind: 'orphan',
    table: 'originals',
    problem: 'no document has this original, and it is not archived',
    sql: `SELECT o.id AS "row" FROM originals o WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.original_id = o.id)
      AND NOT EXISTS (SELECT 1 FROM archive a WHERE a.original_id = o.id)`,
  },
  {
    kind: 'orphan',
    table: 'entities',
    problem: 'no unit mentions this entity (%)',
    sql: `SELECT e.id AS "row", e.key AS detail FROM entities e
      WHERE NOT EXISTS (SELECT 1 FROM incidences i WHERE i.entity_id = e.id)`,
  },
]

const VALUES: readonly RowCheck[] = [
  {
    kind: 'value',
    table: 'originals',
    problem: 'its size is not % bytes, as its row says',
    sql: 'SELECT id AS "row", size_bytes AS detail FROM originals WHERE size_bytes IS NOT length(bytes)',
  },
  {
    kind: 'value',
    table: 'originals',
    problem: 'its bytes are stored as %',
    sql: `SELECT id AS "row", typeof(bytes) AS detail FROM originals WHERE typeof(bytes) <> 'blob'`,
  },
  {
    kind: 'value',
    table: 'embeddings',
    problem: 'its vector is stored as %',
    sql: `SELECT hyperedge_id AS "row", typeof(vector) AS detail FROM embeddings WHERE typeof(vector) <> 'blob'`,
  },
  {
    kind: 'value',
    table: 'originals',
    problem: '% is no known encoding',
    sql: `SELECT id AS "row", encoding AS detail FROM originals WHERE encoding NOT IN ('utf-8', 'utf-16le', 'utf-16be', 'latin1')`,
  },
  {
    kind: 'value',
    table: 'archive',
    problem: 'its alias % is not the beginning of its id, 8 digits or more',
    sql: `SELECT original_id AS "row", alias AS detail FROM archive WHERE ${IMPOSSIBLE_ALIAS}`,
  },
  {
    kind: 'value',
    table: 'ledger',
    problem: 'its time is no number, or its data is no JSON object',
    sql: `SELECT id AS "row" FROM ledger WHERE ${UNREADABLE_ENTRY}`,
  },
  {
    kind: 'value',
    table: 'request_memory',
    problem: 'its key is no hash, a number is none, or its data is no JSON object',
    sql: `SELECT key AS "row" FROM request_memory WHERE ${UNREADABLE_DECISION}`,
  },
  {
    kind: 'value',
    table: 'documents',
    problem: 'its metadata is no JSON object',
    sql: `SELECT ${OF_DOCUMENT} FROM documents d
      WHERE CASE WHEN json_valid(d.metadata) THEN json_type(d.metadata) <> 'object' ELSE 1 END`,
  },
  {
    kind: 'value',
    table: 'documents',
    problem: 'whether it is stable is neither 0 nor 1, but %',
    sql: `SELECT ${OF_DOCUMENT}, d.stable AS detail FROM documents d WHERE d.stable NOT IN (0, 1)`,
  },
  {
    kind: 'value',
    table: 'hyperedges',
    problem: '% is no kind of unit',
    sql: `SELECT ${OF_HYPEREDGE}, h.kind AS detail FROM ${HYPEREDGES} WHERE h.kind NOT IN ('passage', 'list', 'table', 'code', 'data')`,
  },
  {
    kind: 'value',
    table: 'hyperedges',
    problem: 'its heading path is no JSON list',
    sql: `SELECT ${OF_HYPEREDGE} FROM ${HYPEREDGES}
      WHERE CASE WHEN json_valid(h.heading_path) THEN json_type(h.heading_path) <> 'array' ELSE 1 END`,
  },
  {
    kind: 'value',
    table: 'hyperedges',
    problem: 'its token cost is %, which is no number from 0',
    sql: `SELECT ${OF_HYPEREDGE}, h.token_cost AS detail FROM ${HYPEREDGES}
      WHERE typeof(h.token_cost) NOT IN ('real', 'integer') OR h.token_cost < 0 OR h.token_cost > 9e15`,
  },
  {
    kind: 'value',
    table: 'hyperedges',
    problem: 'the ordinals of the units of this document are not 0 to one less than their number, %',
    sql: `SELECT ${OF_DOCUMENT}, count(*) AS detail FROM hyperedges h JOIN documents d ON d.id = h.document_id
      GROUP BY h.document_id HAVING min(h.ordinal) <> 0 OR max(h.ordinal) <> count(*) - 1`,
  },
  {
    kind: 'value',
    table: 'incidences',
    problem: 'its fields (weight, owned, sentences: %) cannot be read',
    sql: `SELECT hyperedge_id || '/' || position AS "row", weight || '; ' || owned || '; ' || sentences AS detail FROM incidences
      WHERE typeof(weight) NOT IN ('real', 'integer') OR weight <= 0 OR owned NOT IN (0, 1, 2) OR sentences GLOB '*[^0-9,]*'`,
  },
]

/** A saved graph only replaces work: a record that cannot be right is deleted by a repair, and the graph is made again. */
export const IMPOSSIBLE_SNAPSHOT = `generation > (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation')
  OR length(sha256) <> 64 OR sha256 GLOB '*[^0-9a-f]*' OR size_bytes < 0 OR dimensions < 1 OR vectors < 0`

const SNAPSHOTS: readonly RowCheck[] = [
  {
    kind: 'snapshot',
    table: 'vector_snapshots',
    problem: 'it records a graph of generation %, which this index cannot have saved',
    sql: `SELECT id AS "row", generation AS detail FROM vector_snapshots WHERE ${IMPOSSIBLE_SNAPSHOT}`,
  },
]

/** Every check of rows, in the order in which faults are told: the cause before its effects. */
export const ROW_CHECKS: readonly RowCheck[] = [...REFERENCES, ...ORPHANS, ...VALUES, ...SNAPSHOTS]
