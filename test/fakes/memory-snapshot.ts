import type { Original } from '../../src/domain/document.ts'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { Fault } from '../../src/domain/fault.ts'
import type {
  DocumentRow,
  SavedArrays,
  ScannedEmbeddings,
  ScannedHyperedge,
  ScannedIncidence,
  StoredHyperedge,
  StoreInspection,
} from '../../src/ports/store.ts'
import { type KeptDocument, type KeptHyperedge, toHyperedge } from './memory-store.ts'

const PAGE_ROWS = 3

/** What a `MemoryStore` held at one moment. Pages are tiny, so that whoever reads only the first page is found out. */
export class MemorySnapshot implements StoreInspection {
  readonly generation: number
  readonly #documents: readonly KeptDocument[]
  readonly #originals: ReadonlyMap<string, Original>
  readonly #archived: readonly string[]
  readonly #saved: SavedArrays | undefined
  readonly #assertStoreOpen: () => void
  #open = true

  constructor(
    generation: number,
    documents: readonly KeptDocument[],
    originals: ReadonlyMap<string, Original>,
    archived: readonly string[],
    saved: SavedArrays | undefined,
    assertStoreOpen: () => void,
  ) {
    this.#originals = originals
    this.#archived = archived
    this.#saved = saved
    this.generation = generation
    this.#documents = [...documents].sort((left, right) => compareRows(left.row, right.row))
    this.#assertStoreOpen = assertStoreOpen
  }

  documents(): AsyncGenerator<readonly DocumentRow[]> {
    return this.#pages(this.#documents.map(({ row }) => row))
  }

  hyperedges(documentIds?: readonly number[]): AsyncGenerator<readonly ScannedHyperedge[]> {
    return this.#pages(
      this.#chosen(documentIds).flatMap(({ row, hyperedges }) =>
        inOrder(hyperedges).map(({ id, draft: { ordinal, span, headingPath, text, textHash } }) => ({
          id,
          documentId: row.id,
          ordinal,
          span,
          headingPath,
          text,
          textHash,
        })),
      ),
    )
  }

  incidences(documentIds?: readonly number[]): AsyncGenerator<readonly ScannedIncidence[]> {
    const hyperedges = documentIds
      ? this.#chosen(documentIds).flatMap((document) => inOrder(document.hyperedges))
      : this.#byId()
    return this.#pages(
      hyperedges.flatMap(({ id, draft }) => draft.incidences.map((incidence) => ({ ...incidence, hyperedgeId: id }))),
    )
  }

  async *embeddings(): AsyncGenerator<ScannedEmbeddings> {
    for await (const page of this.#pages(this.#byId())) {
      yield {
        ids: page.map(({ id }) => id),
        vectors: Float32Array.from(page.flatMap(({ draft }) => [...draft.embedding])),
      }
    }
  }

  hyperedgeIds(): AsyncGenerator<readonly number[]> {
    return this.#pages(this.#byId().map(({ id }) => id))
  }

  async original(id: string): Promise<Original | undefined> {
    return this.#originals.get(id)
  }

  archivedAlone(): AsyncGenerator<readonly string[]> {
    const used = new Set(this.#documents.map(({ row }) => row.originalId))
    return this.#pages(this.#archived.filter((id) => !used.has(id)).sort())
  }

  async storedHyperedges(documentId: number): Promise<readonly StoredHyperedge[]> {
    const kept = this.#documents.find(({ row }) => row.id === documentId)
    return inOrder(kept?.hyperedges ?? []).map((hyperedge) => {
      const { textHash, incidences, embedding } = hyperedge.draft
      return { ...toHyperedge(documentId, hyperedge), textHash, incidences, embedding }
    })
  }

  async *faults(): AsyncGenerator<readonly Fault[]> {}

  async savedArrays(stamp: string): Promise<SavedArrays | undefined> {
    return this.#saved?.stamp === stamp ? copyOf(this.#saved) : undefined
  }

  async close(): Promise<void> {
    this.#open = false
  }

  #chosen(documentIds: readonly number[] | undefined): readonly KeptDocument[] {
    if (documentIds === undefined) return this.#documents
    return documentIds.flatMap((id) => this.#documents.find(({ row }) => row.id === id) ?? [])
  }

  #byId(): readonly KeptHyperedge[] {
    return this.#documents.flatMap(({ hyperedges }) => hyperedges).sort((left, right) => left.id - right.id)
  }

  async *#pages<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
    for (let start = 0; start === 0 || start < rows.length; start += PAGE_ROWS) {
      this.#assertStoreOpen()
      if (!this.#open) throw new PackgraphError('INDEX_CLOSED', 'the snapshot was closed')
      if (rows.length > 0) yield rows.slice(start, start + PAGE_ROWS)
    }
  }
}

export function copyOf(saved: SavedArrays): SavedArrays {
  return { ...saved, arrays: new Map(Array.from(saved.arrays, ([name, bytes]) => [name, bytes.slice()])) }
}

/** By code point, as UTF-8 bytes sort; JavaScript's own order is by UTF-16 unit, which differs beyond U+FFFF. */
export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right))
}

/** By collection, then uri. */
export function compareRows(left: DocumentRow, right: DocumentRow): number {
  return compareBytes(left.collection, right.collection) || compareBytes(left.uri, right.uri)
}

/** The hyperedges of one document, by ordinal. */
function inOrder(hyperedges: readonly KeptHyperedge[]): readonly KeptHyperedge[] {
  return [...hyperedges].sort((left, right) => left.draft.ordinal - right.draft.ordinal)
}
