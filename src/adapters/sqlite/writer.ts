import type { Database, Statement } from 'better-sqlite3'
import type { Original } from '../../domain/document.ts'
import { PackgraphError } from '../../domain/errors.ts'
import type { TokenCost } from '../../domain/hyperedge.ts'
import type {
  ArchivedOriginal,
  DocumentDraft,
  DocumentKey,
  Repair,
  StoreIdentity,
  WriteBatch,
  WriteResult,
} from '../../ports/store.ts'
import { Archive } from './archive.ts'
import { checkDraft, checkKey } from './check-input.ts'
import { DocumentInserter } from './document-inserter.ts'
import { DocumentRemover } from './document-remover.ts'
import { EntityIds } from './entity-ids.ts'
import { checkIdentityChange } from './identity.ts'
import type { Meta } from './meta.ts'
import { OriginalInserter } from './original-inserter.ts'
import { repairRows } from './repair.ts'
import { forgetSavedArrays, savedArraysProblems } from './saved-arrays.ts'
import { TokenizerIds } from './tokenizer-ids.ts'

/**
 * All that changes an index: each method is one transaction that holds the write lock from its start (so nothing it read can change under it) and raises
 * the generation if and only if it changed something. Synchronous; raises SQLite's own errors, `SQLITE_BUSY` only before anything was done.
 */
export class Writer {
  readonly #database: Database
  readonly #meta: Meta
  readonly #entities: EntityIds
  readonly #tokenizers: TokenizerIds
  readonly #originals: OriginalInserter
  readonly #archive: Archive
  readonly #remover: DocumentRemover
  readonly #inserter: DocumentInserter
  readonly #rename: Statement<[string, string, string, string]>
  readonly #documentId: Statement<[string, string], number>
  readonly #updateCost: Statement<[number, number, number, number, number]>
  readonly #distrust: Statement<[string, string]>
  readonly #countDocuments: Statement<[], number>

