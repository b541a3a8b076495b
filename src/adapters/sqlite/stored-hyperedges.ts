import type { Database } from 'better-sqlite3'
import type { Incidence, UnitKind } from '../../domain/hyperedge.ts'
import type { StoredHyperedge } from '../../ports/store.ts'
import { decodeOwned, decodeVectors, SentenceDecoder } from './codec.ts'

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT

/** Everything that is stored of a document's hyperedges, by ordinal. What cannot be read comes as an empty value and stops nothing. Raises SQLite's own errors. */
export function readStoredHyperedges(database: Database, documentId: number): readonly StoredHyperedge[] {
  const incidences = readIncidences(database, documentId)
  return database
    .prepare<[number], Row>(
      `SELECT h.id, h.ordinal, h.kind, h.start, h."end", h.token_cost, coalesce(t.identity, ''), h.text_hash, h.heading_path, h.opening, h.closing, h.text,
        e.vector
      FROM hyperedges h LEFT JOIN tokenizers t ON t.id = h.tokenizer_id LEFT JOIN embeddings e ON e.hyperedge_id = h.id
      WHERE h.document_id = ? ORDER BY h.ordinal`,
    )
    .raw()
    .all(documentId)
    .map(([id, ordinal, kind, start, end, tokens, tokenizer, textHash, headings, opening, closing, text, vector]) => ({
      id,
      documentId,
      ordinal,
      kind,
      span: { start, end },
      text,
      headingPath: listOf(headings),
      opening,
      closing,
      tokenCost: { tokens, tokenizer },
      textHash,
      incidences: incidences.get(id) ?? [],
      embedding: vector === null ? undefined : vectorOf(vector),
    }))
}

function readIncidences(database: Database, documentId: number): ReadonlyMap<number, readonly Incidence[]> {
  const rows = database
    .prepare<[number], IncidenceRow>(
      `SELECT i.hyperedge_id, coalesce(e.key, ''), i.weight, i.owned, i.sentences
      FROM hyperedges h JOIN incidences i ON i.hyperedge_id = h.id LEFT JOIN entities e ON e.id = i.entity_id
      WHERE h.document_id = ? ORDER BY i.hyperedge_id, i.position`,
    )
    .raw()
    .all(documentId)
  const sentenceDecoder = new SentenceDecoder()
  const byHyperedge = new Map<number, Incidence[]>()
  for (const [hyperedgeId, entity, weight, owned, sentences] of rows) {
    const ofHyperedge = byHyperedge.get(hyperedgeId) ?? []
    byHyperedge.set(hyperedgeId, ofHyperedge)
    ofHyperedge.push({ entity, weight, owned: decodeOwned(owned), sentences: sentenceDecoder.decode(sentences) })
  }
  return byHyperedge
}

function listOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** What is no blob has no vector to read. Bytes that make no whole number of values count as one more, so that the dimension is wrong as well. */
function vectorOf(blob: unknown): Float32Array {
  if (!(blob instanceof Uint8Array)) return new Float32Array()
  const padded = new Uint8Array(Math.ceil(blob.byteLength / FLOAT_BYTES) * FLOAT_BYTES)
  padded.set(blob)
  return decodeVectors([padded])
}

type Row = readonly [
  id: number,
  ordinal: number,
  kind: UnitKind,
  start: number,
  end: number,
  tokens: number,
  tokenizer: string,
  textHash: string,
  headingPath: string,
  opening: string,
  closing: string,
  text: string,
  vector: Uint8Array | null,
]
type IncidenceRow = readonly [hyperedgeId: number, entity: string, weight: number, owned: number, sentences: string]
