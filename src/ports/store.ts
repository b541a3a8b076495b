import type { DocumentDescription, Original } from '../domain/document.ts'
import type { Fault } from '../domain/fault.ts'
import type { Hyperedge, Incidence, TokenCost, Unit } from '../domain/hyperedge.ts'
import type { Span } from '../domain/span.ts'
import type { RequestMemory } from './request-memory.ts'
import type { ToolCallLog } from './tool-call-log.ts'

/** Names a document: unique within the index. */
export interface DocumentKey {
  readonly collection: string
  readonly uri: string
}

/** A document as stored. */
export interface DocumentRow extends DocumentDescription {
  readonly id: number
  /** Hash of everything that its hyperedges depend on; equal hashes mean that nothing needs to be done. */
  readonly contentHash: string
}

/** A hyperedge that has no id yet, with everything derived from it. */
export interface HyperedgeDraft extends Unit {
  readonly tokenCost: TokenCost
  /** Hash of kind and text: equal hashes mark the same passage in two places. */
  readonly textHash: string
  readonly incidences: readonly Incidence[]
  readonly embedding: Float32Array
}

/** A document with all that replaces its former self. */
export interface DocumentDraft {
  readonly document: DocumentDescription
  readonly original: Original
  readonly contentHash: string
  readonly hyperedges: readonly HyperedgeDraft[]
  /** Put only in place of the document with this id; left out where another stands by now, or none. */
  readonly replacesId?: number
}

/** One transaction. Removals happen first; a draft whose key is present replaces that document whole; of two drafts with one key the later counts. */
export interface WriteBatch {
  /**
   * What the drafts were made with. It becomes the store's where no other document is stored; elsewhere the embedder must be the store's. Part of the
   * transaction, so that of two processes that fill a new store at once only one can claim it.
   */
  readonly identity?: StoreIdentity
  readonly remove?: readonly DocumentKey[]
  readonly put?: readonly DocumentDraft[]
  /** Documents of which something is damaged: they stay, but no content is taken for unchanged any more, so that the next run over their source replaces them. */
  readonly distrust?: readonly DocumentKey[]
}

export interface WriteResult {
  readonly generation: number
  /** Hyperedge ids that are gone and that are new, ascending. */
  readonly removedHyperedgeIds: readonly number[]
  readonly addedHyperedgeIds: readonly number[]
  /** How many drafts were put: all but those whose `replacesId` is not there any more. */
  readonly documentsPut: number
}

/** What the index was built with. */
export interface StoreIdentity {
  /** Fixed as long as documents are stored: vectors of two embedders cannot be compared. */
  readonly embedder: { readonly identity: string; readonly dimensions: number }
  /** The last one that described a document; a document's content hash tells whether it was this one. */
  readonly extractor: string
}

/** An original that is kept for good, and a short name for it. */
export interface ArchivedOriginal {
  readonly originalId: string
  /**
   * The first digits of the id, at least 8, as many as it took when it was archived to differ from the id of every other archived original. It never changes, and neither it
   * nor a longer beginning of the id ever comes to mean another original.
   */
  readonly alias: string
}

/** One event of the ledger as a store keeps it. What `data` means is for readers to know; those who read check it. */
export interface LedgerRow {
  readonly atMs: number
  readonly kind: string
  readonly tokenizer: string
  /** What JSON keeps of it. Undefined in a row that is read and cannot be. */
  readonly data: unknown
}

/** Which rows of the ledger are wanted; those that meet all conditions. */
export interface LedgerQuery {
  readonly sinceMs?: number
  /** Rows of this moment are left out. */
  readonly untilMs?: number
  readonly kind?: string
  readonly tokenizer?: string
  /** What `data` has under these names; found without reading other rows. */
  readonly sessionId?: string
  readonly originalId?: string
}

export interface StoreStatus {
  readonly path: string
  readonly readOnly: boolean
  readonly schemaVersion: number
  readonly generation: number
  readonly identity: StoreIdentity | undefined
  readonly sizeBytes: number
  readonly originals: number
  readonly originalBytes: number
  /** How many of the originals are kept for good, whether a document has them or not. */
  readonly archivedOriginals: number
  readonly documents: number
  readonly collections: readonly string[]
  readonly hyperedges: number
  readonly entities: number
  readonly incidences: number
  /** Tokenizer identity to how many hyperedges carry a cost that it made, and their sum. */
  readonly tokenizers: readonly { readonly identity: string; readonly hyperedges: number; readonly tokens: number }[]
}

