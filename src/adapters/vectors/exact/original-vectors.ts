/** Small enough that an index of a few vectors stays small, large enough that a million vectors are a few thousand arrays. */
const CHUNK_BYTES = 1 << 20

/**
 * The vectors as they were given, for exact scores: rows of 32-bit floats in chunks of about 1 MiB, so that growing copies nothing and no single array
 * becomes larger than the engine allows. Memory: `4 × dimensions + 8` bytes a row, rounded up to a whole chunk; chunks are kept for rows to come.
 */
export class OriginalVectors {
  readonly #dimensions: number
  readonly #rowsPerChunk: number
  readonly #chunks: Float32Array[] = []
  /** Euclidean length of each row. */
  readonly #lengths: number[] = []

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#rowsPerChunk = Math.max(1, Math.floor(CHUNK_BYTES / (4 * dimensions)))
  }

  /** Copies a vector in; `row` is a present row or the next one. */
  set(row: number, vector: Float32Array, length: number): void {
    const chunk = Math.floor(row / this.#rowsPerChunk)
    this.#chunks[chunk] ??= new Float32Array(this.#rowsPerChunk * this.#dimensions)
    this.#chunks[chunk].set(vector, (row % this.#rowsPerChunk) * this.#dimensions)
    this.#lengths[row] = length
  }

  /** Moves the last row over `row` and drops it. */
  removeBySwap(row: number): void {
    const last = this.#lengths.length - 1
    if (row !== last) {
      const start = this.#startOf(last)
      this.set(row, this.#chunkOf(last).subarray(start, start + this.#dimensions), this.#lengths[last]!)
    }
    this.#lengths.pop()
  }

  /**
   * The cosine of a row and a query of the given length, in 64-bit arithmetic; 0 when either is all zeros. It depends on the two vectors alone, so equal
   * vectors score equally wherever they lie.
   */
  cosine(row: number, query: Float32Array, queryLength: number): number {
    const lengths = this.#lengths[row]! * queryLength
    if (lengths === 0) return 0
    const cosine = dotProduct(this.#chunkOf(row), this.#startOf(row), query) / lengths
    return Math.max(-1, Math.min(1, cosine))
  }

  #chunkOf(row: number): Float32Array {
    return this.#chunks[Math.floor(row / this.#rowsPerChunk)]!
  }

  #startOf(row: number): number {
    return (row % this.#rowsPerChunk) * this.#dimensions
  }
}

/** Euclidean length, in 64-bit arithmetic. */
export function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dotProduct(vector, 0, vector))
}

/** Four sums, so that an addition need not wait for the one before: a third of the time of a single sum. */
function dotProduct(rows: Float32Array, start: number, query: Float32Array): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  let dimension = 0
  for (; dimension + 4 <= query.length; dimension += 4) {
    first += rows[start + dimension]! * query[dimension]!
    second += rows[start + dimension + 1]! * query[dimension + 1]!
    third += rows[start + dimension + 2]! * query[dimension + 2]!
    fourth += rows[start + dimension + 3]! * query[dimension + 3]!
  }
  for (; dimension < query.length; dimension += 1) first += rows[start + dimension]! * query[dimension]!
  return first + second + (third + fourth)
}
