import type { DocumentDescription } from '../domain/document.ts'
import { throwIfCancelled } from '../domain/errors.ts'
import type { EventListener } from '../domain/events.ts'
import { contentHash, type HashedFacts, hashBytes } from '../indexing/content-hash.ts'
import { draftHyperedges } from '../indexing/draft-hyperedges.ts'
import type { DocumentTask, Preparation, PreparedDocument } from '../ports/document-preparer.ts'
import type { DocumentDraft, DocumentRow } from '../ports/store.ts'
import { type AcceptedDocument, type Batch, type BatchItem, inBatches, type Problem } from './batches.ts'
import type { AddReport } from './call-results.ts'
import { identityOf } from './check-embedder.ts'
import { bytesOf, type DocumentEntry } from './document-entries.ts'
import { MetDocuments } from './met-documents.ts'
import type { EngineParts } from './parts.ts'
import { isPrepared } from './prepare-documents.ts'
import { Preparers } from './preparers.ts'
import { RunTally } from './run-tally.ts'

export const DEFAULT_COLLECTION = 'default'
const DEFAULT_MEDIA_TYPE = 'text/markdown'

export interface IndexingOptions {
  readonly collection: string | undefined
  readonly latin1: boolean
  /** How many worker threads are to help; 0 for none, undefined for the default. */
  readonly workers: number | undefined
  readonly onEvent: EventListener | undefined
  readonly signal: AbortSignal | undefined
  readonly totalBytes: Promise<number | undefined>
}

/** A document that is new or not what the index holds. */
interface Change {
  readonly kind: 'change'
  readonly accepted: AcceptedDocument
  readonly facts: HashedFacts
  readonly hash: string
  readonly replaced: DocumentRow | undefined
}

/** A batch on its way. */
interface StartedBatch {
  readonly batch: Batch
  /** In the order of reading. */
  readonly steps: readonly (Change | Problem)[]
  /** One for each change. */
  readonly preparations: Promise<readonly Preparation[]>
}

type PreparedChange = Change & { readonly prepared: PreparedDocument }

/** One run of the indexer: documents in, transactions out. Use an instance once. */
export class IndexingRun {
  private readonly parts: EngineParts
  private readonly options: IndexingOptions
  private readonly tally: RunTally

  constructor(parts: EngineParts, options: IndexingOptions) {
    this.parts = parts
    this.options = options
    this.tally = new RunTally(options.onEvent, options.totalBytes)
  }

  readonly met: MetDocuments = new MetDocuments()

  /** Origins under which something failed: what is missing there may only be unreadable. */
  readonly failedOrigins: Set<string> = new Set()

  /** Other origins whose documents this run replaced, with how many. */
  private readonly takenOver = new Map<string, number>()

  /** Takes documents in batches, which are committed in the order of reading; a few are read and prepared ahead where workers help. */
  async addAll(entries: AsyncIterable<DocumentEntry>): Promise<void> {
    const preparers = new Preparers(this.parts, this.options.workers)
    const started: StartedBatch[] = []
    try {
      for await (const batch of inBatches(this.accepted(entries))) {
        started.push(await this.start(batch, preparers))
        while (started.length > preparers.batchesAhead) await this.commit(started.shift()!, preparers)
      }
      for (const batch of started) await this.commit(batch, preparers)
    } finally {
      await preparers.close()
    }
  }

  async finish(documentsRemoved: number): Promise<AddReport> {
    for (const [origin, documents] of this.takenOver) {
      this.tally.notice(
        `${documents} of these replaced a document of the same uri that came from ${origin}; another collection keeps both`,
      )
    }
    return this.tally.report(documentsRemoved, await this.parts.store.generation())
  }

  private async *accepted(
    entries: AsyncIterable<DocumentEntry>,
  ): AsyncGenerator<{ readonly item: BatchItem; readonly sizeBytes: number }> {
    for await (const entry of entries) {
      throwIfCancelled(this.options.signal)
      yield { item: this.accept(entry), sizeBytes: entry.sizeBytes }
    }
  }

  private accept(entry: DocumentEntry): BatchItem {
    const { collection = DEFAULT_COLLECTION } = this.options
    if (entry.kind !== 'document') {
      this.met.leaveOut({ collection, uri: entry.uri })
      return entry
    }
    const { input, origin } = entry
    const uri = (input.uri ?? input.id)!
    const key = { collection: input.collection ?? collection, uri }
    if (this.met.take(key, origin)) return { kind: 'document', input, origin, key, bytes: bytesOf(input) }
    const reason = 'another document of this run has the same uri in the same collection; the first one is kept'
    return { kind: 'failed', uri, reason, origin }
  }