/** A hyperedge as the query-time hypergraph reads it. */
export interface ScannedHyperedge {
  readonly id: number
  readonly documentId: number
  readonly ordinal: number
  readonly span: Span
  readonly headingPath: readonly string[]
  readonly text: string
  readonly textHash: string
}

export interface ScannedIncidence {
  readonly hyperedgeId: number
  readonly entity: string
  readonly weight: number
  readonly owned: Incidence['owned']
  readonly sentences: readonly number[]
}

export interface ScannedEmbeddings {
  readonly ids: readonly number[]
  /** Row-major, `ids.length × dimensions`. */
  readonly vectors: Float32Array<ArrayBuffer>
}

/** A saved graph over the vectors of one state of the store: what its file must be for it to be loaded. The file lies outside of the store. */
export interface VectorSnapshot {
  /** The state whose vectors were saved. A hyperedge keeps its id and its vector for life, so later states differ by ids alone. */
  readonly generation: number
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly dimensions: number
  readonly vectors: number
}

/** A hyperedge with everything that is stored of it, sound or not. */
export interface StoredHyperedge extends Hyperedge {
  readonly textHash: string
  readonly incidences: readonly Incidence[]
  /** Undefined where none is stored. */
  readonly embedding: Float32Array | undefined
}

/** What a repair could do. */
export interface Repair {
  readonly generation: number
  /** What is lost that no original holds: the uri of a document, or in words what else, and why. */
  readonly lost: readonly { readonly uri: string; readonly reason: string }[]
}

/** Arrays derived from one state of the store and saved in it, so that the next process need not derive them again. Disposable. */
export interface SavedArrays {
  readonly generation: number
  /** What they depend on besides rows. */
  readonly stamp: string
  /** No hyperedge of that state has a larger id. */
  readonly lastHyperedgeId: number
  /** By name; each begins at a multiple of 8 bytes. */
  readonly arrays: ReadonlyMap<string, Uint8Array>
}

/** How far the content has moved on since arrays were saved. */
export interface SavedArraysAge {
  /** Hyperedges of the present state, and how many of them came since; all where nothing is saved under the stamp. */
  readonly hyperedges: number
  readonly newHyperedges: number
}

/**
 * One consistent state of the store, whatever is written meanwhile. Close it: closing the store closes it too. Pages hold at most a few thousand rows and
 * are never empty. Each method may be called more than once.
 */
export interface StoreSnapshot {
  readonly generation: number
  /** Ordered by collection, uri. */
  documents(): AsyncIterable<readonly DocumentRow[]>
  /** Ordered by collection, uri, ordinal. @param documentIds whose hyperedges are wanted, then in the order of this list. Default: all. */
  hyperedges(documentIds?: readonly number[]): AsyncIterable<readonly ScannedHyperedge[]>
  /**
   * The incidences of one hyperedge stand together, in the order of insertion.
   * @param documentIds whose incidences are wanted, then in the order of this list. Default: all, ordered by hyperedge id.
   */
  incidences(documentIds?: readonly number[]): AsyncIterable<readonly ScannedIncidence[]>
  /** Ordered by hyperedge id. */
  embeddings(): AsyncIterable<ScannedEmbeddings>
  /** Of all hyperedges, in no order; a small part of the cost of reading them. */
  hyperedgeIds(): AsyncIterable<readonly number[]>
  /** Arrays saved under this stamp, of this state or an earlier one; undefined where there are none, or where they are not what was saved. */
  savedArrays(stamp: string): Promise<SavedArrays | undefined>
  close(): Promise<void>
}

/** A snapshot with what it takes to check it. */
export interface StoreInspection extends StoreSnapshot {
  original(id: string): Promise<Original | undefined>
  /** Ids of archived originals that no document has, ascending. */
  archivedAlone(): AsyncIterable<readonly string[]>
  /** A document's hyperedges by ordinal, as they are stored: a value that cannot be read comes as an empty one, and `faults` names it. */
  storedHyperedges(documentId: number): Promise<readonly StoredHyperedge[]>
  /**
   * What is wrong by the store's own lights: the medium, references between rows, rows that nothing uses, values that cannot be read. Whether rows are what their
   * originals give is not asked. None for a sound store.
   */
  faults(): AsyncIterable<readonly Fault[]>
}

