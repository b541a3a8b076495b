import type { Original } from '../domain/document.ts'
import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import { hashBytes } from '../indexing/content-hash.ts'
import { draftHyperedges, sketchHyperedges } from '../indexing/draft-hyperedges.ts'
import type { DocumentDraft, DocumentKey, Store } from '../ports/store.ts'
import { BATCH_BYTES, BATCH_ITEMS } from './batches.ts'
import type { OperationOptions } from './call-options.ts'
import type { Failure, RebuildReport } from './call-results.ts'
import { checkEmbedder, identityOf } from './check-embedder.ts'
import type { EngineParts } from './parts.ts'
import { type RebuiltDocument, rebuildDocument } from './rebuild-document.ts'

interface Restorable {
  readonly rebuilt: RebuiltDocument
  readonly original: Original
  readonly replacesId: number
}

/**
 * Mends the store's own rows, then makes every document anew from its original, in batches. A document that another process replaces or removes meanwhile is left
 * to it.
 */
export async function rebuild({ onEvent, signal }: OperationOptions, parts: EngineParts): Promise<RebuildReport> {
  const { store } = parts
  await checkEmbedder(store, parts.embedder)
  await parts.vectors.discardDamagedGraphs()
  const { lost } = await store.repair()
  const failed: Failure[] = [...lost]
  const keys = await documentKeys(store)
  let documentsRebuilt = 0
  let hyperedges = 0
  for await (const { batch, failures, documentsDone } of restorableBatches(keys, parts)) {
    throwIfCancelled(signal)
    const put = await draftsOf(batch, parts, signal)
    throwIfCancelled(signal)
    const distrust = failures.map(({ key }) => key)
    const written = await store.write({ identity: identityOf(parts), put, distrust })
    failed.push(...failures.map(({ key, reason }) => ({ uri: key.uri, reason })))
    documentsRebuilt += written.documentsPut
    hyperedges += written.addedHyperedgeIds.length
    onEvent?.({ type: 'committed', generation: written.generation, documents: written.documentsPut })
    const progress = { documentsDone, documentsTotal: keys.length, hyperedgesDone: hyperedges }
    onEvent?.({ type: 'progress', phase: 'rebuild', ...progress })
  }
  failed.push(...(await unrestorableArchive(store, signal)))
  return { documentsRebuilt, hyperedges, failed, generation: await store.generation() }
}

/** Archived originals that are gone or damaged, and that no document has: they follow from nothing else, so that only their source can bring them back. */
async function unrestorableArchive(store: Store, signal: AbortSignal | undefined): Promise<readonly Failure[]> {
  const snapshot = await store.snapshot()
  try {
    const failed: Failure[] = []
    for await (const page of snapshot.archivedAlone()) {
      for (const id of page) {
        throwIfCancelled(signal)
        const original = await snapshot.original(id)
        if (original !== undefined && hashBytes(original.bytes) === id) continue
        const problem = original === undefined ? 'gone' : 'damaged'
        failed.push({ uri: id, reason: `this archived original is ${problem}; compress its source again` })
      }
    }
    return failed
  } finally {
    await snapshot.close()
  }
}

/** Keys only, and no snapshot behind them: a state that is held back while everything is written anew would double the file. */
async function documentKeys(store: Store): Promise<readonly DocumentKey[]> {
  const snapshot = await store.snapshot()
  try {
    const keys: DocumentKey[] = []
    for await (const page of snapshot.documents()) {
      keys.push(...page.map(({ collection, uri }) => ({ collection, uri })))
    }
    return keys
  } finally {
    await snapshot.close()
  }
}

interface Unrestorable {
  readonly key: DocumentKey
  readonly reason: string
}

interface RestorableBatch {
  readonly batch: readonly Restorable[]
  readonly failures: readonly Unrestorable[]
  readonly documentsDone: number
}

async function* restorableBatches(keys: readonly DocumentKey[], parts: EngineParts): AsyncGenerator<RestorableBatch> {
  let batch: Restorable[] = []
  let failures: Unrestorable[] = []
  let sizeBytes = 0
  for (const [position, key] of keys.entries()) {
    const read = await readAgain(key, parts)
    if (read !== undefined && 'reason' in read) failures.push(read)
    else if (read !== undefined) {
      batch.push(read)
      sizeBytes += read.original.bytes.length
    }
    const isFull = sizeBytes >= BATCH_BYTES || batch.length >= BATCH_ITEMS
    if (!isFull && position < keys.length - 1) continue
    yield { batch, failures, documentsDone: position + 1 }
    batch = []
    failures = []
    sizeBytes = 0
  }
}

/** @returns undefined when the document is gone by now. */
async function readAgain(key: DocumentKey, parts: EngineParts): Promise<Restorable | Unrestorable | undefined> {
  const [row] = await parts.store.findDocuments([key])
  if (row === undefined) return undefined
  const original = await parts.store.readOriginal(row.originalId)
  if (original === undefined) return cannotRestore(key, 'its original is gone')
  if (hashBytes(original.bytes) !== original.id) return cannotRestore(key, 'its original is damaged')
  try {
    return { rebuilt: rebuildDocument(row, original, parts), original, replacesId: row.id }
  } catch (error) {
    if (!(error instanceof PackgraphError) || error.code !== 'DECODE') throw error
    return cannotRestore(key, `its original cannot be read as ${original.encoding}`)
  }
}

function cannotRestore(key: DocumentKey, reason: string): Unrestorable {
  return { key, reason: `${reason}; index the document again from its source` }
}

async function draftsOf(
  batch: readonly Restorable[],
  parts: EngineParts,
  signal: AbortSignal | undefined,
): Promise<readonly DocumentDraft[]> {
  const sketched = batch.map(({ rebuilt: { description, units } }) => ({
    title: description.title,
    hyperedges: sketchHyperedges(units, description.title, parts.extractor),
  }))
  const hyperedges = await draftHyperedges(sketched, parts, signal)
  return batch.map(({ rebuilt: { description, contentHash }, original, replacesId }, position) => ({
    document: description,
    original,
    contentHash,
    hyperedges: hyperedges[position]!,
    replacesId,
  }))
}
