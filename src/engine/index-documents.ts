import type { DocumentDescription, DocumentInput, Original } from '../domain/document.ts'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import type { EventListener } from '../domain/events.ts'
import type { Unit } from '../domain/hyperedge.ts'
import { contentHash, hashBytes } from '../indexing/content-hash.ts'
import { draftHyperedges } from '../indexing/draft-hyperedges.ts'
import { ingestDocument } from '../ingest/ingest-document.ts'
import type { DocumentDraft, DocumentKey, DocumentRow } from '../ports/store.ts'
import { identityOf } from './check-embedder.ts'
import type { AddReport, Failure } from './context-index.ts'
import { bytesOf, type DocumentEntry } from './document-entries.ts'
import { MetDocuments } from './met-documents.ts'
import type { EngineParts } from './parts.ts'

/** One transaction holds about so much: enough to make commits cheap, little enough that a cancelled run loses almost nothing. */
const BATCH_BYTES = 1 << 20
const BATCH_DOCUMENTS = 512
export const DEFAULT_COLLECTION = 'default'
const DEFAULT_MEDIA_TYPE = 'text/markdown'

export interface IndexingOptions {
  readonly collection: string | undefined
  readonly latin1: boolean
  readonly onEvent: EventListener | undefined
  readonly signal: AbortSignal | undefined
  readonly totalBytes: Promise<number | undefined>
}

interface Accepted {
  readonly input: DocumentInput
  readonly origin: string
  readonly key: DocumentKey
  readonly bytes: Uint8Array
}

interface Ingested {
  readonly document: DocumentDescription
  readonly original: Original
  readonly hash: string
  readonly replaced: DocumentRow | undefined
  readonly title: string
  readonly units: readonly Unit[]
}

/** One run of the indexer: documents in, transactions out. Use an instance once. */
export class IndexingRun {
  private readonly parts: EngineParts
  private readonly options: IndexingOptions
  private readonly skipped: Failure[] = []
  private readonly failed: Failure[] = []
  private totalBytes: number | undefined
  private documentsDone = 0
  private bytesDone = 0
  private bytesRead = 0
  private added = 0
  private replaced = 0
  private unchanged = 0
  private hyperedgesAdded = 0

  constructor(parts: EngineParts, options: IndexingOptions) {
    this.parts = parts
    this.options = options
    void options.totalBytes.then((bytes) => {
      this.totalBytes = bytes
    })
  }

  readonly met: MetDocuments = new MetDocuments()

  /** Origins under which something failed: what is missing there may only be unreadable. */
  readonly failedOrigins: Set<string> = new Set()

  /** Other origins whose documents this run replaced, with how many. */
  private readonly takenOver = new Map<string, number>()

  /** Takes documents in batches; each is committed before the next is read. */
  async addAll(entries: AsyncIterable<DocumentEntry>): Promise<void> {
    let batch: Accepted[] = []
    let batchBytes = 0
    for await (const entry of entries) {
      throwIfCancelled(this.options.signal)
      this.bytesDone += entry.sizeBytes
      if (entry.kind !== 'document') {
        this.met.leaveOut({ collection: this.collection, uri: entry.uri })
        this.report(entry.kind, entry)
        continue
      }
      const accepted = this.accept(entry.input, entry.origin)
      if (!accepted) continue
      batch.push(accepted)
      batchBytes += accepted.bytes.length
      if (batchBytes >= BATCH_BYTES || batch.length >= BATCH_DOCUMENTS) {
        await this.commit(batch)
        batch = []
        batchBytes = 0
      }
    }
    await this.commit(batch)
  }

  async finish(documentsRemoved: number): Promise<AddReport> {
    for (const [origin, documents] of this.takenOver) {
      const message = `${documents} of these replaced a document of the same uri that came from ${origin}; another collection keeps both`
      this.options.onEvent?.({ type: 'notice', message })
    }
    return {
      documentsAdded: this.added,
      documentsReplaced: this.replaced,
      documentsUnchanged: this.unchanged,
      documentsRemoved,
      hyperedgesAdded: this.hyperedgesAdded,
      bytesRead: this.bytesRead,
      skipped: this.skipped,
      failed: this.failed,
      generation: await this.parts.store.generation(),
    }
  }

  private get collection(): string {
    return this.options.collection ?? DEFAULT_COLLECTION
  }

