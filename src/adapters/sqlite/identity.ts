import { PackgraphError } from '../../domain/errors.ts'
import type { StoreIdentity } from '../../ports/store.ts'

/**
 * Decides whether the identity of a store that holds `documents` documents may become `next`.
 * @returns whether anything changes.
 * @throws PackgraphError `EMBEDDER_MISMATCH` when stored vectors come from another embedder.
 */
export function checkIdentityChange(
  current: StoreIdentity | undefined,
  next: StoreIdentity,
  documents: number,
): boolean {
  const sameEmbedder =
    current?.embedder.identity === next.embedder.identity && current.embedder.dimensions === next.embedder.dimensions
  const sameExtractor = current?.extractor === next.extractor
  if (sameEmbedder && sameExtractor) return false
  if (current === undefined || documents === 0) return true
  if (sameEmbedder) return true
  throw new PackgraphError(
    'EMBEDDER_MISMATCH',
    `the index holds vectors of ${describe(current.embedder)}; they cannot be compared with those of ${describe(next.embedder)}`,
    {
      facts: { current, next, documents },
      hint: 'Open the index with the embedder it was built with, or build a new one.',
    },
  )
}

function describe({ identity, dimensions }: StoreIdentity['embedder']): string {
  return `${identity} (${dimensions} dimensions)`
}
