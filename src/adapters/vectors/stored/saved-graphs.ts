import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { PackgraphError } from '../../../domain/errors.ts'
import type { Store, VectorSnapshot } from '../../../ports/store.ts'
import type { DamagedGraph, PrepareOptions } from '../../../ports/vector-index.ts'
import { cancelledGraph } from '../hnsw/graph-error.ts'
import type { SoundGraph } from '../hnsw/graph-file.ts'
import { MAXIMUM_LABEL } from '../hnsw/graph-parameters.ts'
import { GraphThread } from '../hnsw/graph-thread.ts'
import { HnswVectorIndex } from '../hnsw/hnsw-vector-index.ts'
import { type Hnswlib, type ImportPackage, importHnswlib } from '../hnsw/hnswlib.ts'
import { loadGraph } from '../hnsw/loaded-graph.ts'
import { GraphFiles } from './graph-files.ts'
import { shuffled } from './shuffled.ts'
import { readIds, readVectors } from './synced-vectors.ts'

export interface SavedGraphsOptions {
  readonly store: Store
  /** The file of the index; graphs lie beside it. */
  readonly indexPath: string
  readonly importPackage?: ImportPackage
}

/** A graph that serves, with the ids that it was built of, ascending. */
export interface ServedGraph {
  readonly index: HnswVectorIndex
  readonly ids: Float64Array
}

/** What became of a look for a saved graph. */
export interface FoundGraph {
  readonly graph: ServedGraph | undefined
  /** One sentence for each saved graph that could not be used. */
  readonly refusals: readonly string[]
}

/** Builds graphs over the vectors of a store in a thread of their own, saves them beside the index, and loads what was saved if it is sound. */
export class SavedGraphs {
  readonly #store: Store
  readonly #files: GraphFiles
  readonly #importPackage: ImportPackage | undefined
  readonly #threads = new Set<GraphThread>()
  /** What was loaded, refused or made here: it is not looked at again. */
  readonly #seen = new Set<string>()
  #ended = false

  constructor({ store, indexPath, importPackage }: SavedGraphsOptions) {
    this.#store = store
    this.#files = new GraphFiles(indexPath)
    this.#importPackage = importPackage
  }

  /** @throws whatever the import of the native package raises. */
  library(): Promise<Hnswlib> {
    return importHnswlib(this.#importPackage)
  }

  /**
   * Loads the newest recorded graph whose file is sound, of those that were not looked at before; it may be of an older state of the store. Native code never sees an
   * unsound one. Where there is nothing new, one read of the store.
   */
  async find(library: Hnswlib, dimensions: number): Promise<FoundGraph> {
    const refusals: string[] = []
    for (const snapshot of await this.#store.vectorSnapshots()) {
      // Older ones are no better than what serves.
      if (this.#seen.has(snapshot.sha256)) break
      this.#seen.add(snapshot.sha256)
      try {
        return { graph: await this.#load(library, snapshot, dimensions), refusals }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        refusals.push(`The saved graph of generation ${snapshot.generation} is not used: ${reason}`)
      }
    }
    return { graph: undefined, refusals }
  }

  /**
   * Builds a graph over the present vectors, saves it, records it in the store, deletes older files, and loads it. Cost: minutes of another processor at
   * 100,000 vectors; this one only reads vectors, page by page. Several processes may do so at once: the later record counts.
   * @throws PackgraphError `CANCELLED` when ended or the signal fires, `INDEX_INVALID` when the disk did not take the file, what the store and the file system raise.
   */
  async build(library: Hnswlib, dimensions: number, options: PrepareOptions): Promise<ServedGraph> {
    const temporaryPath = this.#files.temporaryPath()
    try {
      const { generation, ids } = await readIds(this.#store)
      const sound = await this.#withThread(
        (thread) => this.#write(thread, ids, dimensions, temporaryPath, options.onProgress),
        options.signal,
      )
      const { sha256, sizeBytes, vectors } = sound
      const snapshot: VectorSnapshot = { generation, sha256, sizeBytes, dimensions, vectors }
      this.#seen.add(sha256)
      const path = await this.#files.install(temporaryPath, snapshot)
      await this.#files.prune(await this.#store.recordVectorSnapshot(snapshot))
      try {
        return served(await loadGraph(library, path, sound), sound)
      } catch {
        // Another process may have put an equal file in its place while it was read.
        return await this.#load(library, snapshot, dimensions)
      }
    } finally {
      await rm(temporaryPath, { force: true }).catch(() => undefined)
    }
  }

  /** Recorded graphs whose files are there and are not sound. */
  async damaged(): Promise<readonly DamagedGraph[]> {
    const damaged: DamagedGraph[] = []
    for (const snapshot of await this.#store.vectorSnapshots()) {
      const path = this.#files.pathOf(snapshot)
      try {
        await this.#withThread((thread) => thread.check(path, snapshot))
      } catch (error) {
        if (!existsSync(path)) continue
        if (!(error instanceof PackgraphError) || error.code !== 'INDEX_INVALID') throw error
        damaged.push({ path, problem: error.message })
      }
    }
    return damaged
  }

  /** Ends what is being built or checked, and lets nothing begin any more. */
  async end(): Promise<void> {
    this.#ended = true
    await Promise.all([...this.#threads].map((thread) => thread.end()))
  }

  async #load(library: Hnswlib, snapshot: VectorSnapshot, dimensions: number): Promise<ServedGraph> {
    const { vectors, sizeBytes, sha256 } = snapshot
    const path = this.#files.pathOf(snapshot)
    // The dimension is the embedder's and not that of the record: what is recorded of another one must not fit.
    const expected = { dimensions, vectors, sizeBytes, sha256 }
    const sound = await this.#withThread((thread) => thread.check(path, expected))
    return served(await loadGraph(library, path, sound), sound)
  }

  async #write(
    thread: GraphThread,
    ids: Float64Array,
    dimensions: number,
    path: string,
    onProgress: PrepareOptions['onProgress'],
  ): Promise<SoundGraph> {
    const largest = ids.at(-1) ?? 0
    if (largest > MAXIMUM_LABEL) {
      throw new PackgraphError(
        'INVALID_OPTION',
        `the graph takes ids up to ${MAXIMUM_LABEL}, but there is ${largest}`,
        {
          facts: { largest, maximum: MAXIMUM_LABEL },
        },
      )
    }
    await thread.begin(dimensions, ids.length)
    let done = 0
    for await (const page of readVectors(this.#store, shuffled(ids))) {
      await thread.add(page.ids, page.vectors)
      done += page.ids.length
      onProgress?.(done, ids.length)
    }
    return thread.save(path)
  }

  async #withThread<Result>(work: (thread: GraphThread) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#ended || signal?.aborted) throw cancelledGraph()
    const thread = new GraphThread()
    const end = (): void => void thread.end()
    this.#threads.add(thread)
    signal?.addEventListener('abort', end, { once: true })
    try {
      return await work(thread)
    } finally {
      signal?.removeEventListener('abort', end)
      this.#threads.delete(thread)
      await thread.end()
    }
  }
}

function served(graph: Awaited<ReturnType<typeof loadGraph>>, sound: SoundGraph): ServedGraph {
  return { index: new HnswVectorIndex(graph, sound.dimensions), ids: sound.labels }
}
