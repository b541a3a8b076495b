import type { VectorHit, VectorIndex } from '../../../ports/vector-index.ts'
import { checkDimensions, checkIds, checkLimit, checkVectors } from '../check-vectors.ts'
import { BestHits } from './best-hits.ts'
import { lengthOf, OriginalVectors } from './original-vectors.ts'
import { QuantisedRows } from './quantised-rows.ts'

/**
 * A vector index in memory that always finds the true nearest neighbours: a WebAssembly kernel scans the vectors as bytes, keeps every row that can
 * possibly be among the best, and those are scored from the original floats in 64-bit arithmetic. The number of rows scored is not fixed: it follows
 * from the rounding error of each row, so vectors that bytes represent badly, or that lie close together, cost time and never a neighbour.
 *
 * Scores are cosines of the vectors as given, whatever their length; a vector of zeros scores 0. Results depend on the present ids and vectors alone, not
 * on the order or history of changes. In a batch that names an id twice, the later vector stays.
 *
 * Cost: a search is one pass over `size × dimensions` bytes; an addition or removal touches its own row and at most one other. Memory for a vector of `d`
 * dimensions: `d + 8` bytes for the scan (`d` rounded up to 16), `4 × d + 8` for the original and about 60 for its id. Memory is kept for later vectors
 * when some are removed. All methods work to their end before they return, so calls never interleave.
 *
 * @throws PackgraphError `INVALID_OPTION` for dimensions, ids or a limit that cannot be, and when the vectors would need more than 4 GiB in bytes;
 * `EMBEDDER_FAILED` for vectors of another length or with numbers that are not finite. A call that fails has changed nothing.
 */
export function createExactVectorIndex(dimensions: number): VectorIndex {
  checkDimensions(dimensions)
  return new ExactVectorIndex(dimensions)
}

class ExactVectorIndex implements VectorIndex {
  readonly dimensions: number
  readonly #rowOfId = new Map<number, number>()
  readonly #idOfRow: number[] = []
  readonly #quantised: QuantisedRows
  readonly #originals: OriginalVectors

  constructor(dimensions: number) {
    this.dimensions = dimensions
    this.#quantised = new QuantisedRows(dimensions)
    this.#originals = new OriginalVectors(dimensions)
  }

  get size(): number {
    return this.#idOfRow.length
  }

  async add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void> {
    checkIds(ids)
    checkVectors(vectors, ids.length, this.dimensions)
    this.#quantised.reserve(this.size + this.#countNew(ids))
    for (let position = 0; position < ids.length; position += 1) {
      const start = position * this.dimensions
      this.#put(ids[position]!, vectors.subarray(start, start + this.dimensions))
    }
  }

  async remove(ids: ArrayLike<number>): Promise<void> {
    checkIds(ids)
    for (let position = 0; position < ids.length; position += 1) this.#drop(ids[position]!)
  }

  async search(query: Float32Array, limit: number): Promise<readonly VectorHit[]> {
    checkVectors(query, 1, this.dimensions)
    checkLimit(limit)
    const queryLength = lengthOf(query)
    const candidates = this.#quantised.findCandidates(query, queryLength, this.size, limit)
    const best = new BestHits(limit)
    const score = (row: number): void =>
      best.offer(this.#originals.cosine(row, query, queryLength), this.#idOfRow[row]!)
    // First the rows that hold up the floor, so that the bar is high when the doubtful ones come; most of those then need no score.
    candidates.rows.forEach((row, place) => {
      if (candidates.lowest[place]! >= candidates.floor) score(row)
    })
    candidates.rows.forEach((row, place) => {
      if (candidates.lowest[place]! < candidates.floor && candidates.highest[place]! >= best.floor) score(row)
    })
    return best.toSorted()
  }

  #countNew(ids: ArrayLike<number>): number {
    const fresh = new Set<number>()
    for (let position = 0; position < ids.length; position += 1) {
      if (!this.#rowOfId.has(ids[position]!)) fresh.add(ids[position]!)
    }
    return fresh.size
  }

  #put(id: number, vector: Float32Array): void {
    const row = this.#rowOfId.get(id) ?? this.size
    const length = lengthOf(vector)
    this.#quantised.set(row, vector, length)
    this.#originals.set(row, vector, length)
    this.#idOfRow[row] = id
    this.#rowOfId.set(id, row)
  }

  /** The last row takes the place of the removed one, so that rows have no gaps and nothing of the removed vector is ever scanned again. */
  #drop(id: number): void {
    const row = this.#rowOfId.get(id)
    if (row === undefined) return
    const last = this.size - 1
    const lastId = this.#idOfRow[last]!
    this.#quantised.move(last, row)
    this.#originals.removeBySwap(row)
    this.#idOfRow[row] = lastId
    this.#rowOfId.set(lastId, row)
    this.#idOfRow.pop()
    this.#rowOfId.delete(id)
  }
}
