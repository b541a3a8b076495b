import type { Database } from 'better-sqlite3'
import type { Repair } from '../../ports/store.ts'
import type { Archive } from './archive.ts'
import type { Meta } from './meta.ts'
import {
  DANGLING_DECISION,
  IMPOSSIBLE_ALIAS,
  IMPOSSIBLE_SNAPSHOT,
  UNREADABLE_DECISION,
  UNREADABLE_ENTRY,
} from './row-checks.ts'

/** Rows that belong to nothing, in an order in which no deletion makes work for an earlier one. */
const DELETIONS = [
  'DELETE FROM hyperedges WHERE document_id NOT IN (SELECT id FROM documents)',
  'DELETE FROM embeddings WHERE hyperedge_id NOT IN (SELECT id FROM hyperedges)',
  'DELETE FROM incidences WHERE hyperedge_id NOT IN (SELECT id FROM hyperedges) OR entity_id NOT IN (SELECT id FROM entities)',
  `DELETE FROM originals WHERE id NOT IN (SELECT original_id FROM documents) AND id NOT IN (SELECT original_id FROM archive)`,
  'DELETE FROM entities WHERE id NOT IN (SELECT entity_id FROM incidences)',
  `DELETE FROM vector_snapshots WHERE ${IMPOSSIBLE_SNAPSHOT}`,
  `DELETE FROM request_memory WHERE ${UNREADABLE_DECISION}`,
  `DELETE FROM request_memory WHERE key IN (${DANGLING_DECISION})`,
]

/** Values that a document's own rows, or nothing any more, can tell. What depends on an original is made anew by whoever reads originals. */
const CORRECTIONS = [
  `UPDATE originals SET encoding = CASE substr(bytes, 1, 2) WHEN x'fffe' THEN 'utf-16le' WHEN x'feff' THEN 'utf-16be' ELSE 'utf-8' END
    WHERE encoding NOT IN ('utf-8', 'utf-16le', 'utf-16be', 'latin1')`,
  'UPDATE originals SET size_bytes = length(bytes) WHERE size_bytes IS NOT length(bytes)',
  'UPDATE documents SET stable = stable <> 0 WHERE stable NOT IN (0, 1)',
  `UPDATE hyperedges SET heading_path = '[]'
    WHERE CASE WHEN json_valid(heading_path) THEN json_type(heading_path) <> 'array' ELSE 1 END`,
]

/** Metadata is known to the caller alone. The content hash goes with it, so that the next run over its source brings the document in again. */
const DROP_METADATA = `UPDATE documents SET metadata = '{}', content_hash = ''
  WHERE CASE WHEN json_valid(metadata) THEN json_type(metadata) <> 'object' ELSE 1 END RETURNING uri`

/**
 * Mends rows so that everything can be read and nothing is left over. Call it in a transaction. Raises SQLite's own errors.
 * @returns whether anything changed, and what is lost.
 */
export function repairRows(
  database: Database,
  meta: Meta,
  archive: Archive,
): { readonly changed: boolean; readonly lost: Repair['lost'] } {
  let changes = 0
  database.exec('REINDEX')
  for (const statement of [...DELETIONS, ...CORRECTIONS]) changes += database.prepare(statement).run().changes
  const stripped = database.prepare<[], string>(DROP_METADATA).pluck().all()
  const forgotten = database
    .prepare<[], number>(`DELETE FROM ledger WHERE ${UNREADABLE_ENTRY} RETURNING id`)
    .pluck()
    .all()
  const nameless = database
    .prepare<[], string>(`DELETE FROM archive WHERE ${IMPOSSIBLE_ALIAS} RETURNING original_id`)
    .pluck()
    .all()
  for (const originalId of nameless) archive.add(originalId)
  const counted = raiseCounters(database, meta)
  return {
    changed: changes + stripped.length + forgotten.length + nameless.length > 0 || counted,
    lost: [
      ...stripped.map((uri) => ({ uri, reason: 'its metadata could not be read and is gone' })),
      ...forgotten.map((id) => ({ uri: `entry ${id} of the ledger`, reason: 'it could not be read and is gone' })),
    ],
  }
}

/** Ids are never given out twice, so that the counter is at least the greatest. A generation that is no number starts again above all ids. */
function raiseCounters(database: Database, meta: Meta): boolean {
  const greatestId = database.prepare<[], number | null>('SELECT max(id) FROM hyperedges').pluck().get() ?? 0
  const last = meta.lastHyperedgeId()
  const generation = meta.generation()
  if (!(last >= greatestId)) meta.setLastHyperedgeId(greatestId)
  if (!Number.isSafeInteger(generation)) meta.setGeneration(greatestId)
  return !(last >= greatestId) || !Number.isSafeInteger(generation)
}
