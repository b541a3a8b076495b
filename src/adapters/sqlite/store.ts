import type { Database } from 'better-sqlite3'
import type { Original } from '../../domain/document.ts'
import type { Hyperedge, TokenCost } from '../../domain/hyperedge.ts'
import type { RequestMemoryRecord } from '../../ports/request-memory.ts'
import type {
  ArchivedOriginal,
  DocumentKey,
  DocumentRow,
  LedgerQuery,
  LedgerRow,
  Repair,
  SavedArrays,
  SavedArraysAge,
  ScannedEmbeddings,
  Store,
  StoreIdentity,
  StoreInspection,
  StoreStatus,
  VectorSnapshot,
  WriteBatch,
  WriteResult,
} from '../../ports/store.ts'
import type { ToolCall, ToolCallMemory } from '../../ports/tool-call-log.ts'
import { Archive } from './archive.ts'
import { checkLedgerRow, checkOriginal } from './check-input.ts'
import { type AccessMode, connect } from './connection.ts'
import { closedError, isBusy, readOnlyError, translateError, unkeptError } from './errors.ts'
import { FileGuard } from './file-guard.ts'
import { Ledger, type LedgerPage } from './ledger.ts'
import { Meta } from './meta.ts'
import { Reader } from './reader.ts'
import { RequestMemoryTable } from './request-memory.ts'
import { retryWhileBusy } from './retry.ts'
import { savedArraysAge, writeSavedArrays } from './saved-arrays.ts'
import { SqliteSnapshot } from './snapshot.ts'
import { readStatus } from './status.ts'
import { ToolCalls } from './tool-calls.ts'
import { VectorSnapshots } from './vector-snapshots.ts'
import { Writer } from './writer.ts'

/** What an opened and checked connection is to a store. */
export interface OpenedFile {
  readonly database: Database
  readonly path: string
  readonly mode: AccessMode
}

/** The store in one SQLite file. Made by `openSqliteStore`. */
export class SqliteStore implements Store {
  readonly readOnly: boolean
  readonly #file: OpenedFile
  readonly #busyTimeoutMs: number
  readonly #guard: FileGuard
  readonly #meta: Meta
  readonly #reader: Reader
  readonly #archive: Archive
  readonly #writer: Writer | undefined
  readonly #vectorSnapshots: VectorSnapshots
  readonly #ledger: Ledger
  readonly #toolCalls: ToolCalls
  readonly #requestMemory: RequestMemoryTable
  readonly #snapshots = new Set<SqliteSnapshot>()
  readonly #saving = new Set<Promise<boolean>>()

  constructor(file: OpenedFile, busyTimeoutMs: number) {
    this.readOnly = file.mode !== 'write'
    this.#file = file
    this.#busyTimeoutMs = busyTimeoutMs
    this.#guard = new FileGuard(file.path, file.mode === 'copy')
    this.#meta = new Meta(file.database)
    this.#reader = new Reader(file.database)
    this.#archive = new Archive(file.database)
    this.#ledger = new Ledger(file.database)
    this.#toolCalls = new ToolCalls(file.database)
    this.#requestMemory = new RequestMemoryTable(file.database)
    this.#vectorSnapshots = new VectorSnapshots(file.database)
    this.#writer = this.readOnly ? undefined : new Writer(file.database, this.#meta)
  }

