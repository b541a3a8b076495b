import { closeSync, fsyncSync, openSync } from 'node:fs'
import { PackgraphError } from '../../../domain/errors.ts'
import { checkDimensions, checkVectors } from '../check-vectors.ts'
import { damagedGraph } from './graph-error.ts'
import { checkGraphFile, type SoundGraph } from './graph-file.ts'
import { EF_CONSTRUCTION, LAYER_SEED, LINKS, MAXIMUM_LABEL, unitNumbers } from './graph-parameters.ts'
import type { Hnswlib, NativeGraph } from './hnswlib.ts'

/**
 * Builds a graph in native memory and saves it. Blocking: meant for a worker thread. The same vectors in the same order make the same file on one machine.
 * Cost of a vector: half a millisecond at 60,000 of 512 dimensions. Memory: `4 × dimensions + 140` bytes a vector.
 */
export class GraphWriter {
  readonly #graph: NativeGraph
  readonly #dimensions: number
  readonly #room: number
  #count = 0

  /** @throws PackgraphError `INVALID_OPTION` for dimensions or a room that cannot be. */
  constructor(library: Hnswlib, dimensions: number, room: number) {
    checkDimensions(dimensions)
    if (!Number.isInteger(room) || room < 1 || room > MAXIMUM_LABEL) {
      throw new PackgraphError('INVALID_OPTION', `a graph has room for 1 to ${MAXIMUM_LABEL} vectors, not ${room}`, {
        facts: { room, maximumRoom: MAXIMUM_LABEL },
      })
    }
    this.#graph = new library.HierarchicalNSW('ip', dimensions)
    this.#graph.initIndex(room, LINKS, EF_CONSTRUCTION, LAYER_SEED)
    this.#dimensions = dimensions
    this.#room = room
  }

  /**
   * Adds vectors under labels that have not been used yet.
   * @throws PackgraphError `INVALID_OPTION` for labels that cannot be or are used, and when there is no room; `EMBEDDER_FAILED` for unsound vectors.
   */
  add(labels: readonly number[], vectors: Float32Array): void {
    checkLabels(labels)
    checkVectors(vectors, labels.length, this.#dimensions)
    if (this.#count + labels.length > this.#room) throw noRoom(this.#count + labels.length, this.#room)
    labels.forEach((label, position) => {
      const start = position * this.#dimensions
      this.#graph.addPoint(unitNumbers(vectors.subarray(start, start + this.#dimensions)), label)
    })
    this.#count += labels.length
    // A label that was used already has replaced its vector.
    if (this.#graph.getCurrentCount() !== this.#count)
      throw new PackgraphError('INVALID_OPTION', 'a label was given to two vectors')
  }

  /**
   * Writes the graph, makes it durable, and reads it back: native code says nothing of a full disk or a missing folder.
   * @throws PackgraphError `INDEX_INVALID` when it is empty or what was read is not what was written; what opening the file raises.
   */
  save(path: string): SoundGraph {
    if (this.#count === 0) throw damagedGraph('it has no vectors')
    if (this.#count < this.#room) this.#graph.resizeIndex(this.#count)
    this.#graph.writeIndexSync(path)
    const file = openSync(path, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return checkGraphFile(path, { dimensions: this.#dimensions, vectors: this.#count })
  }
}

function checkLabels(labels: readonly number[]): void {
  for (const label of labels) {
    if (Number.isInteger(label) && label >= 0 && label <= MAXIMUM_LABEL) continue
    throw new PackgraphError('INVALID_OPTION', `a label is a whole number from 0 to ${MAXIMUM_LABEL}, not ${label}`, {
      facts: { label, maximumLabel: MAXIMUM_LABEL },
    })
  }
}

function noRoom(vectors: number, room: number): PackgraphError {
  return new PackgraphError('INVALID_OPTION', `the graph has room for ${room} vectors, not for ${vectors}`, {
    facts: { vectors, room },
  })
}
