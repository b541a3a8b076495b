/** Numbers in [0, 1), the same for the same seed on any machine. Source: mulberry32, Tommy Ettinger, public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Turns a number in [0, 1) into a rank from 0 to `count − 1` whose probability is ∝ 1 / (rank + shift)^exponent, as words of natural text fall.
 * O(log count) a rank. Source: Zipf–Mandelbrot.
 */
export function zipfRanks(count: number, exponent: number, shift: number): (position: number) => number {
  const cumulative = new Float64Array(count)
  let total = 0
  for (let rank = 0; rank < count; rank++) {
    total += (rank + shift) ** -exponent
    cumulative[rank] = total
  }
  return (position) => {
    const target = position * total
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (cumulative[middle]! > target) high = middle
      else low = middle + 1
    }
    return low
  }
}