  constructor(database: Database, meta: Meta) {
    this.#database = database
    this.#meta = meta
    this.#entities = new EntityIds(database)
    this.#tokenizers = new TokenizerIds(database)
    this.#originals = new OriginalInserter(database)
    this.#archive = new Archive(database)
    this.#remover = new DocumentRemover(database, this.#entities)
    this.#inserter = new DocumentInserter(database, this.#originals, this.#entities, this.#tokenizers)
    this.#rename = database.prepare('UPDATE documents SET collection = ?, uri = ? WHERE collection = ? AND uri = ?')
    this.#documentId = database
      .prepare<[string, string], number>('SELECT id FROM documents WHERE collection = ? AND uri = ?')
      .pluck()
    this.#updateCost = database.prepare(
      'UPDATE hyperedges SET token_cost = ?, tokenizer_id = ? WHERE id = ? AND (token_cost <> ? OR tokenizer_id <> ?)',
    )
    this.#distrust = database.prepare(
      "UPDATE documents SET content_hash = '' WHERE collection = ? AND uri = ? AND content_hash <> ''",
    )
    this.#countDocuments = database.prepare<[], number>('SELECT count(*) FROM documents').pluck()
  }

  write({ identity, remove = [], put = [], distrust = [] }: WriteBatch): WriteResult {
    return this.#transaction(() => {
      const drafts = latestByKey(put).filter((draft) => this.#isWanted(draft))
      let distrusted = 0
      for (const { collection, uri } of distrust) distrusted += this.#distrust.run(collection, uri).changes
      let removedAny = false
      for (const key of remove) removedAny = this.#remover.remove(key) || removedAny
      for (const draft of drafts) this.#remover.remove(draft.document)
      const claimed = identity !== undefined && this.#claim(identity)
      const current = this.#meta.identity()
      for (const draft of drafts) checkDraft(draft, current)
      const addedHyperedgeIds = this.#insertAll(drafts)
      const removedHyperedgeIds = this.#remover.finish()
      const documentsPut = drafts.length
      const changed = claimed || removedAny || documentsPut + distrusted > 0
      return { changed, result: { removedHyperedgeIds, addedHyperedgeIds, documentsPut } }
    })
  }

  rename(from: DocumentKey, to: DocumentKey): WriteResult {
    checkKey(to)
    return this.#transaction(() => {
      if (this.#documentId.get(from.collection, from.uri) === undefined) throw noSuchDocument(from)
      const same = from.collection === to.collection && from.uri === to.uri
      if (!same && this.#documentId.get(to.collection, to.uri) !== undefined) throw keyTaken(to)
      if (!same) this.#rename.run(to.collection, to.uri, from.collection, from.uri)
      return { changed: !same, result: NO_HYPEREDGES }
    })
  }

  writeCosts(costs: readonly { readonly hyperedgeId: number; readonly cost: TokenCost }[]): WriteResult {
    return this.#transaction(() => {
      let changes = 0
      for (const { hyperedgeId, cost } of costs) {
        const tokenizerId = this.#tokenizers.idOf(cost.tokenizer)
        changes += this.#updateCost.run(cost.tokens, tokenizerId, hyperedgeId, cost.tokens, tokenizerId).changes
      }
      return { changed: changes > 0, result: NO_HYPEREDGES }
    })
  }

  archive(original: Original): ArchivedOriginal {
    // The answer is a promise that outlives the machine's next crash, so the log is brought to the medium with the commit.
    this.#database.pragma('synchronous = FULL')
    try {
      return this.#transaction(() => {
        this.#originals.insert(original)
        return { changed: false, result: this.#archive.add(original.id) }
      })
    } finally {
      this.#database.pragma('synchronous = NORMAL')
    }
  }

  repair(): Repair {
    return this.#transaction(() => {
      const repaired = repairRows(this.#database, this.#meta, this.#archive)
      const changed = repaired.changed || savedArraysProblems(this.#database).length > 0
      this.#entities.forget()
      if (changed) forgetSavedArrays(this.#database)
      return { changed, result: { lost: repaired.lost } }
    })
  }

  #isWanted({ document: { collection, uri }, replacesId }: DocumentDraft): boolean {
    return replacesId === undefined || this.#documentId.get(collection, uri) === replacesId
  }

  /** @returns whether the identity is a new one. */
  #claim(identity: StoreIdentity): boolean {
    const changes = checkIdentityChange(this.#meta.identity(), identity, this.#countDocuments.get() ?? 0)
    if (changes) this.#meta.setIdentity(identity)
    return changes
  }

  #insertAll(drafts: readonly DocumentDraft[]): readonly number[] {
    const firstId = this.#meta.lastHyperedgeId() + 1
    let lastId = firstId - 1
    for (const draft of drafts) lastId = this.#inserter.insert(draft, lastId)
    if (lastId >= firstId) this.#meta.setLastHyperedgeId(lastId)
    return Array.from({ length: lastId - firstId + 1 }, (_, index) => firstId + index)
  }

  #transaction<Result extends object>(work: () => { changed: boolean; result: Result }): Result & Generation {
    let began = false
    const run = this.#database.transaction((): Result & Generation => {
      began = true
      const before = this.#meta.generation()
      this.#entities.begin(before)
      this.#remover.begin()
      const { changed, result } = work()
      return { ...result, generation: changed ? this.#meta.raiseGeneration() : before }
    })
    try {
      const result = run.immediate()
      this.#entities.commit(result.generation)
      return result
    } catch (error) {
      // What the transaction stored is undone, so its ids mean nothing. Waiting for the lock loses none.
      if (began) {
        this.#entities.forget()
        this.#tokenizers.forget()
      }
      throw error
    }
  }
}

type Generation = Pick<WriteResult, 'generation'>

const NO_HYPEREDGES = { removedHyperedgeIds: [], addedHyperedgeIds: [], documentsPut: 0 } as const

/** The last draft of each key, in the order in which the keys first come. */
function latestByKey(drafts: readonly DocumentDraft[]): readonly DocumentDraft[] {
  return [
    ...new Map(
      drafts.map((draft) => [JSON.stringify([draft.document.collection, draft.document.uri]), draft]),
    ).values(),
  ]
}

function noSuchDocument({ collection, uri }: DocumentKey): PackgraphError {
  return new PackgraphError('NOT_FOUND', `there is no document ${uri} in the collection ${collection}`, {
    facts: { collection, uri },
    hint: 'Check the uri and the collection; `packgraph search --json` prints the uris of what it finds.',
  })
}

function keyTaken({ collection, uri }: DocumentKey): PackgraphError {
  return new PackgraphError('INPUT', `the collection ${collection} has a document ${uri} already`, {
    facts: { collection, uri },
    hint: 'Remove that document first, or choose another uri.',
  })
}
