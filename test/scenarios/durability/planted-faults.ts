import type { FaultKind } from '../../../src/index.ts'

/** A way to damage an index that holds `plantedDocuments`, and what `verify` has to say about it. */
export interface PlantedFault {
  readonly name: string
  readonly sql: string
  readonly kind: FaultKind
  readonly message: RegExp
  /** What `rebuild` cannot bring back; undefined when it restores everything. */
  readonly lost?: RegExp
}

const UNIT =
  "(SELECT id FROM hyperedges WHERE document_id = (SELECT id FROM documents WHERE uri = 'town.md') AND ordinal = 1)"
const AT_UNIT = /^unit 1 of town\.md \(hyperedge \d+\): /
const at = (problem: string): RegExp => new RegExp(AT_UNIT.source + problem)
const AGAIN = 'index the document again from its source'

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a document without its original',
    sql: "UPDATE documents SET original_id = 'gone' WHERE uri = 'town.md'",
    kind: 'reference',
    message: /^town\.md: its original gone is not stored$/,
    lost: new RegExp(`^town\\.md: its original is gone; ${AGAIN}$`),
  },
  {
    name: 'a hyperedge without its document',
    sql: `UPDATE hyperedges SET document_id = 999 WHERE id = ${UNIT}`,
    kind: 'reference',
    message: /^row \d+ of hyperedges: it belongs to document 999, which is not stored$/,
  },
  {
    name: 'a cost without its tokenizer',
    sql: `UPDATE hyperedges SET tokenizer_id = 999 WHERE id = ${UNIT}`,
    kind: 'reference',
    message: at('its cost names tokenizer 999, which is not stored'),
  },
  {
    name: 'an incidence of no hyperedge',
    sql: "INSERT INTO incidences VALUES (999, 0, (SELECT min(id) FROM entities), 1, 0, '0')",
    kind: 'reference',
    message: /^row 999\/0 of incidences: it belongs to hyperedge 999, which is not stored$/,
  },
  {
    name: 'an incidence of no entity',
    sql: `UPDATE incidences SET entity_id = 99999 WHERE hyperedge_id = ${UNIT} AND position = 0`,
    kind: 'reference',
    message: /^row \d+\/0 of incidences: it mentions entity 99999, which is not stored$/,
  },
  {
    name: 'a vector of no hyperedge',
    sql: "INSERT INTO embeddings VALUES (999, x'00000000')",
    kind: 'reference',
    message: /^row 999 of embeddings: it belongs to hyperedge 999, which is not stored$/,
  },
  {
    name: 'an original that no document has',
    sql: "INSERT INTO originals VALUES ('loose', 2, 'utf-8', x'4142')",
    kind: 'orphan',
    message: /^row loose of originals: no document has this original, and it is not archived$/,
  },
  {
    name: 'an entity that no unit mentions',
    sql: "INSERT INTO entities (key) VALUES ('nobody')",
    kind: 'orphan',
    message: /^row \d+ of entities: no unit mentions this entity \(nobody\)$/,
  },
  {
    name: 'a wrong size of an original',
    sql: "UPDATE originals SET size_bytes = 1 WHERE id = (SELECT original_id FROM documents WHERE uri = 'town.md')",
    kind: 'value',
    message: /^row [0-9a-f]{64} of originals: its size is not 1 bytes/,
  },
  {
    name: 'an original that is no bytes',
    sql: "UPDATE originals SET bytes = 'text' WHERE id = (SELECT original_id FROM documents WHERE uri = 'town.md')",
    kind: 'value',
    message: /^row [0-9a-f]{64} of originals: its bytes are stored as text$/,
    lost: new RegExp(`^town\\.md: its original is damaged; ${AGAIN}$`),
  },
  {
    name: 'a vector that is no bytes',
    sql: `UPDATE embeddings SET vector = 'text' WHERE hyperedge_id = ${UNIT}`,
    kind: 'value',
    message: /^row \d+ of embeddings: its vector is stored as text$/,
  },
  {
    name: 'an unknown encoding',
    sql: "UPDATE originals SET encoding = 'morse' WHERE id = (SELECT original_id FROM documents WHERE uri = 'town.md')",
    kind: 'value',
    message: /^row [0-9a-f]{64} of originals: morse is no known encoding$/,
  },
  {
    name: 'a ledger entry that is no JSON object',
    sql: "INSERT INTO ledger VALUES (7, 0, 'compress', 'letters@1', '[]')",
    kind: 'value',
    message: /^row 7 of ledger: its time is no number, or its data is no JSON object$/,
    lost: /^entry 7 of the ledger: it could not be read and is gone$/,
  },
  {
    name: 'a record of a request that is no JSON object',
    sql: `INSERT INTO request_memory VALUES ('${'ab'.repeat(32)}', NULL, 1, 0, 2, '[]', '[]')`,
    kind: 'value',
    message: /^row (ab){32} of request_memory: its key is no hash, a number is none, or its data is no JSON object$/,
  },
  {
    name: 'a record of a request that leads to an original that is gone',
    sql: `INSERT INTO request_memory VALUES ('${'ab'.repeat(32)}', NULL, 1, 0, 2, '["gone"]', '{}')`,
    kind: 'reference',
    message: /^row (ab){32} of request_memory: the original gone that it leads to is not stored$/,
  },
  {
    name: 'metadata that is no JSON',
    sql: "UPDATE documents SET metadata = '{\"half' WHERE uri = 'town.md'",
    kind: 'value',
    message: /^town\.md: its metadata is no JSON object$/,
    lost: /^town\.md: its metadata could not be read and is gone$/,
  },
  {
    name: 'a flag that is neither set nor not',
    sql: "UPDATE documents SET stable = 7 WHERE uri = 'guide.md'",
    kind: 'value',
    message: /^guide\.md: whether it is stable is neither 0 nor 1, but 7$/,
  },
  {
    name: 'an unknown kind of unit',
    sql: `UPDATE hyperedges SET kind = 'poem' WHERE id = ${UNIT}`,
    kind: 'value',
    message: at('poem is no kind of unit'),
  },
  {
    name: 'a heading path that is no JSON',
    sql: `UPDATE hyperedges SET heading_path = 'Costs' WHERE id = ${UNIT}`,
    kind: 'value',
    message: at('its heading path is no JSON list'),
  },
  {
    name: 'a cost below zero',
    sql: `UPDATE hyperedges SET token_cost = -1 WHERE id = ${UNIT}`,
    kind: 'value',
    message: at('its token cost is -1, which is no number from 0'),
  },
  {
    name: 'a gap among the units of a document',
    sql: `UPDATE hyperedges SET ordinal = 77 WHERE id = ${UNIT}`,
    kind: 'value',
    message: /^town\.md: the ordinals of the units of this document are not 0 to one less than their number, \d+$/,
  },
  {
    name: 'sentences that are no numbers',
    sql: `UPDATE incidences SET sentences = 'first' WHERE hyperedge_id = ${UNIT} AND position = 0`,
    kind: 'value',
    message: /^row \d+\/0 of incidences: its fields \(weight, owned, sentences: .*first\) cannot be read$/,
  },
  {
    name: 'a generation that is no number',
    sql: "UPDATE meta SET value = 'many' WHERE key = 'generation'",
    kind: 'meta',
    message: /^row generation of meta: it must be a whole number, and is "many"$/,
  },
  {
    name: 'a counter of ids that lags behind',
    sql: "UPDATE meta SET value = '1' WHERE key = 'last-hyperedge-id'",
    kind: 'meta',
    message: /^row last-hyperedge-id of meta: it must be at least \d+, the greatest id in use, and is "1"$/,
  },
  {
    name: 'an index that does not say what it was built with',
    sql: "DELETE FROM meta WHERE key = 'embedder'",
    kind: 'meta',
    message: /^row embedder of meta: it must be the name of the embedder, and is undefined$/,
  },
  {
    name: 'an original with other bytes',
    sql: "UPDATE originals SET bytes = CAST(x'41' || substr(bytes, 2) AS BLOB) WHERE id = (SELECT original_id FROM documents WHERE uri = 'town.md')",
    kind: 'original',
    message: /^town\.md: the bytes of its original are not those that [0-9a-f]{64} names$/,
    lost: new RegExp(`^town\\.md: its original is damaged; ${AGAIN}$`),
  },
  {
    name: 'another title than the text has',
    sql: "UPDATE documents SET title = 'Village' WHERE uri = 'town.md'",
    kind: 'document',
    message: /^town\.md: its title is not “The town”$/,
  },
  {
    name: 'a span beyond the original',
    sql: `UPDATE hyperedges SET "end" = 1000000 WHERE id = ${UNIT}`,
    kind: 'span',
    message: at('its span \\d+-1000000 does not lie in the \\d+ bytes of its original'),
  },
  {
    name: 'a span that runs backwards',
    sql: `UPDATE hyperedges SET "end" = start - 1 WHERE id = ${UNIT}`,
    kind: 'span',
    message: at('its span \\d+-\\d+ does not lie'),
  },
  {
    name: 'another text than the span gives',
    sql: `UPDATE hyperedges SET text = text || '!' WHERE id = ${UNIT}`,
    kind: 'text',
    message: at('its text is not what its span gives'),
  },
  {
    name: 'another text hash',
    sql: `UPDATE hyperedges SET text_hash = 'abc' WHERE id = ${UNIT}`,
    kind: 'text',
    message: at('its text hash is not that of its kind and text'),
  },
  {
    name: 'a unit that is missing',
    sql: `DELETE FROM hyperedges WHERE id = (SELECT max(id) FROM hyperedges WHERE document_id = (SELECT id FROM documents WHERE uri = 'town.md'))`,
    kind: 'unit',
    message: /^town\.md: its original gives \d+ units, and \d+ are stored$/,
  },
  {
    name: 'another heading path',
    sql: `UPDATE hyperedges SET heading_path = '["Elsewhere"]' WHERE id = ${UNIT}`,
    kind: 'unit',
    message: at('its heading path is not what its original gives'),
  },
  {
    name: 'a kind of unit that the text is not',
    sql: `UPDATE hyperedges SET kind = 'code' WHERE id = ${UNIT}`,
    kind: 'unit',
    message: at('its kind is not what its original gives'),
  },
  {
    name: 'an entity too few',
    sql: `DELETE FROM incidences WHERE hyperedge_id = ${UNIT} AND position = 0`,
    kind: 'incidence',
    message: at('its entities are not those that its text mentions'),
  },
  {
    name: 'another weight of an entity',
    sql: `UPDATE incidences SET weight = weight + 1 WHERE hyperedge_id = ${UNIT} AND position = 0`,
    kind: 'incidence',
    message: at('its entities are not'),
  },
  {
    name: 'another cost',
    sql: `UPDATE hyperedges SET token_cost = token_cost + 1 WHERE id = ${UNIT}`,
    kind: 'cost',
    message: at('heuristic@1 counts \\d+ tokens, and \\d+ are stored'),
  },
  {
    name: 'a vector that is missing',
    sql: `DELETE FROM embeddings WHERE hyperedge_id = ${UNIT}`,
    kind: 'embedding',
    message: at('it has no vector'),
  },
  {
    name: 'a vector of another dimension',
    sql: `UPDATE embeddings SET vector = substr(vector, 1, 8) WHERE hyperedge_id = ${UNIT}`,
    kind: 'embedding',
    message: at('its vector has 2 numbers, and those of this index have 512'),
  },
  {
    name: 'a vector that breaks off within a number',
    sql: `UPDATE embeddings SET vector = CAST(vector || x'00' AS BLOB) WHERE hyperedge_id = ${UNIT}`,
    kind: 'embedding',
    message: at('its vector has 513 numbers'),
  },
  {
    name: 'a vector with NaN',
    sql: `UPDATE embeddings SET vector = CAST(x'0000c07f' || substr(vector, 5) AS BLOB) WHERE hyperedge_id = ${UNIT}`,
    kind: 'embedding',
    message: at('its vector holds something that is no finite number'),
  },
  {
    name: 'a vector of another length',
    sql: `UPDATE embeddings SET vector = zeroblob(2048) WHERE hyperedge_id = ${UNIT}`,
    kind: 'embedding',
    message: at('its vector has the length 0, not 1'),
  },
  {
    name: 'a saved graph of a generation to come',
    sql: `INSERT INTO vector_snapshots (generation, sha256, size_bytes, dimensions, vectors) VALUES (900, '${'0'.repeat(64)}', 1, 512, 1)`,
    kind: 'snapshot',
    message: /^row \d+ of vector_snapshots: it records a graph of generation 900, which this index cannot have saved$/,
  },
  {
    name: 'a piece of saved arrays that nothing describes',
    sql: "INSERT INTO saved_arrays (id, sha256, bytes) VALUES (0, 'x', x'00')",
    kind: 'snapshot',
    message: /^saved_arrays: nothing says what its pieces are$/,
  },
]
