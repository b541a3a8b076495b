/** Links of an element on each upper layer; twice as many on the ground. */
export const LINKS = 16
/** How many candidates an element chooses its links from when it is added. */
export const EF_CONSTRUCTION = 200
/** Of the layers that elements reach, so that the same vectors in the same order make the same graph. */
export const LAYER_SEED = 1
/** Labels pass through 32 bits on their way into native code; larger ones would silently become others. */
export const MAXIMUM_LABEL: number = 2 ** 32 - 1

const LEAST_EF = 1_200
const EF_PER_HIT = 3

/** How many candidates a search for `limit` hits keeps in sight. `docs/decisions/two-vector-indexes.md` has what was measured. */
export function searchWidth(limit: number): number {
  return Math.max(LEAST_EF, EF_PER_HIT * limit)
}

/** A vector of length 1, as native code wants it; zeros stay zeros. In 64-bit arithmetic, so that no length overflows. */
export function unitNumbers(vector: Float32Array): readonly number[] {
  let squares = 0
  for (const value of vector) squares += value * value
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  return Array.from(vector, (value) => value * scale)
}