  private accept(input: DocumentInput, origin: string): Accepted | undefined {
    const uri = (input.uri ?? input.id)!
    const key = { collection: input.collection ?? this.collection, uri }
    if (!this.met.take(key, origin)) {
      const reason = 'another document of this run has the same uri in the same collection; the first one is kept'
      this.report('failed', { uri, reason, origin })
      return undefined
    }
    return { input, origin, key, bytes: bytesOf(input) }
  }

  private async commit(batch: readonly Accepted[]): Promise<void> {
    if (batch.length === 0) return
    throwIfCancelled(this.options.signal)
    const rows = await this.parts.store.findDocuments(batch.map(({ key }) => key))
    const ingested = batch.flatMap((accepted, position) => this.ingest(accepted, rows[position]) ?? [])
    const hyperedges = await draftHyperedges(ingested, this.parts, this.options.signal)
    throwIfCancelled(this.options.signal)
    const put = ingested.map(
      ({ document, original, hash }, position): DocumentDraft => ({
        document,
        original,
        contentHash: hash,
        hyperedges: hyperedges[position]!,
      }),
    )
    this.documentsDone += batch.length
    if (put.length > 0) {
      const { generation } = await this.parts.store.write({ identity: identityOf(this.parts), put })
      for (const { replaced, document } of ingested) {
        if (replaced) this.replaced++
        else this.added++
        if (replaced && isTakeover(replaced, document)) {
          this.takenOver.set(replaced.origin, (this.takenOver.get(replaced.origin) ?? 0) + 1)
        }
      }
      this.hyperedgesAdded += hyperedges.reduce((sum, drafts) => sum + drafts.length, 0)
      this.options.onEvent?.({ type: 'committed', generation, documents: put.length })
    }
    this.options.onEvent?.({
      type: 'progress',
      phase: 'index',
      documentsDone: this.documentsDone,
      bytesDone: this.bytesDone,
      ...(this.totalBytes !== undefined && { bytesTotal: this.totalBytes }),
      hyperedgesDone: this.hyperedgesAdded,
    })
  }

  private ingest({ input, origin, key, bytes }: Accepted, row: DocumentRow | undefined): Ingested | undefined {
    this.bytesRead += bytes.length
    const facts = {
      originalId: hashBytes(bytes),
      title: input.title,
      mediaType: input.mediaType ?? this.parts.mediaTypeOf(key.uri) ?? DEFAULT_MEDIA_TYPE,
      metadata: input.metadata ?? {},
      stable: input.stable ?? false,
    }
    const hash = contentHash(facts, this.parts.extractor.identity)
    // Whoever brought a document in last answers for it: the next run over its old place must not take it for gone.
    if (row?.contentHash === hash && row.origin === origin) {
      this.unchanged++
      return undefined
    }
    try {
      // Text that a program hands over has its encoding: nothing is to be guessed from its first bytes.
      const given = input.bytes === undefined ? ({ encoding: 'utf-8' } as const) : {}
      const { mediaType } = facts
      const { encoding, title, units } = ingestDocument(
        { bytes, mediaType, latin1: this.options.latin1, ...given },
        this.parts,
      )
      const document: DocumentDescription = { ...key, ...facts, title: input.title ?? title ?? '', origin }
      const original = { id: document.originalId, bytes, encoding }
      return { document, original, hash, replaced: row, title: document.title, units }
    } catch (error) {
      if (!(error instanceof PackgraphError) || error.code !== 'DECODE') throw error
      this.report(input.bytes === undefined ? 'failed' : 'skipped', { uri: key.uri, reason: error.message, origin })
      return undefined
    }
  }

  private report(kind: 'skipped' | 'failed', problem: Failure & { readonly origin: string }): void {
    const { origin, uri, reason, line } = problem
    const failure: Failure = { uri, reason, ...(line !== undefined && { line }) }
    if (kind === 'skipped') {
      this.skipped.push(failure)
      this.options.onEvent?.({ type: 'skipped', uri, reason })
      return
    }
    this.failed.push(failure)
    this.failedOrigins.add(origin)
    this.options.onEvent?.({ type: 'failed', ...failure })
  }
}

/** Whether another text from another folder or corpus lost its place; a text that only moved did not. */
function isTakeover(replaced: DocumentRow, document: DocumentDescription): boolean {
  const fromElsewhere = replaced.origin !== '' && document.origin !== '' && replaced.origin !== document.origin
  return fromElsewhere && replaced.originalId !== document.originalId
}
