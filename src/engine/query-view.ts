import type { Hypergraph } from '../ports/hypergraph.ts'
import type { VectorIndex } from '../ports/vector-index.ts'
import type { EngineParts } from './parts.ts'

/** What queries read: the hypergraph and, once a query needs it, the vectors of one state of the store. */
export interface QueryView {
  readonly hypergraph: Hypergraph
  vectors(): Promise<VectorIndex>
  /** Units of stable documents, ascending. */
  readonly stableUnits: readonly number[]
}

/** The units that a mask marks, ascending. */
export function markedUnits(mask: Uint8Array): readonly number[] {
  const units: number[] = []
  for (let unit = mask.indexOf(1); unit >= 0; unit = mask.indexOf(1, unit + 1)) units.push(unit)
  return units
}

/** Keeps the view of the latest generation, whoever wrote it. Callers that arrive while it is being built share the work. */
export class QueryViews {
  private readonly parts: EngineParts
  private generation = -1
  private view: Promise<QueryView> | undefined

  constructor(parts: EngineParts) {
    this.parts = parts
  }

  async current(): Promise<QueryView> {
    const generation = await this.parts.store.generation()
    if (!this.view || generation !== this.generation) {
      this.generation = generation
      this.view = this.load()
      this.view.catch(() => {
        // A failed load must not be served again; the caller that awaits it sees the error.
        this.view = undefined
      })
    }
    return this.view
  }

  private async load(): Promise<QueryView> {
    const snapshot = await this.parts.store.snapshot()
    try {
      const hypergraph = await this.parts.loadHypergraph(snapshot)
      let vectors: Promise<VectorIndex> | undefined
      return {
        hypergraph,
        stableUnits: markedUnits(await hypergraph.unitsWhere((document) => document.stable)),
        vectors: () => {
          vectors ??= this.loadVectors()
          return vectors
        },
      }
    } finally {
      await snapshot.close()
    }
  }

  /** Vectors may belong to a later state than the hypergraph; ids that the hypergraph does not know are dropped by the dense lane. */
  private async loadVectors(): Promise<VectorIndex> {
    const snapshot = await this.parts.store.snapshot()
    try {
      const index = await this.parts.createVectorIndex(this.parts.embedder.dimensions)
      for await (const { ids, vectors } of snapshot.embeddings()) await index.add(ids, vectors)
      return index
    } finally {
      await snapshot.close()
    }
  }
}
