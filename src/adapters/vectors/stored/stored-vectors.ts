import { rm } from 'node:fs/promises'
import { throwIfCancelled } from '../../../domain/errors.ts'
import type { EventListener } from '../../../domain/events.ts'
import type { Store } from '../../../ports/store.ts'
import type {
  DamagedGraph,
  PrepareOptions,
  StoredVectors,
  VectorIndex,
  VectorStatus,
} from '../../../ports/vector-index.ts'
import { createExactVectorIndex } from '../exact/exact-vector-index.ts'
import { SavedGraphs, type SavedGraphsOptions, type ServedGraph } from './saved-graphs.ts'
import { readIds, SyncedVectors } from './synced-vectors.ts'

/** A graph is built anew when as many vectors came or went as are this share of those that it serves. */
const REBUILD_SHARE = 0.2

/** How patient the background is. */
export interface Patience {
  /** How long no graph is begun after one has failed; twice as long after each further failure. */
  readonly restMs: number
  readonly longestRestMs: number
  /** How often somebody who cannot build looks whether another process has saved a graph. */
  readonly lookEveryMs: number
}

const PATIENCE: Patience = { restMs: 60_000, longestRestMs: 3_600_000, lookEveryMs: 10_000 }

export interface StoredVectorsOptions extends SavedGraphsOptions {
  /** From how many vectors a graph is wanted; `Infinity` means never. */
  readonly hnswFromVectors: number
  /** Hears, as notices, what becomes of graphs. */
  readonly onEvent?: EventListener | undefined
  /** Default: a minute, up to an hour; ten seconds. */
  readonly patience?: Patience | undefined
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
  readonly #patience: Patience
  readonly #progressListeners = new Set<(done: number, total: number) => void>()
  #served: Served | undefined
  #loading: Promise<Served> | undefined
  #working: Promise<void> | undefined
  #building = false
  /** Why no graph could be had when one was last tried. */
  #reason: string | undefined
  #failures = 0
  /** Until then no graph is begun in the background: infinite where none can ever be. */
  #restUntilMs = Number.NEGATIVE_INFINITY
  #lookAgainMs = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(options: StoredVectorsOptions) {
    this.#store = options.store
    this.#hnswFromVectors = options.hnswFromVectors
    this.#onEvent = options.onEvent
    this.#graphs = new SavedGraphs(options)
    this.#patience = options.patience ?? PATIENCE
  }

  async current(dimensions: number): Promise<VectorIndex> {
    const served = this.#served ?? (await this.#loadOnce(dimensions))
    await served.synced.follow(this.#store)
    if (this.#wantsBetter(served, served.synced.index.size)) this.#improve(dimensions)
    return served.synced.index
  }

  async prepare(dimensions: number, { signal, onProgress }: PrepareOptions = {}): Promise<void> {
    throwIfCancelled(signal)
    const served = this.#served ?? (await this.#loadOnce(dimensions))
    if (served.kind === 'hnsw') await served.synced.follow(this.#store)
    // Nobody waits for the exact index, so its vectors are not read before the graph is there.
    const size = served.kind === 'hnsw' ? served.synced.index.size : (await readIds(this.#store)).ids.length
    const canEver = this.#restUntilMs < Number.POSITIVE_INFINITY && !this.#store.readOnly
    if (onProgress) this.#progressListeners.add(onProgress)
    try {
      if (canEver && this.#wantsBetter(served, size)) this.#work(() => this.#takeUpOrBuild(dimensions, signal))
      await this.#working
    } finally {
      if (onProgress) this.#progressListeners.delete(onProgress)
    }
    throwIfCancelled(signal)
    await this.current(dimensions)
  }

  async status(): Promise<VectorStatus> {
    const snapshots = await this.#store.vectorSnapshots()
    return {
      serving: this.#served?.kind ?? 'none',
      vectors: this.#served?.synced.index.size ?? 0,
      building: this.#building,
      graphFromVectors: this.#hnswFromVectors,
      savedGenerations: snapshots.map(({ generation }) => generation),
      ...(this.#reason !== undefined && { reason: this.#reason }),
    }
  }

  damagedGraphs(): Promise<readonly DamagedGraph[]> {
    return this.#graphs.damaged()
  }

  async discardDamagedGraphs(): Promise<void> {
    for (const { path } of await this.#graphs.damaged()) await rm(path, { force: true })
  }

  async settled(): Promise<void> {
    await this.#working
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#graphs.end()
    await this.#working
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
      // What is not installed does not come while the process runs.
      this.#restUntilMs = Number.POSITIVE_INFINITY
      this.#giveUp(messageOf(error))
      return undefined
    }
  }

  #wantsBetter(served: Served, size: number): boolean {
    if (this.#closed || size < this.#hnswFromVectors) return false
    return served.kind === 'exact' || served.changes() >= REBUILD_SHARE * size
  }

  /** Takes up what another process has saved meanwhile, or else builds. */
  #improve(dimensions: number): void {
    const nowMs = performance.now()
    const mayBuild = !this.#store.readOnly && nowMs >= this.#restUntilMs
    const mayLook = this.#restUntilMs < Number.POSITIVE_INFINITY && nowMs >= this.#lookAgainMs
    if (!mayBuild && !mayLook) return
    this.#work(async () => {
      this.#lookAgainMs = nowMs + this.#patience.lookEveryMs
      if (mayBuild) await this.#takeUpOrBuild(dimensions, undefined)
      else await this.#takeUp(dimensions)
    }, mayBuild)
  }

  async #takeUpOrBuild(dimensions: number, signal: AbortSignal | undefined): Promise<void> {
    if (!(await this.#takeUp(dimensions))) await this.#build(dimensions, signal)
  }

  /** One such work at a time; whoever comes later finds it under way. */
  #work(work: () => Promise<void>, isBuilding = true): void {
    if (this.#working) return
    this.#building = isBuilding
    this.#working = work().finally(() => {
      this.#working = undefined
      this.#building = false
    })
  }

  /** Never fails: what serves goes on serving. @returns whether another graph serves now. */
  async #takeUp(dimensions: number): Promise<boolean> {
    try {
      const { graph, refusals } = await this.#graphs.find(await this.#graphs.library(), dimensions)
      for (const refusal of refusals) this.#tell(refusal)
      if (!graph) return false
      await this.#serve(graph, 'was saved by another process')
      return true
    } catch {
      return false
    }
  }

  /** Never fails: without a graph what serves goes on serving. */
  async #build(dimensions: number, signal: AbortSignal | undefined): Promise<void> {
    const onProgress = (done: number, total: number): void => {
      for (const listener of this.#progressListeners) listener(done, total)
    }
    try {
      const library = await this.#graphs.library()
      await this.#serve(await this.#graphs.build(library, dimensions, { signal, onProgress }), 'was built and saved')
    } catch (error) {
      if (this.#closed || signal?.aborted) return
      const { restMs, longestRestMs } = this.#patience
      this.#restUntilMs = performance.now() + Math.min(longestRestMs, restMs * 2 ** this.#failures)
      this.#failures++
      this.#giveUp(messageOf(error))
    }
  }

  async #serve(found: ServedGraph, how: string): Promise<void> {
    const graph = servedGraph(found)
    await graph.synced.follow(this.#store)
    this.#served = graph
    this.#reason = undefined
    this.#failures = 0
    this.#tell(`A graph over ${graph.synced.index.size} vectors ${how}; it serves from now on.`)
  }

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
