import type { DocumentDescription, Original } from '../domain/document.ts'
import type { Unit } from '../domain/hyperedge.ts'
import { contentHash } from '../indexing/content-hash.ts'
import { ingestDocument } from '../ingest/ingest-document.ts'
import type { DocumentRow } from '../ports/store.ts'
import type { EngineParts } from './parts.ts'

/** What a stored document would be if its original were indexed today. */
export interface RebuiltDocument {
  readonly description: DocumentDescription
  readonly contentHash: string
  readonly units: readonly Unit[]
  /** Whether the stored document was made by the same rules, so that everything derived must be the same. */
  readonly isCurrent: boolean
}

/**
 * Reads a stored original again. Whether the title was given by the caller or found in the text is not stored: the content hash, which holds a given title
 * only, tells.
 * @throws PackgraphError `DECODE` when the bytes are not text in the encoding that is stored with them.
 */
export function rebuildDocument(
  { id: _, contentHash: storedHash, ...row }: DocumentRow,
  { bytes, encoding }: Original,
  parts: Pick<EngineParts, 'readers' | 'estimateTokens' | 'extractor'>,
): RebuiltDocument {
  const { title: found = '', units } = ingestDocument({ bytes, encoding, mediaType: row.mediaType }, parts)
  const hashWith = (title: string | undefined): string => contentHash({ ...row, title }, parts.extractor.identity)
  const hashes = { given: hashWith(row.title), found: hashWith(undefined) }
  const isCurrent = storedHash === hashes.given || storedHash === hashes.found
  const isGiven = isCurrent ? storedHash === hashes.given : row.title !== found
  return {
    description: isGiven ? row : { ...row, title: found },
    contentHash: isGiven ? hashes.given : hashes.found,
    units,
    isCurrent,
  }
}
