import { PackgraphError } from '../domain/errors.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store, StoreIdentity } from '../ports/store.ts'
import type { EngineParts } from './parts.ts'

/**
 * An index belongs to the embedder that built it: vectors of two embedders cannot be compared, not even when they have the same length.
 * @throws PackgraphError `EMBEDDER_MISMATCH`.
 */
export async function checkEmbedder(store: Store, embedder: Embedder): Promise<void> {
  const stored = (await store.identity())?.embedder
  if (stored === undefined) return
  if (stored.identity === embedder.identity && stored.dimensions === embedder.dimensions) return
  throw new PackgraphError(
    'EMBEDDER_MISMATCH',
    `the index was built with the embedder ${stored.identity} (${stored.dimensions} dimensions), not with ${embedder.identity} (${embedder.dimensions})`,
    {
      facts: { stored, opened: { identity: embedder.identity, dimensions: embedder.dimensions } },
      hint: `Open it with the embedder ${stored.identity}, or index the documents into a new file.`,
    },
  )
}

/** What an engine makes documents with; each of its writes says so. */
export function identityOf({ embedder, extractor }: EngineParts): StoreIdentity {
  const { identity, dimensions } = embedder
  return { embedder: { identity, dimensions }, extractor: extractor.identity }
}
