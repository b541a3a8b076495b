import { type BigIntStats, statSync } from 'node:fs'
import type { VectorHit } from '../../../ports/vector-index.ts'
import { damagedGraph } from './graph-error.ts'
import type { SoundGraph } from './graph-file.ts'
import { searchWidth, unitNumbers } from './graph-parameters.ts'
import type { Hnswlib, NativeGraph } from './hnswlib.ts'

/**
 * A saved graph in native memory, read and never added to: vectors can only be hidden. Every argument is checked by the caller, see {@link HnswVectorIndex}.
 * Cost of a search: some milliseconds, blocking. Memory: `4 × dimensions + 160` bytes a vector.
 */
export class LoadedGraph {
  readonly #graph: NativeGraph
  readonly #labels: Float64Array
  readonly #hidden = new Set<number>()

  /** Made by {@link loadGraph}. */
  constructor(graph: NativeGraph, labels: Float64Array) {
    this.#graph = graph
    this.#labels = labels
  }

  /** Vectors that are not hidden. */
  get size(): number {
    return this.#labels.length - this.#hidden.size
  }

  /** Vectors that are. They still cost time in every search. */
  get hidden(): number {
    return this.#hidden.size
  }

  /** Hides a vector for good; unknown and hidden ones are ignored. */
  hide(label: number): void {
    if (this.#hidden.has(label) || !this.#has(label)) return
    this.#graph.markDelete(label)
    this.#hidden.add(label)
  }

  /** At most `limit` near vectors that are not hidden, in no order: approximately the nearest, with their cosine in 32-bit arithmetic. */
  search(query: Float32Array, limit: number): readonly VectorHit[] {
    const most = Math.min(limit, this.size)
    if (most === 0) return []
    this.#graph.setEf(searchWidth(most))
    const { distances, neighbors } = this.#graph.searchKnn(unitNumbers(query), most)
    return neighbors.map((id, place) => ({ id, score: Math.max(-1, Math.min(1, 1 - distances[place]!)) }))
  }

  #has(label: number): boolean {
    let low = 0
    let high = this.#labels.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#labels[middle]! < label) low = middle + 1
      else high = middle
    }
    return this.#labels[low] === label
  }
}

/**
 * Reads a file into a fresh graph, in the background. The file must have been checked: `sound` is what that gave.
 * @throws PackgraphError `INDEX_INVALID` when the file changed meanwhile; what reading it raises.
 */
export async function loadGraph(library: Hnswlib, path: string, sound: SoundGraph): Promise<LoadedGraph> {
  const before = statSync(path, { bigint: true })
  if (Number(before.size) !== sound.sizeBytes) throw changed()
  const graph = new library.HierarchicalNSW('ip', sound.dimensions)
  await graph.readIndex(path)
  if (!isSame(before, statSync(path, { bigint: true })) || graph.getCurrentCount() !== sound.vectors) throw changed()
  return new LoadedGraph(graph, sound.labels)
}

function isSame(before: BigIntStats, after: BigIntStats): boolean {
  return before.ino === after.ino && before.mtimeNs === after.mtimeNs && before.size === after.size
}

function changed(): Error {
  return damagedGraph('the file changed while it was read')
}
