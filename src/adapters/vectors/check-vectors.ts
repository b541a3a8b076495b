import { PackgraphError } from '../../domain/errors.ts'

/** Beyond this the integer sums of a scan would lose their precision; no embedder comes near. */
const MAXIMUM_DIMENSIONS = 65_536

/** @throws PackgraphError `INVALID_OPTION` unless `dimensions` is a whole number from 1 to 65,536. */
export function checkDimensions(dimensions: number): void {
  if (Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= MAXIMUM_DIMENSIONS) return
  throw new PackgraphError(
    'INVALID_OPTION',
    `a vector index needs a whole number of dimensions from 1 to ${MAXIMUM_DIMENSIONS}, not ${dimensions}`,
    { facts: { dimensions, maximumDimensions: MAXIMUM_DIMENSIONS } },
  )
}

/** @throws PackgraphError `INVALID_OPTION` unless `limit` is a whole number from 1. */
export function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return
  throw new PackgraphError('INVALID_OPTION', `limit must be a whole number from 1, not ${limit}`, { facts: { limit } })
}

/** @throws PackgraphError `INVALID_OPTION` unless every id is a non-negative safe integer. */
export function checkIds(ids: ArrayLike<number>): void {
  for (let position = 0; position < ids.length; position += 1) {
    const id = ids[position]!
    if (Number.isSafeInteger(id) && id >= 0) continue
    throw new PackgraphError(
      'INVALID_OPTION',
      `a vector's id must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${id} (position ${position})`,
      { facts: { id, position } },
    )
  }
}

/**
 * Checks `count` row-major vectors: their number, their length, and that every component is finite. Cost: one pass.
 *
 * @throws PackgraphError `EMBEDDER_FAILED`, since vectors come from an embedder.
 */
export function checkVectors(vectors: Float32Array, count: number, dimensions: number): void {
  if (vectors.length !== count * dimensions) {
    throw new PackgraphError(
      'EMBEDDER_FAILED',
      `${count} vectors of ${dimensions} dimensions are ${count * dimensions} numbers, but ${vectors.length} were given`,
      {
        facts: { count, dimensions, expectedLength: count * dimensions, actualLength: vectors.length },
        hint: 'Use the embedder that the index was built with, and check that it returns one vector for each text.',
      },
    )
  }
  for (let position = 0; position < vectors.length; position += 1) {
    const value = vectors[position]!
    // A finite number minus itself is zero; infinities and NaN give NaN. Several times faster than Number.isFinite on long arrays.
    if (value - value === 0) continue
    const row = Math.floor(position / dimensions)
    const dimension = position % dimensions
    throw new PackgraphError(
      'EMBEDDER_FAILED',
      `a vector holds ${value}, which is not finite (vector ${row}, dimension ${dimension})`,
      { facts: { value, row, dimension }, hint: 'Check the embedder: it must return finite numbers only.' },
    )
  }
}
