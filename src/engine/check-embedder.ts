import { PackgraphError } from '../domain/errors.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
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

/**
 * Makes the index this embedder's, or makes sure that it is. Called before each write and not before: a run that fails to embed anything leaves an empty index
 * to whichever embedder comes next.
 * @throws PackgraphError `EMBEDDER_MISMATCH`.
 */
export async function claimIndex({ store, embedder, extractor }: EngineParts): Promise<void> {
  const { identity, dimensions } = embedder
  if ((await store.identity()) === undefined)
    await store.setIdentity({ embedder: { identity, dimensions }, extractor: extractor.identity })
  else await checkEmbedder(store, embedder)
}
