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

/** A ref, or a document's uri in place of the original's id. */
async function resolveReference(text: string, collection: string, store: Store): Promise<Reference> {
  const [, uri, start, end] = URI_AND_SPAN.exec(text) ?? []
  const [row] = uri === undefined ? [] : await store.findDocuments([{ collection, uri }])
  return parseReference(row ? formatReference(row.originalId, { start: Number(start), end: Number(end) }) : text)
}
