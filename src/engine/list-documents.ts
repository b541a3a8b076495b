import type { DocumentDescription } from '../domain/document.ts'
import type { Store } from '../ports/store.ts'
import type { Filter } from './context-index.ts'
import { documentTest } from './filters.ts'

/** Documents that pass the filter, by collection and uri. */
export async function listDocuments(filter: Filter | undefined, store: Store): Promise<readonly DocumentDescription[]> {
  const passes = documentTest(filter)
  const snapshot = await store.snapshot()
  try {
    const listed: DocumentDescription[] = []
    for await (const page of snapshot.documents()) {
      for (const { id: _, contentHash: __, ...document } of page) {
        if (!passes || passes(document)) listed.push(document)
      }
    }
    return listed
  } finally {
    await snapshot.close()
  }
}