  /** Finds what of a batch has changed, and has it prepared. */
  private async start(batch: Batch, preparers: Preparers): Promise<StartedBatch> {
    const documents = batch.items.filter((item) => item.kind === 'document')
    const rows = await this.parts.store.findDocuments(documents.map(({ key }) => key))
    const stored = new Map(documents.map((document, position) => [document, rows[position]]))
    const steps = batch.items.flatMap((item) =>
      item.kind === 'document' ? (this.changeOf(item, stored.get(item)) ?? []) : item,
    )
    const changes = steps.filter((step) => step.kind === 'change')
    this.tally.unchanged(documents.length - changes.length)
    const preparations = preparers.prepare(changes.map((change) => this.taskOf(change)))
    preparations.catch(() => {}) // its turn, and with it its failure, comes later
    return { batch, steps, preparations }
  }

  private changeOf(accepted: AcceptedDocument, row: DocumentRow | undefined): Change | undefined {
    const { input, key, bytes, origin } = accepted
    const facts = {
      originalId: hashBytes(bytes),
      title: input.title,
      mediaType: input.mediaType ?? this.parts.mediaTypeOf(key.uri) ?? DEFAULT_MEDIA_TYPE,
      metadata: input.metadata ?? {},
      stable: input.stable ?? false,
    }
    const hash = contentHash(facts, this.parts.extractor.identity)
    // Whoever brought a document in last answers for it: the next run over its old place must not take it for gone.
    if (row?.contentHash === hash && row.origin === origin) return undefined
    return { kind: 'change', accepted, facts, hash, replaced: row }
  }

  private taskOf({ accepted: { bytes, input }, facts: { mediaType, title } }: Change): DocumentTask {
    // Text that a program hands over has its encoding: nothing is to be guessed from its first bytes.
    const encoding = input.bytes === undefined ? 'utf-8' : undefined
    return { bytes, mediaType, title, encoding, latin1: this.options.latin1 }
  }

  private async commit({ batch, steps, preparations }: StartedBatch, preparers: Preparers): Promise<void> {
    const { signal } = this.options
    const prepared = this.told(steps, await preparers.finish(preparations, signal))
    const hyperedges = await draftHyperedges(
      prepared.map((change) => change.prepared),
      this.parts,
      signal,
    )
    throwIfCancelled(signal)
    if (prepared.length > 0) {
      const put = prepared.map((change, position) => draftOf(change, hyperedges[position]!))
      const { generation } = await this.parts.store.write({ identity: identityOf(this.parts), put })
      this.noteTakeovers(prepared)
      this.tally.committed({
        generation,
        documents: put.length,
        replaced: prepared.filter(({ replaced }) => replaced !== undefined).length,
        hyperedges: hyperedges.reduce((sum, drafts) => sum + drafts.length, 0),
      })
    }
    const documents = batch.items.filter((item) => item.kind === 'document')
    const bytesRead = documents.reduce((sum, { bytes }) => sum + bytes.length, 0)
    this.tally.progress(documents.length, bytesRead, batch.bytesDone)
  }

  /** Tells of a batch what does not go in, in the order of reading. @returns what does. */
  private told(steps: readonly (Change | Problem)[], preparations: readonly Preparation[]): readonly PreparedChange[] {
    const prepared: PreparedChange[] = []
    let next = 0
    for (const step of steps) {
      if (step.kind !== 'change') {
        this.report(step)
        continue
      }
      const preparation = preparations[next++]!
      if (isPrepared(preparation)) prepared.push({ ...step, prepared: preparation })
      else this.report(undecodable(step, preparation.undecodable))
    }
    return prepared
  }

  private report(problem: Problem): void {
    if (problem.kind === 'failed') this.failedOrigins.add(problem.origin)
    this.tally.problem(problem)
  }

  private noteTakeovers(changes: readonly Change[]): void {
    for (const { replaced, accepted, facts } of changes) {
      if (replaced === undefined || !isTakeover(replaced, accepted.origin, facts)) continue
      this.takenOver.set(replaced.origin, (this.takenOver.get(replaced.origin) ?? 0) + 1)
    }
  }
}

function draftOf(
  { accepted: { key, origin, bytes }, facts, hash, prepared: { title, encoding } }: PreparedChange,
  hyperedges: DocumentDraft['hyperedges'],
): DocumentDraft {
  const document: DocumentDescription = { ...key, ...facts, title, origin }
  return { document, original: { id: facts.originalId, bytes, encoding }, contentHash: hash, hyperedges }
}

/** A file that is no text was never meant to go in; one that a program hands over was. */
function undecodable({ accepted: { input, key, origin } }: Change, reason: string): Problem {
  return { kind: input.bytes === undefined ? 'failed' : 'skipped', uri: key.uri, reason, origin }
}

/** Whether another text from another folder or corpus lost its place; a text that only moved did not. */
function isTakeover(replaced: DocumentRow, origin: string, { originalId }: HashedFacts): boolean {
  const fromElsewhere = replaced.origin !== '' && origin !== '' && replaced.origin !== origin
  return fromElsewhere && replaced.originalId !== originalId
}
