export interface VectorHit {
  readonly id: number
  /** Cosine similarity, −1 to 1. */
  readonly score: number
}

/**
 * Nearest neighbours by cosine over unit-length vectors. Ids are non-negative safe integers chosen by the caller. Implementations check every vector
 * (dimension, finite) before they keep it. Asynchronous so that a native index, a worker or a remote engine fits.
 */
export interface VectorIndex {
  readonly dimensions: number
  readonly size: number
  /** Adds vectors; an id that is present is replaced. `vectors` is row-major, `ids.length × dimensions`. */
  add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void>
  /** Removes ids; unknown ones are ignored. */
  remove(ids: ArrayLike<number>): Promise<void>
  /** @returns at most `limit` hits, best first, ties by ascending id. */
  search(query: Float32Array, limit: number): Promise<readonly VectorHit[]>
}

/** What answers the dense lane. */
export interface VectorStatus {
  /** `exact` scans every vector, `hnsw` follows an approximate graph; `none` as long as no query has needed vectors. */
  readonly serving: 'none' | 'exact' | 'hnsw'
  /** How many vectors it holds. */
  readonly vectors: number
  /** Whether a graph is being built in the background. */
  readonly building: boolean
  /** From how many vectors a graph is wanted. */
  readonly graphFromVectors: number
  /** The states of the store whose graphs are saved beside the index, the newest first; what changed since is read from the store. */
  readonly savedGenerations: readonly number[]
  /** Why no new graph serves although one is wanted, once that is known. */
  readonly reason?: string
}

/** A file of a saved graph that is not what was saved. */
export interface DamagedGraph {
  readonly path: string
  readonly problem: string
}

export interface PrepareOptions {
  readonly signal?: AbortSignal | undefined
  /** Hears how many of how many vectors are in the graph. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** The vectors of a store, behind an index that is loaded when it is first needed and then follows the store, whoever writes to it. */
export interface StoredVectors {
  /**
   * An index that holds at least the state in which the store is now; what it is may change from call to call.
   * @throws PackgraphError what the store and the index throw; the next call tries again.
   */
  current(dimensions: number): Promise<VectorIndex>
  /**
   * What `current` sees to in the background, awaited: where a graph is wanted and none of about this state is saved, it is built and saved. Without one, exact serves
   * as ever, and `status` says why.
   * @throws PackgraphError `CANCELLED` when the signal fires, with nothing left of a graph that was begun for this call; what the store and the index throw.
   */
  prepare(dimensions: number, options?: PrepareOptions): Promise<void>
  status(): Promise<VectorStatus>
  /** Recorded graphs whose files are damaged: never loaded, and built anew. A file that is gone is none, since it may be deleted. Reads every file whole, in a thread. */
  damagedGraphs(): Promise<readonly DamagedGraph[]>
  /** Deletes the files of damaged graphs. */
  discardDamagedGraphs(): Promise<void>
  /** Waits for what runs in the background. */
  settled(): Promise<void>
  /** Ends what runs in the background; a graph that is not finished is given up, without a trace. The store stays open. */
  close(): Promise<void>
}
