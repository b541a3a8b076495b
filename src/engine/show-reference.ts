import { PackgraphError } from '../domain/errors.ts'
import { formatReference, parseReference, type Span } from '../domain/span.ts'
import { decodeSpan } from '../ingest/decode.ts'
import type { Store } from '../ports/store.ts'
import type { ShowOptions } from './call-options.ts'
import type { Shown } from './call-results.ts'
import { cutToBytes, widenToLines } from './text-window.ts'

/**
 * The text behind a ref, decoded from the stored original.
 * @param collection where a uri is looked for.
 * @throws PackgraphError `INVALID_REFERENCE` for a malformed ref or one that reaches beyond its original, `NOT_FOUND` for an unknown original.
 */
export async function showReference(
  reference: string,
  collection: string,
  { linesAround, maxBytes }: Pick<ShowOptions, 'linesAround' | 'maxBytes'>,
  store: Store,
): Promise<Shown> {
  const { originalId, span: named } = await resolveReference(reference, collection, store)
  const original = await store.readOriginal(originalId)
  if (!original) {
    throw new PackgraphError('NOT_FOUND', `no original ${originalId} is in this index`, {
      facts: { originalId },
      hint: 'The document may have been removed or replaced, or the ref may belong to another index.',
    })
  }
  const { bytes, encoding } = original
  const asked = named ?? { start: 0, end: bytes.length }
  if (asked.end > bytes.length) {
    throw new PackgraphError(
      'INVALID_REFERENCE',
      `the ref ends at byte ${asked.end}, but its original has ${bytes.length}`,
      {
        facts: { reference, sizeBytes: bytes.length },
      },
    )
  }
  const wanted = linesAround === undefined ? asked : widenToLines(bytes, encoding, asked, linesAround)
  const span = maxBytes === undefined ? wanted : cutToBytes(bytes, encoding, wanted, maxBytes)
  const documents = await store.documentsOfOriginal(originalId)
  return {
    ref: formatReference(originalId, span),
    originalId,
    span,
    sizeBytes: bytes.length,
    text: decodeSpan(bytes, encoding, span),
    ...(span.end < wanted.end && { rest: formatReference(originalId, { start: span.end, end: wanted.end }) }),
    documents: documents.map(({ uri, title, collection, mediaType }) => ({ uri, title, collection, mediaType })),
  }
}

const URI_AND_SPAN = /^(.+)#(\d+)-(\d+)$/s
const ORIGINAL_ID = /^[0-9a-f]{64}$/

/**
 * A ref, with the id or the alias of its original or with a document's uri in place of it. Without a span the whole original is meant. An alias comes before a
 * uri of the same letters: refs are for good.
 */
async function resolveReference(
  text: string,
  collection: string,
  store: Store,
): Promise<{ readonly originalId: string; readonly span: Span | undefined }> {
  if (ORIGINAL_ID.test(text)) return { originalId: text, span: undefined }
  const [, name = text, start, end] = URI_AND_SPAN.exec(text) ?? []
  if (ORIGINAL_ID.test(name)) return parseReference(text)
  const originalId = (await store.resolveOriginal(name)) ?? (await originalOfDocument(name, collection, store))
  if (start === undefined) return { originalId, span: undefined }
  return parseReference(formatReference(originalId, { start: Number(start), end: Number(end) }))
}

async function originalOfDocument(uri: string, collection: string, store: Store): Promise<string> {
  const [row] = await store.findDocuments([{ collection, uri }])
  if (row) return row.originalId
  const message = `“${uri}” is no document of the collection ${collection}, and no archived original`
  throw new PackgraphError('NOT_FOUND', message, {
    facts: { uri, collection },
    hint: 'Name its collection, or take the ref of an item from search or pack.',
  })
}
