import { PackgraphError } from '../domain/errors.ts'
import { formatReference, parseReference, type Reference } from '../domain/span.ts'
import { decodeSpan } from '../ingest/decode.ts'
import type { Store } from '../ports/store.ts'
import type { Shown } from './context-index.ts'

/**
 * The text behind a ref, decoded from the stored original.
 * @throws PackgraphError `INVALID_REFERENCE` for a malformed ref or one that reaches beyond its original, `NOT_FOUND` for an unknown original.
 */
export async function showReference(reference: string, collection: string, store: Store): Promise<Shown> {
  const { originalId, span } = await resolveReference(reference, collection, store)
  const original = await store.readOriginal(originalId)
  if (!original) {
    throw new PackgraphError('NOT_FOUND', `no original ${originalId} is in this index`, {
      facts: { originalId },
      hint: 'The document may have been removed or replaced, or the ref may belong to another index.',
    })
  }
  if (span.end > original.bytes.length) {
    throw new PackgraphError(
      'INVALID_REFERENCE',
      `the ref ends at byte ${span.end}, but its original has ${original.bytes.length}`,
      {
        facts: { reference, sizeBytes: original.bytes.length },
      },
    )
  }
  const documents = await store.documentsOfOriginal(originalId)
  return {
    ref: formatReference(originalId, span),
    originalId,
    span,
    text: decodeSpan(original.bytes, original.encoding, span),
    documents: documents.map(({ uri, title, collection }) => ({ uri, title, collection })),
  }
}

const URI_AND_SPAN = /^(.+)#(\d+)-(\d+)$/s
const ORIGINAL_ID = /^[0-9a-f]{64}$/

/** A ref, or a document's uri in place of the original's id. */
async function resolveReference(text: string, collection: string, store: Store): Promise<Reference> {
  const [, uri, start, end] = URI_AND_SPAN.exec(text) ?? []
  if (uri === undefined || ORIGINAL_ID.test(uri)) return parseReference(text)
  const [row] = await store.findDocuments([{ collection, uri }])
  if (!row) {
    throw new PackgraphError('NOT_FOUND', `no document “${uri}” is in the collection ${collection}`, {
      facts: { uri, collection },
      hint: 'Name its collection, or take the ref of an item from search or pack.',
    })
  }
  return parseReference(formatReference(row.originalId, { start: Number(start), end: Number(end) }))
}
