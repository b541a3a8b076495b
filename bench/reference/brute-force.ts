/**
 * The nearest rows by dot product, as most programs begin and without needless cost: one flat array, one loop, a sorted list of the best.
 * @param vectors row-major. @returns rows, best first.
 */
export function bruteForceNearest(vectors: Float32Array, query: Float32Array, limit: number): readonly number[] {
  const dimensions = query.length
  const best: { readonly row: number; readonly score: number }[] = []
  for (let row = 0; row < vectors.length / dimensions; row += 1) {
    const start = row * dimensions
    let score = 0
    for (let dimension = 0; dimension < dimensions; dimension += 1)
      score += vectors[start + dimension]! * query[dimension]!
    if (best.length === limit && score <= best[limit - 1]!.score) continue
    let place = best.length
    while (place > 0 && best[place - 1]!.score < score) place -= 1
    best.splice(place, 0, { row, score })
    if (best.length > limit) best.pop()
  }
  return best.map(({ row }) => row)
}
