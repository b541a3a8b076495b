import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'

const QUERIES = [
  `SELECT collection, uri, original_id, content_hash, media_type, stable, title, metadata FROM documents ORDER BY collection, uri`,
  `SELECT id, size_bytes, encoding, hex(bytes) FROM originals ORDER BY id`,
  `SELECT d.uri, h.ordinal, h.kind, h.start, h."end", h.token_cost, t.identity, h.text_hash, h.heading_path, h.opening, h.closing, h.text, hex(e.vector)
    FROM hyperedges h JOIN documents d ON d.id = h.document_id JOIN tokenizers t ON t.id = h.tokenizer_id JOIN embeddings e ON e.hyperedge_id = h.id
    ORDER BY d.uri, h.ordinal`,
  `SELECT d.uri, h.ordinal, i.position, n.key, i.weight, i.owned, i.sentences
    FROM incidences i JOIN entities n ON n.id = i.entity_id JOIN hyperedges h ON h.id = i.hyperedge_id JOIN documents d ON d.id = h.document_id
    ORDER BY d.uri, h.ordinal, i.position`,
  'SELECT key FROM entities ORDER BY key',
]

/** Hash of everything that an index holds, but for ids and the path it was read from: equal digests mean equal answers. */
export function indexDigest(path: string): string {
  const database = new Database(path, { readonly: true })
  const hash = createHash('sha256')
  for (const query of QUERIES) {
    for (const row of database.prepare(query).raw().iterate()) hash.update(JSON.stringify(row))
    hash.update('\n')
  }
  database.close()
  return hash.digest('hex')
}
