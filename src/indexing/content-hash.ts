import { createHash, hash } from 'node:crypto'
import type { Metadata } from '../domain/document.ts'

/** Raise it when the same document would be cut or described in another way, so that the next run indexes it anew. */
const INDEXING_REVISION = 1

/** SHA-256 (hex) of bytes, which names an original. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What decides a document's hyperedges, apart from its place (uri, collection, origin) and the tokenizer. */
export interface HashedFacts {
  readonly originalId: string
  /** As the caller gave it; a title found in the text follows from the original. */
  readonly title: string | undefined
  readonly mediaType: string
  readonly metadata: Metadata
  readonly stable: boolean
}

/** Equal hashes mean that a document need not be read again. */
export function contentHash(
  { originalId, title, mediaType, metadata, stable }: HashedFacts,
  extractor: string,
): string {
  const facts = [INDEXING_REVISION, extractor, originalId, title ?? null, mediaType, canonicalJson(metadata), stable]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

/** Hash that equal passages share, whichever documents they stand in. */
export function textHash(kind: string, text: string): string {
  return hash('sha256', `${kind}\n${text}`, 'hex').slice(0, 32)
}

/**
 * The JSON of a value with the keys of every object sorted, so that values of equal JSON have equal text.
 * @throws TypeError or RangeError for what JSON cannot hold.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
