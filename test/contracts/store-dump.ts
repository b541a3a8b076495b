import type { DocumentDescription, Original } from '../../src/domain/document.ts'
import type { Incidence, TokenCost, Unit } from '../../src/domain/hyperedge.ts'
import type { Store, StoreSnapshot, StoreStatus } from '../../src/ports/store.ts'

/** All that a store says about its content, without ids: two stores with equal dumps answer everything alike. */
export interface StoreDump {
  readonly documents: readonly DumpedDocument[]
  readonly totals: Pick<
    StoreStatus,
    'originals' | 'documents' | 'hyperedges' | 'entities' | 'incidences' | 'tokenizers'
  >
}

interface DumpedDocument {
  readonly description: DocumentDescription
  readonly contentHash: string
  readonly original: Original | undefined
  readonly hyperedges: readonly DumpedHyperedge[]
}

interface DumpedHyperedge {
  readonly unit: Unit
  readonly tokenCost: TokenCost
  readonly textHash: string
  readonly incidences: readonly Incidence[]
  readonly embedding: readonly number[]
}

export async function dumpStore(store: Store): Promise<StoreDump> {
  const snapshot = await store.snapshot()
  const hyperedges = await dumpHyperedges(store, snapshot)
  const documents: DumpedDocument[] = []
  for (const { id, contentHash, ...description } of await rowsOf(snapshot.documents())) {
    documents.push({
      description,
      contentHash,
      original: plain(await store.readOriginal(description.originalId)),
      hyperedges: hyperedges.filter(({ documentId }) => documentId === id).map(({ dumped }) => dumped),
    })
  }
  await snapshot.close()
  const { originals, documents: count, hyperedges: edges, entities, incidences, tokenizers } = await store.status()
  return { documents, totals: { originals, documents: count, hyperedges: edges, entities, incidences, tokenizers } }
}

async function dumpHyperedges(
  store: Store,
  snapshot: StoreSnapshot,
): Promise<readonly { readonly documentId: number; readonly dumped: DumpedHyperedge }[]> {
  const scanned = await rowsOf(snapshot.hyperedges())
  const read = await store.readHyperedges(scanned.map(({ id }) => id))
  const embeddings = await vectorsOf(snapshot)
  const incidences = await incidencesOf(snapshot)
  return scanned.map(({ id, documentId, textHash }, index) => {
    const { id: _id, documentId: _documentId, tokenCost, ...unit } = read[index]!
    return {
      documentId,
      dumped: { unit, tokenCost, textHash, incidences: incidences.get(id) ?? [], embedding: embeddings.get(id) ?? [] },
    }
  })
}

/** All rows of a scan. */
export async function rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

/** Each vector of a snapshot by its hyperedge, in the order of the scan. */
export async function vectorsOf(snapshot: StoreSnapshot): Promise<ReadonlyMap<number, readonly number[]>> {
  const vectors = new Map<number, readonly number[]>()
  for await (const { ids, vectors: values } of snapshot.embeddings()) {
    const dimensions = values.length / ids.length
    for (const [row, id] of ids.entries())
      vectors.set(id, [...values.subarray(row * dimensions, (row + 1) * dimensions)])
  }
  return vectors
}

async function incidencesOf(snapshot: StoreSnapshot): Promise<ReadonlyMap<number, readonly Incidence[]>> {
  const byHyperedge = new Map<number, Incidence[]>()
  for (const { hyperedgeId, ...incidence } of await rowsOf(snapshot.incidences())) {
    byHyperedge.set(hyperedgeId, [...(byHyperedge.get(hyperedgeId) ?? []), incidence])
  }
  return byHyperedge
}

/** A store may hand bytes out as a Buffer. */
function plain(original: Original | undefined): Original | undefined {
  return original && { ...original, bytes: Uint8Array.from(original.bytes) }
}
