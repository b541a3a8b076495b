import type { VectorHit, VectorIndex } from '../../../ports/vector-index.ts'
import { checkIds, checkLimit, checkVectors } from '../check-vectors.ts'
import { createExactVectorIndex } from '../exact/exact-vector-index.ts'
import type { LoadedGraph } from './loaded-graph.ts'

/**
 * An approximate vector index: a graph that was built and saved before, and an exact index for what has come since. A removed vector is hidden in the graph; a
 * replaced one is hidden and added to the exact index. So nothing is ever added to the graph in this thread, where each addition would block for half a
 * millisecond and more, and what is new is always found. When too much has changed, build another graph: see {@link changes}.
 *
 * Scores of the graph are cosines in 32-bit arithmetic, within some 1e-7 of those of the exact index; ties fall by id. Results depend on the graph's file, which
 * depends on the order in which it was built, and on what changed since.
 *
 * @throws PackgraphError as the exact index does, before any native code is called. A call that fails has changed nothing, unless memory ran out.
 */
export class HnswVectorIndex implements VectorIndex {
  readonly dimensions: number
  readonly #graph: LoadedGraph
  readonly #recent: VectorIndex

  /** @param dimensions those of the graph. */
  constructor(graph: LoadedGraph, dimensions: number) {
    this.dimensions = dimensions
    this.#graph = graph
    this.#recent = createExactVectorIndex(dimensions)
  }

  get size(): number {
    return this.#graph.size + this.#recent.size
  }

  /** How many vectors a new graph would take in or leave out. */
  get changes(): number {
    return this.#graph.hidden + this.#recent.size
  }

  async add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void> {
    checkIds(ids)
    checkVectors(vectors, ids.length, this.dimensions)
    this.#hide(ids)
    await this.#recent.add(ids, vectors)
  }

  async remove(ids: ArrayLike<number>): Promise<void> {
    checkIds(ids)
    this.#hide(ids)
    await this.#recent.remove(ids)
  }

  async search(query: Float32Array, limit: number): Promise<readonly VectorHit[]> {
    checkVectors(query, 1, this.dimensions)
    checkLimit(limit)
    const near = this.#graph.search(query, limit)
    const recent = await this.#recent.search(query, limit)
    return [...near, ...recent].sort((left, right) => right.score - left.score || left.id - right.id).slice(0, limit)
  }

  #hide(ids: ArrayLike<number>): void {
    for (let position = 0; position < ids.length; position += 1) this.#graph.hide(ids[position]!)
  }
}
