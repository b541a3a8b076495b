import type { DocumentInput } from '../domain/document.ts'
import type { DocumentKey } from '../ports/store.ts'
import type { Failure } from './call-results.ts'

/** One transaction holds about so much: enough to make commits cheap, little enough that a cancelled run loses almost nothing. */
export const BATCH_BYTES: number = 1 << 20
export const BATCH_ITEMS = 512

/** A document that is to go in, unless it is there already. */
export interface AcceptedDocument {
  readonly kind: 'document'
  readonly input: DocumentInput
  readonly origin: string
  readonly key: DocumentKey
  readonly bytes: Uint8Array
}

/** Something that does not go in. */
export interface Problem extends Failure {
  readonly kind: 'skipped' | 'failed'
  readonly origin: string
}

export type BatchItem = AcceptedDocument | Problem

/** What is read together and committed in one transaction, in the order of reading. */
export interface Batch {
  readonly items: readonly BatchItem[]
  /** Bytes of the source that are read with the last item, from the start of the run. */
  readonly bytesDone: number
}

/** Groups items as they come; the last batch may be small, and none is empty. Holds one batch in memory. */
export async function* inBatches(
  items: AsyncIterable<{ readonly item: BatchItem; readonly sizeBytes: number }>,
): AsyncGenerator<Batch> {
  let batch: BatchItem[] = []
  let batchBytes = 0
  let bytesDone = 0
  for await (const { item, sizeBytes } of items) {
    batch.push(item)
    bytesDone += sizeBytes
    if (item.kind === 'document') batchBytes += item.bytes.length
    if (batchBytes < BATCH_BYTES && batch.length < BATCH_ITEMS) continue
    yield { items: batch, bytesDone }
    batch = []
    batchBytes = 0
  }
  if (batch.length > 0) yield { items: batch, bytesDone }
}
