import type { Database, Statement } from 'better-sqlite3'
import type { StoreIdentity } from '../../ports/store.ts'

/** Keys of the `meta` table. */
type MetaKey = 'generation' | 'last-hyperedge-id' | 'embedder' | 'embedder-dimensions' | 'extractor' | 'saved-arrays'

/** Reads and writes the facts about the whole index. Writing is for inside a transaction. */
export class Meta {
  readonly #read: Statement<[MetaKey], string>
  readonly #write: Statement<[MetaKey, string]>

  constructor(database: Database) {
    this.#read = database.prepare<[MetaKey], string>('SELECT value FROM meta WHERE key = ?').pluck()
    this.#write = database.prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
  }

  generation(): number {
    return Number(this.#read.get('generation') ?? 0)
  }

  /** @returns the new generation. */
  raiseGeneration(): number {
    const generation = this.generation() + 1
    this.setGeneration(generation)
    return generation
  }

  setGeneration(generation: number): void {
    this.#write.run('generation', String(generation))
  }

  lastHyperedgeId(): number {
    return Number(this.#read.get('last-hyperedge-id') ?? 0)
  }

  setLastHyperedgeId(id: number): void {
    this.#write.run('last-hyperedge-id', String(id))
  }

  /** What `SavedArraysTable` wrote last. */
  savedArrays(): string | undefined {
    return this.#read.get('saved-arrays')
  }

  setSavedArrays(manifest: string): void {
    this.#write.run('saved-arrays', manifest)
  }

  identity(): StoreIdentity | undefined {
    const embedder = this.#read.get('embedder')
    const extractor = this.#read.get('extractor')
    if (embedder === undefined || extractor === undefined) return undefined
    const dimensions = Number(this.#read.get('embedder-dimensions'))
    return { embedder: { identity: embedder, dimensions }, extractor }
  }

  setIdentity(identity: StoreIdentity): void {
    this.#write.run('embedder', identity.embedder.identity)
    this.#write.run('embedder-dimensions', String(identity.embedder.dimensions))
    this.#write.run('extractor', identity.extractor)
  }
}
