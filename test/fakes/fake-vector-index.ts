import { checkDimensions, checkIds, checkLimit, checkVectors } from '../../src/adapters/vectors/check-vectors.ts'
import type { VectorHit, VectorIndex } from '../../src/ports/vector-index.ts'

/** A vector index that is too simple to be wrong: a map, and every cosine at every search. For tests of what stands above the port. */
export class FakeVectorIndex implements VectorIndex {
  readonly dimensions: number
  readonly #vectors = new Map<number, Float32Array>()

  constructor(dimensions: number) {
    checkDimensions(dimensions)
    this.dimensions = dimensions
  }

  get size(): number {
    return this.#vectors.size
  }

  async add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void> {
    checkIds(ids)
    checkVectors(vectors, ids.length, this.dimensions)
    for (const [position, id] of Array.from(ids).entries()) {
      this.#vectors.set(id, vectors.slice(position * this.dimensions, (position + 1) * this.dimensions))
    }
  }

  async remove(ids: ArrayLike<number>): Promise<void> {
    checkIds(ids)
    for (const id of Array.from(ids)) this.#vectors.delete(id)
  }

  async search(query: Float32Array, limit: number): Promise<readonly VectorHit[]> {
    checkVectors(query, 1, this.dimensions)
    checkLimit(limit)
    return nearestByBruteForce(this.#vectors, query, limit)
  }
}

/** The oracle: every cosine in 64-bit arithmetic, a full sort by score, then by id. */
export function nearestByBruteForce(
  vectors: ReadonlyMap<number, Float32Array>,
  query: Float32Array,
  limit: number,
): readonly VectorHit[] {
  return [...vectors]
    .map(([id, vector]) => ({ id, score: cosine(vector, query) }))
    .sort((left, right) => right.score - left.score || left.id - right.id)
    .slice(0, limit)
}

function cosine(left: Float32Array, right: Float32Array): number {
  const lengths = Math.sqrt(dot(left, left)) * Math.sqrt(dot(right, right))
  return lengths === 0 ? 0 : dot(left, right) / lengths
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, dimension) => sum + value * right[dimension]!, 0)
}
