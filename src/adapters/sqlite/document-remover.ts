import type { Database, Statement } from 'better-sqlite3'
import type { DocumentKey } from '../../ports/store.ts'
import type { EntityIds } from './entity-ids.ts'

interface StoredDocument {
  readonly id: number
  readonly originalId: string
}

/**
 * Removes documents within one transaction. What they leave behind is looked at once, in `finish`, so that an entity or original which the same batch
 * brings back is neither deleted nor written again.
 */
export class DocumentRemover {
  readonly #find: Statement<[string, string], StoredDocument>
  readonly #hyperedgeIds: Statement<[number], number>
  readonly #entityIds: Statement<[number], number>
  readonly #deleteDocument: Statement<[number]>
  readonly #deleteOriginal: Statement<[string]>
  readonly #entities: EntityIds

  #removedHyperedgeIds: number[] = []
  readonly #looseOriginals = new Set<string>()
  readonly #looseEntities = new Set<number>()

  constructor(database: Database, entities: EntityIds) {
    this.#entities = entities
    this.#find = database.prepare(
      'SELECT id, original_id AS originalId FROM documents WHERE collection = ? AND uri = ?',
    )
    this.#hyperedgeIds = database.prepare<[number], number>('SELECT id FROM hyperedges WHERE document_id = ?').pluck()
    this.#entityIds = database
      .prepare<[number], number>(
        'SELECT entity_id FROM incidences WHERE hyperedge_id IN (SELECT id FROM hyperedges WHERE document_id = ?)',
      )
      .pluck()
    // Hyperedges, incidences and embeddings follow by their foreign keys.
    this.#deleteDocument = database.prepare('DELETE FROM documents WHERE id = ?')
    this.#deleteOriginal = database.prepare(
      `DELETE FROM originals WHERE id = ? AND NOT EXISTS (SELECT 1 FROM documents WHERE original_id = originals.id)
        AND NOT EXISTS (SELECT 1 FROM archive WHERE original_id = originals.id)`,
    )
  }

  /** Starts a transaction's account. */
  begin(): void {
    this.#removedHyperedgeIds = []
    this.#looseOriginals.clear()
    this.#looseEntities.clear()
  }

  /** @returns whether there was such a document. */
  remove({ collection, uri }: DocumentKey): boolean {
    const document = this.#find.get(collection, uri)
    if (!document) return false
    for (const id of this.#hyperedgeIds.all(document.id)) this.#removedHyperedgeIds.push(id)
    for (const id of this.#entityIds.all(document.id)) this.#looseEntities.add(id)
    this.#looseOriginals.add(document.originalId)
    this.#deleteDocument.run(document.id)
    return true
  }

  /**
   * Deletes what nothing refers to any more.
   * @returns the ids of all hyperedges removed since `begin`, ascending.
   */
  finish(): readonly number[] {
    for (const id of this.#looseOriginals) this.#deleteOriginal.run(id)
    this.#entities.deleteOrphans(this.#looseEntities)
    return this.#removedHyperedgeIds.sort((left, right) => left - right)
  }
}
