/**
 * Numbers in [0, 1) that look random and are the same for the same seed on every machine: a 32-bit counter with a mixing step.
 * Good enough to resample and to shuffle, not to keep secrets.
 * Source: Steele, Lea, Flood, Fast splittable pseudorandom number generators (OOPSLA 2014), the SplitMix construction, here with the 32-bit finaliser of
 * MurmurHash3.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state) / 2 ** 32
  }
}

/** A seed from a text, so that each question has a shuffle of its own. Source: the FNV-1a hash. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** A shuffled copy. Source: Durstenfeld, Algorithm 235: Random permutation (1964). */
export function shuffled<Value>(values: readonly Value[], random: () => number): readonly Value[] {
  const result = [...values]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = result[last]!
    result[last] = result[other]!
    result[other] = moved
  }
  return result
}

function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
