import type { DocumentDescription } from '../domain/document.ts'
import type { Store } from '../ports/store.ts'
import type { DocumentsOptions } from './call-options.ts'
import { documentTest } from './filters.ts'

/** Documents that pass the filter, by collection and uri, from the one behind `after` and up to the limit. */
export async function listDocuments(
  { filter, after, limit = Number.POSITIVE_INFINITY }: DocumentsOptions,
  store: Store,
): Promise<readonly DocumentDescription[]> {
  const passes = documentTest(filter)
  const snapshot = await store.snapshot()
  try {
    const listed: DocumentDescription[] = []
    for await (const page of snapshot.documents()) {
      for (const { id: _, contentHash: __, ...document } of page) {
        if (after && !isBehind(document, after)) continue
        if (!passes || passes(document)) listed.push(document)
        if (listed.length === limit) return listed
      }
    }
    return listed
  } finally {
    await snapshot.close()
  }
}

type Place = Pick<DocumentDescription, 'collection' | 'uri'>

/** Stores order by bytes of UTF-8, which is not the order of JavaScript's strings. */
function isBehind(document: Place, after: Place): boolean {
  const byCollection = compareBytes(document.collection, after.collection)
  return byCollection > 0 || (byCollection === 0 && compareBytes(document.uri, after.uri) > 0)
}

function compareBytes(left: string, right: string): number {
  return left === right ? 0 : Buffer.compare(Buffer.from(left), Buffer.from(right))
}
