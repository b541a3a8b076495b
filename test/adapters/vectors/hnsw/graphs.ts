import { GraphWriter } from '../../../../src/adapters/vectors/hnsw/graph-writer.ts'
import { type Hnswlib, importHnswlib } from '../../../../src/adapters/vectors/hnsw/hnswlib.ts'

export const DIMENSIONS = 16

/** The native package, where it could be built. */
export const library: Hnswlib | undefined = await importHnswlib().catch(() => undefined)

/** What a skipped test says. */
export const NEEDS_LIBRARY = 'needs hnswlib-node, which could not be built here'

/** Writes a graph over seeded vectors with the given labels. @returns the vectors, row-major. */
export function writeGraph(path: string, labels: readonly number[], dimensions: number = DIMENSIONS): Float32Array {
  if (!library) throw new Error(NEEDS_LIBRARY)
  const vectors = seededVectors(labels.length, dimensions)
  const writer = new GraphWriter(library, dimensions, labels.length)
  writer.add(labels, vectors)
  writer.save(path)
  return vectors
}

export function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number)
}

/** Numbers from −1 to 1 that depend on the sizes alone. */
export function seededVectors(count: number, dimensions: number): Float32Array {
  let state = count + dimensions
  return Float32Array.from({ length: count * dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
}

/** Where things lie in a file of a graph with {@link DIMENSIONS} dimensions, in bytes. */
export const LAYOUT = {
  room: 8,
  count: 16,
  elementBytes: 24,
  highestLayer: 48,
  entry: 52,
  links: 72,
  ground: 96,
  /** Of one element on the ground: a count, 32 links, 16 numbers, a label of 8 bytes. */
  elementSize: 204,
} as const
