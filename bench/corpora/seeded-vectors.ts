import { normalised } from './hashed-words.ts'
import { seededRandom } from './seeded-random.ts'

const CENTRES = 200

/**
 * *Clustered*: directions scattered around 200 centres, as embeddings of related texts are. *Even*: directions where none is near another. *Dominated*: one
 * component so large that bytes hold little of the others; the worst case of an index that rounds to bytes.
 */
export type VectorShape = 'clustered' | 'even' | 'dominated'

/** An endless supply of unit vectors of one shape, the same for the same seed. */
export function seededVectors(shape: VectorShape, dimensions: number, seed: number): () => Float32Array {
  const draw = gaussianNumbers(seed)
  const direction = (): Float32Array => normalised(Float32Array.from({ length: dimensions }, draw))
  if (shape === 'even') return direction
  if (shape === 'dominated')
    return () => normalised(direction().map((value, dimension) => (dimension === 0 ? 2.5 : value)))
  const centres = Array.from({ length: CENTRES }, direction)
  return () => {
    const centre = centres[Math.floor(Math.abs(draw()) * 1_000) % CENTRES]!
    return normalised(direction().map((value, dimension) => value + centre[dimension]!))
  }
}

/** Source: Box and Muller, 1958. */
function gaussianNumbers(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
