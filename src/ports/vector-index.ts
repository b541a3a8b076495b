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
