import { normalised } from './hashed-words.ts'
import { seededRandom } from './seeded-random.ts'

const CENTRES = 200
/** Topics, parts of topics and parts of those, with how much each counts beside what is a vector's own. */
const LAYERS = [
  { centres: 50, weight: 2 },
  { centres: 1_000, weight: 1.6 },
  { centres: 10_000, weight: 1.2 },
] as const

/**
 * *Clustered*: directions scattered around 200 centres, as embeddings of related texts are. *Layered*: topics, parts of topics and parts of those, so that what is near
 * lies near in few directions only, as in the embeddings of neural models. *Even*: directions where none is near another. *Dominated*: one
 * component so large that bytes hold little of the others; the worst case of an index that rounds to bytes.
 */
export type VectorShape = 'clustered' | 'layered' | 'even' | 'dominated'

/** An endless supply of unit vectors of one shape, the same for the same seed. */
export function seededVectors(shape: VectorShape, dimensions: number, seed: number): () => Float32Array {
  const draw = gaussianNumbers(seed)
  const direction = (): Float32Array => normalised(Float32Array.from({ length: dimensions }, draw))
  if (shape === 'even') return direction
  if (shape === 'dominated')
    return () => normalised(direction().map((value, dimension) => (dimension === 0 ? 2.5 : value)))
  if (shape === 'layered') return layeredVectors(direction, seededRandom(seed + 1))
  const centres = Array.from({ length: CENTRES }, direction)
  return () => {
    const centre = centres[Math.floor(Math.abs(draw()) * 1_000) % CENTRES]!
    return normalised(direction().map((value, dimension) => value + centre[dimension]!))
  }
}

function layeredVectors(direction: () => Float32Array, random: () => number): () => Float32Array {
  const layers = LAYERS.map(({ centres, weight }) => ({ weight, centres: Array.from({ length: centres }, direction) }))
  return () => {
    // The number of the finest part says which parts it belongs to.
    const part = Math.floor(random() * LAYERS[2].centres)
    const parts = layers.map(({ weight, centres }) => ({ weight, centre: centres[part % centres.length]! }))
    return normalised(
      direction().map((value, dimension) =>
        parts.reduce((sum, { weight, centre }) => sum + weight * centre[dimension]!, value),
      ),
    )
  }
}

/** Source: Box and Muller, 1958. */
function gaussianNumbers(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
