import type { Database, Statement } from 'better-sqlite3'
import type { DocumentDraft, HyperedgeDraft } from '../../ports/store.ts'
import { encodeOwned, encodeSentences, encodeVector } from './codec.ts'
import type { EntityIds } from './entity-ids.ts'
import type { OriginalInserter } from './original-inserter.ts'
import type { TokenizerIds } from './tokenizer-ids.ts'

type Value = string | number | Uint8Array

/**
 * Inserts documents with all that belongs to them. The hot path of indexing: ten rows a hyperedge, so every statement is prepared once and bound by
 * position.
 */
export class DocumentInserter {
  readonly #originals: OriginalInserter
  readonly #insertDocument: Statement<Value[]>
  readonly #insertHyperedge: Statement<Value[]>
  readonly #insertIncidence: Statement<Value[]>
  readonly #insertEmbedding: Statement<Value[]>
  readonly #entities: EntityIds
  readonly #tokenizers: TokenizerIds

  constructor(database: Database, originals: OriginalInserter, entities: EntityIds, tokenizers: TokenizerIds) {
    this.#originals = originals
    this.#entities = entities
    this.#tokenizers = tokenizers
    const insert = (table: string, columns: readonly string[]): Statement<Value[]> =>
      database.prepare(
        `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
      )
    this.#insertDocument = insert('documents', DOCUMENT_COLUMNS)
    this.#insertHyperedge = insert('hyperedges', HYPEREDGE_COLUMNS)
    this.#insertIncidence = insert('incidences', INCIDENCE_COLUMNS)
    this.#insertEmbedding = insert('embeddings', ['hyperedge_id', 'vector'])
  }

  /**
   * Inserts a document whose key is free. Its hyperedges get the ids that follow `lastHyperedgeId`.
   * @returns the last id given out.
   */
  insert({ document, original, contentHash, hyperedges }: DocumentDraft, lastHyperedgeId: number): number {
    this.#originals.insert(original)
    const { lastInsertRowid } = this.#insertDocument.run(
      document.collection,
      document.uri,
      original.id,
      contentHash,
      document.mediaType,
      document.stable ? 1 : 0,
      document.origin,
      document.title,
      JSON.stringify(document.metadata),
    )
    const documentId = Number(lastInsertRowid)
    let hyperedgeId = lastHyperedgeId
    for (const hyperedge of hyperedges) {
      hyperedgeId += 1
      this.#insertHyperedgeOf(documentId, hyperedgeId, hyperedge)
    }
    return hyperedgeId
  }

  #insertHyperedgeOf(documentId: number, id: number, hyperedge: HyperedgeDraft): void {
    this.#insertHyperedge.run(
      id,
      documentId,
      hyperedge.ordinal,
      hyperedge.kind,
      hyperedge.span.start,
      hyperedge.span.end,
      hyperedge.tokenCost.tokens,
      this.#tokenizers.idOf(hyperedge.tokenCost.tokenizer),
      hyperedge.textHash,
      JSON.stringify(hyperedge.headingPath),
      hyperedge.opening,
      hyperedge.closing,
      hyperedge.text,
    )
    this.#insertEmbedding.run(id, encodeVector(hyperedge.embedding))
    let position = 0
    for (const { entity, weight, owned, sentences } of hyperedge.incidences) {
      const entityId = this.#entities.idOf(entity)
      this.#insertIncidence.run(id, position, entityId, weight, encodeOwned(owned), encodeSentences(sentences))
      position += 1
    }
  }
}

const DOCUMENT_COLUMNS = [
  'collection',
  'uri',
  'original_id',
  'content_hash',
  'media_type',
  'stable',
  'origin',
  'title',
  'metadata',
] as const

const HYPEREDGE_COLUMNS = [
  'id',
  'document_id',
  'ordinal',
  'kind',
  'start',
  'end',
  'token_cost',
  'tokenizer_id',
  'text_hash',
  'heading_path',
  'opening',
  'closing',
  'text',
] as const

const INCIDENCE_COLUMNS = ['hyperedge_id', 'position', 'entity_id', 'weight', 'owned', 'sentences'] as const
