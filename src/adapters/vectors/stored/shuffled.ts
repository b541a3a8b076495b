/**
 * The same ids in an order that looks random and depends on them alone: neighbours in a document are alike, and a graph that grows by one crowd after the other
 * finds less. Source: Fisher and Yates, with a linear congruential generator.
 */
export function shuffled(ids: Float64Array): Float64Array {
  const result = ids.slice()
  let state = 1
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (last + 1))
    const moved = result[last]!
    result[last] = result[other]!
    result[other] = moved
  }
  return result
}
