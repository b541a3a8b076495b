import type { EventListener } from '../../../domain/events.ts'
import type { Store } from '../../../ports/store.ts'
import type { StoredVectors, VectorIndex, VectorStatus } from '../../../ports/vector-index.ts'
import { createExactVectorIndex } from '../exact/exact-vector-index.ts'
import { SavedGraphs, type SavedGraphsOptions, type ServedGraph } from './saved-graphs.ts'
import { readIds, SyncedVectors } from './synced-vectors.ts'

/** A graph is built anew when as many vectors came or went as are this share of those that it serves. */
const REBUILD_SHARE = 0.2

export interface StoredVectorsOptions extends SavedGraphsOptions {
  /** From how many vectors a graph is wanted; `Infinity` means never. */
  readonly hnswFromVectors: number
  /** Hears, as notices, what becomes of graphs. */
  readonly onEvent?: EventListener | undefined
}

/**
 * The vectors of a store: behind the exact index as long as they are few, and behind a graph when they are many. While a graph is built, and where none can be, the
 * exact index serves; a graph that is sound but old serves, with what has changed since beside it, while the next one is built.
 */
export function createStoredVectors(options: StoredVectorsOptions): StoredVectors {
  return new ServedVectors(options)
}

interface Served {
  readonly kind: 'exact' | 'hnsw'
  readonly synced: SyncedVectors
  /** Vectors that a new graph would take in or leave out. */
  readonly changes: () => number
}

class ServedVectors implements StoredVectors {
  readonly #store: Store
  readonly #hnswFromVectors: number
  readonly #onEvent: EventListener | undefined
  readonly #graphs: SavedGraphs
  #served: Served | undefined
  #loading: Promise<Served> | undefined
  #building: Promise<void> | undefined
  /** Why no graph will be built any more. */
  #reason: string | undefined
  #closed = false

  constructor(options: StoredVectorsOptions) {
    this.#store = options.store
    this.#hnswFromVectors = options.hnswFromVectors
    this.#onEvent = options.onEvent
    this.#graphs = new SavedGraphs(options)
  }

  async current(dimensions: number): Promise<VectorIndex> {
    const served = this.#served ?? (await this.#loadOnce(dimensions))
    await served.synced.follow(this.#store)
    this.#buildIfWanted(dimensions)
    return served.synced.index
  }

  async status(): Promise<VectorStatus> {
    const snapshots = await this.#store.vectorSnapshots()
    return {
      serving: this.#served?.kind ?? 'none',
      vectors: this.#served?.synced.index.size ?? 0,
      building: this.#building !== undefined,
      savedGenerations: snapshots.map(({ generation }) => generation),
      ...(this.#reason !== undefined && { reason: this.#reason }),
    }
  }

  async settled(): Promise<void> {
    await this.#building
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#graphs.end()
    await this.#building
  }

  #loadOnce(dimensions: number): Promise<Served> {
    this.#loading ??= this.#load(dimensions).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(dimensions: number): Promise<Served> {
    const { ids } = await readIds(this.#store)
    const graph = ids.length >= this.#hnswFromVectors ? await this.#findGraph(dimensions) : undefined
    this.#served ??= graph ? servedGraph(graph) : servedExactly(dimensions)
    return this.#served
  }

  async #findGraph(dimensions: number): Promise<ServedGraph | undefined> {
    try {
      const { graph, refusals } = await this.#graphs.find(await this.#graphs.library(), dimensions)
      for (const refusal of refusals) this.#tell(refusal)
      if (!graph && this.#store.readOnly)
        this.#giveUp('no saved graph is usable, and the index is open for reading only')
      return graph
    } catch (error) {
      this.#giveUp(messageOf(error))
      return undefined
    }
  }

  #buildIfWanted(dimensions: number): void {
    const served = this.#served
    if (!served || this.#building || this.#closed || this.#reason !== undefined || this.#store.readOnly) return
    const { size } = served.synced.index
    if (size < this.#hnswFromVectors || (served.kind === 'hnsw' && served.changes() < REBUILD_SHARE * size)) return
    this.#building = this.#build(dimensions).finally(() => {
      this.#building = undefined
    })
  }

  /** Never fails: without a graph the exact index goes on serving. */
  async #build(dimensions: number): Promise<void> {
    try {
      const graph = servedGraph(await this.#graphs.build(await this.#graphs.library(), dimensions))
      await graph.synced.follow(this.#store)
      this.#served = graph
      this.#tell(`A graph over ${graph.synced.index.size} vectors was built and saved; it serves from now on.`)
    } catch (error) {
      if (!this.#closed) this.#giveUp(messageOf(error))
    }
  }

  /** What failed once would fail again, after the same work. */
  #giveUp(reason: string): void {
    this.#reason = reason
    const serving = this.#served?.kind === 'hnsw' ? 'the older graph' : 'the exact vector index'
    this.#tell(`No graph of vectors can be had (${reason}): ${serving} serves.`)
  }

  #tell(message: string): void {
    try {
      this.#onEvent?.({ type: 'notice', message })
    } catch {
      // A listener that fails must not end the process: nobody awaits what goes on in the background.
    }
  }
}

function servedGraph({ index, ids }: ServedGraph): Served {
  return { kind: 'hnsw', synced: new SyncedVectors(index, ids), changes: () => index.changes }
}

function servedExactly(dimensions: number): Served {
  return { kind: 'exact', synced: new SyncedVectors(createExactVectorIndex(dimensions)), changes: () => 0 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1)[0]! : String(error)
}