  generation(): Promise<number> {
    return this.#run(() => {
      this.#guard.check()
      return this.#meta.generation()
    })
  }

  identity(): Promise<StoreIdentity | undefined> {
    return this.#run(() => this.#meta.identity())
  }

  findDocuments(keys: readonly DocumentKey[]): Promise<readonly (DocumentRow | undefined)[]> {
    return this.#run(() => keys.map((key) => this.#reader.findDocument(key)))
  }

  write(batch: WriteBatch): Promise<WriteResult> {
    return this.#write((writer) => writer.write(batch))
  }

  async rename(from: DocumentKey, to: DocumentKey): Promise<number> {
    const { generation } = await this.#write((writer) => writer.rename(from, to))
    return generation
  }

  readOriginal(id: string): Promise<Original | undefined> {
    return this.#run(() => this.#reader.readOriginal(id))
  }

  async archive(original: Original): Promise<ArchivedOriginal> {
    const { originalId, alias } = await this.#write((writer) => {
      checkOriginal(original)
      return writer.archive(original)
    })
    const kept = await this.readOriginal(originalId)
    if (!kept || Buffer.compare(kept.bytes, original.bytes) !== 0) throw unkeptError(this.#file.path, originalId)
    return { originalId, alias }
  }

  resolveOriginal(idOrAlias: string): Promise<string | undefined> {
    return this.#run(() => (this.#reader.hasOriginal(idOrAlias) ? idOrAlias : this.#archive.resolve(idOrAlias)))
  }

  documentsOfOriginal(id: string): Promise<readonly DocumentRow[]> {
    return this.#run(() => this.#reader.documentsOfOriginal(id))
  }

  readHyperedges(ids: readonly number[]): Promise<readonly Hyperedge[]> {
    return this.#run(() => this.#reader.readHyperedges(ids))
  }

  readEmbeddings(ids: readonly number[]): Promise<ScannedEmbeddings> {
    return this.#run(() => this.#reader.readEmbeddings(ids))
  }

  async writeCosts(costs: readonly { readonly hyperedgeId: number; readonly cost: TokenCost }[]): Promise<number> {
    const { generation } = await this.#write((writer) => writer.writeCosts(costs))
    return generation
  }

  repair(): Promise<Repair> {
    return this.#write((writer) => writer.repair())
  }

  snapshot(): Promise<StoreInspection> {
    return this.#run(() => {
      this.#guard.check()
      const { path, mode } = this.#file
      const database = connect(path, mode === 'write' ? 'read' : mode)
      try {
        const snapshot = new SqliteSnapshot(database, path, (closed) => this.#snapshots.delete(closed))
        // Once more: the path may have been given to another file just before it was opened.
        this.#guard.check()
        this.#snapshots.add(snapshot)
        return snapshot
      } catch (error) {
        database.close()
        throw error
      }
    })
  }

  vectorSnapshots(): Promise<readonly VectorSnapshot[]> {
    return this.#run(() => this.#vectorSnapshots.list())
  }

  recordVectorSnapshot(snapshot: VectorSnapshot): Promise<readonly VectorSnapshot[]> {
    return this.#run(() => {
      if (this.readOnly) throw readOnlyError(this.#file.path)
      this.#guard.check()
      return this.#vectorSnapshots.record(snapshot)
    })
  }

  recordSavings(rows: readonly LedgerRow[]): Promise<void> {
    return this.#run(() => {
      if (this.readOnly) throw readOnlyError(this.#file.path)
      this.#guard.check()
      rows.forEach(checkLedgerRow)
      this.#ledger.record(rows)
    })
  }

  recallToolCalls(sessionId: string, callHash: string, sinceMs: number): Promise<ToolCallMemory> {
    return this.#run(() => this.#toolCalls.recall(sessionId, callHash, sinceMs))
  }

  rememberToolCall(call: ToolCall): Promise<void> {
    return this.#run(() => {
      if (this.readOnly) throw readOnlyError(this.#file.path)
      this.#guard.check()
      this.#toolCalls.add(call)
    })
  }

  recallRequest(keys: readonly string[]): Promise<RequestMemoryRecord | undefined> {
    return this.#run(() => this.#requestMemory.recall(keys))
  }

  rememberRequest(record: RequestMemoryRecord): Promise<RequestMemoryRecord> {
    return this.#run(() => {
      if (this.readOnly) throw readOnlyError(this.#file.path)
      this.#guard.check()
      return this.#requestMemory.remember(record)
    })
  }

  async *ledger(query: LedgerQuery): AsyncGenerator<readonly LedgerRow[]> {
    let from: LedgerPage['next']
    do {
      const { rows, next } = await this.#run((): LedgerPage => this.#ledger.page(query, from))
      if (rows.length > 0) yield rows
      from = next
    } while (from !== undefined)
  }

  savedArraysAge(stamp: string): Promise<SavedArraysAge> {
    return this.#run(() => savedArraysAge(this.#file.database, this.#meta, stamp))
  }

  async saveArrays(saved: SavedArrays): Promise<boolean> {
    if (this.readOnly) return false
    const saving = this.#saveArrays(saved).finally(() => this.#saving.delete(saving))
    this.#saving.add(saving)
    return saving
  }

  async #saveArrays(saved: SavedArrays): Promise<boolean> {
    const { path } = this.#file
    const database = await this.#run(() => {
      this.#guard.check()
      return connect(path, 'write')
    })
    try {
      this.#guard.check()
      database.pragma('synchronous = NORMAL')
      // Moving all of it from the log into the file would hold the event loop; the next writer does it, or closing.
      database.pragma('wal_autocheckpoint = 0')
      return await writeSavedArrays(database, saved)
    } catch (error) {
      if (isBusy(error)) return false
      throw translateError(error, path)
    } finally {
      database.close()
    }
  }

  status(): Promise<StoreStatus> {
    return this.#run(() => {
      this.#guard.check()
      return readStatus(this.#file.database, this.#file.path, this.readOnly)
    })
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#saving)
    for (const snapshot of [...this.#snapshots]) await snapshot.close()
    this.#file.database.close()
  }

  #write<Result>(work: (writer: Writer) => Result): Promise<Result> {
    return this.#run(() => {
      if (!this.#writer) throw readOnlyError(this.#file.path)
      this.#guard.check()
      return work(this.#writer)
    })
  }

  #run<Result>(work: () => Result): Promise<Result> {
    const { path, database } = this.#file
    return retryWhileBusy(path, this.#busyTimeoutMs, () => {
      if (!database.open) throw closedError(path)
      return work()
    })
  }
}
