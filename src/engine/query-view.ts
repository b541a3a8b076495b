import type { Hypergraph } from '../ports/hypergraph.ts'
import type { VectorIndex } from '../ports/vector-index.ts'
import { checkEmbedder } from './check-embedder.ts'
import type { EngineParts } from './parts.ts'

/** What queries read: the hypergraph of one state of the store and, once a query needs them, the vectors. */
export interface QueryView {
  readonly hypergraph: Hypergraph
  /** Of the same state or a later one; ids that the hypergraph does not know are dropped by the dense lane. */
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

interface LatestView {
  generation: number
  readonly view: Promise<QueryView>
}

/** Keeps the view of the latest generation, whoever wrote it. Callers that arrive while it is being built share the work. */
export class QueryViews {
  private readonly parts: EngineParts
  private latest: LatestView | undefined
  /** The newest that was loaded: what the next one is built from. */
  private hypergraph: Hypergraph | undefined
  private saving: Promise<unknown> = Promise.resolve()

  constructor(parts: EngineParts) {
    this.parts = parts
  }

  /** @throws PackgraphError `EMBEDDER_MISMATCH` when the index has come to belong to another embedder; what the store throws. */
  async current(): Promise<QueryView> {
    const generation = await this.parts.store.generation()
    // A caller that was overtaken must not bring back an older state.
    if (this.latest === undefined || this.latest.generation < generation) this.latest = this.start(generation)
    return this.latest.view
  }

  /** Saves the view of the present state in the store, so that the next process opens it at once, if so much is new that it is worth the work. */
  async saveIfWorth(): Promise<void> {
    if (!(await this.parts.isWorthSaving(this.parts.store))) return
    await this.current()
    await this.settled()
  }

  /** Waits until nothing is being saved. */
  async settled(): Promise<void> {
    await this.saving
  }

  private start(generation: number): LatestView {
    const latest: LatestView = { generation, view: this.load() }
    latest.view.then(
      ({ hypergraph }) => {
        latest.generation = hypergraph.generation
        if (this.latest === latest) this.hypergraph = hypergraph
      },
      () => {
        // A failed load must not be served again; the caller that awaits it sees the error.
        if (this.latest === latest) this.latest = undefined
      },
    )
    return latest
  }

  private async load(): Promise<QueryView> {
    await checkEmbedder(this.parts.store, this.parts.embedder)
    const snapshot = await this.parts.store.snapshot()
    try {
      const hypergraph = await this.parts.loadHypergraph(snapshot, this.hypergraph)
      // Queries need not wait for it, and whatever goes wrong with it, the rows are there to read again.
      this.saving = this.saving.then(() => this.save(hypergraph)).catch(() => undefined)
      return {
        hypergraph,
        stableUnits: markedUnits(await hypergraph.unitsWhere((document) => document.stable)),
        vectors: () => this.parts.vectors.current(this.parts.embedder.dimensions),
      }
    } finally {
      await snapshot.close()
    }
  }

  private async save(hypergraph: Hypergraph): Promise<void> {
    if (await this.parts.isWorthSaving(this.parts.store)) await this.parts.saveHypergraph(hypergraph, this.parts.store)
  }
}