/**
 * The durable truth: originals, documents, hyperedges, entities, incidences and embeddings, with one writer and many readers across processes. Each write
 * is one transaction and raises the generation by one; a write that changes nothing leaves it. Removing a document takes its hyperedges, incidences,
 * embeddings, orphaned entities and unshared originals with it, and nothing that another document owns. Archived originals stay whatever documents come and go.
 *
 * Every string comes back as it went in, U+0000 included, with one exception: a lone surrogate has no UTF-8 form and is refused with `INPUT` (in metadata
 * and heading paths it is kept). Metadata is what JSON keeps of it. An original is stored once: of two with one id the first counts, unless its bytes are others: then it is damaged, and is
 * replaced.
 *
 * Errors: `INDEX_BUSY`, `INDEX_CLOSED`, `INDEX_GONE`, `INDEX_INVALID`, `INDEX_IO`, `INDEX_READ_ONLY`.
 */
export interface Store extends ToolCallLog, RequestMemory {
  readonly readOnly: boolean
  /** Rises with every committed change, by whichever process. */
  generation(): Promise<number>
  identity(): Promise<StoreIdentity | undefined>
  /** @returns one row, or undefined, for each key, in order. */
  findDocuments(keys: readonly DocumentKey[]): Promise<readonly (DocumentRow | undefined)[]>
  /**
   * @throws PackgraphError `INPUT` for a lone surrogate, `EMBEDDER_MISMATCH` when the identity is another one, or there is none, or an embedding has another
   * dimension than it says; nothing of the batch is kept then.
   */
  write(batch: WriteBatch): Promise<WriteResult>
  /**
   * Gives a document another key and keeps everything else.
   * @returns the generation after it. @throws PackgraphError `NOT_FOUND`, `INPUT` when the new key is taken.
   */
  rename(from: DocumentKey, to: DocumentKey): Promise<number>
  readOriginal(id: string): Promise<Original | undefined>
  /**
   * Keeps an original for good, and answers only when it lies on the medium and was read back. Archiving it again changes nothing, except that damaged bytes are replaced. No
   * change of what queries read: the generation stays.
   * @throws PackgraphError `INPUT` when the id is not the SHA-256 of the bytes, `INDEX_IO` when they do not come back as they went in.
   */
  archive(original: Original): Promise<ArchivedOriginal>
  /** @returns the id that an id, or the alias of an archived original or a longer beginning of its id, stands for; undefined where there is no such original. */
  resolveOriginal(idOrAlias: string): Promise<string | undefined>
  /** Documents whose bytes are this original, by collection and uri. */
  documentsOfOriginal(id: string): Promise<readonly DocumentRow[]>
  /** @returns hyperedges in the order asked for; ids that do not exist are left out. */
  readHyperedges(ids: readonly number[]): Promise<readonly Hyperedge[]>
  /** @returns the vectors of those ids that exist, in the order asked for. */
  readEmbeddings(ids: readonly number[]): Promise<ScannedEmbeddings>
  /** Rewrites costs in one transaction; nothing else of a row changes. Unknown ids are ignored. @returns the generation after it. */
  writeCosts(costs: readonly { readonly hyperedgeId: number; readonly cost: TokenCost }[]): Promise<number>
  /** At most two, the newest first. */
  vectorSnapshots(): Promise<readonly VectorSnapshot[]>
  /**
   * Records a saved graph and forgets all but the newest two; of one generation the later recorded is the newer. No change of content: the generation stays.
   * @returns what is recorded then.
   */
  recordVectorSnapshot(snapshot: VectorSnapshot): Promise<readonly VectorSnapshot[]>
  /**
   * Adds rows to the ledger, all or none. They are never changed. No change of what queries read: the generation stays.
   * @throws PackgraphError `INPUT` for a lone surrogate in `kind` or `tokenizer`.
   */
  recordSavings(rows: readonly LedgerRow[]): Promise<void>
  /** Rows by time, then as they were recorded, in pages that are never empty. What is recorded while they are read may be among them. */
  ledger(query: LedgerQuery): AsyncIterable<readonly LedgerRow[]>
  /**
   * Deletes rows that belong to nothing, restores what follows from other rows, and makes every value readable again. What is derived from originals is not made
   * anew. One transaction; a sound store stays as it is.
   */
  repair(): Promise<Repair>
  snapshot(): Promise<StoreInspection>
  savedArraysAge(stamp: string): Promise<SavedArraysAge>
  /**
   * Saves arrays in place of those before. No change of content: the generation stays. Never waits: nothing is done where the store is read only, another
   * process is writing, or arrays of as late a state are there under the same stamp. A store that is closed meanwhile is closed when this is done.
   * @returns whether they were saved.
   */
  saveArrays(saved: SavedArrays): Promise<boolean>
  status(): Promise<StoreStatus>
  close(): Promise<void>
}
