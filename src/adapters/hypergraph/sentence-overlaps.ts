import type { HypergraphArrays } from './arrays.ts'

/** For each sentence of a unit, Σ weight over the distinct term prefixes in it. @param weights by prefix id. O(words of the unit). */
export function sentenceOverlaps(
  { units, strings }: HypergraphArrays,
  unit: number,
  weights: ReadonlyMap<number, number>,
): Float64Array {
  const { sentences, unitSentences } = units.stream
  const { prefixes } = strings.vocabulary.facts
  const first = unitSentences[unit]!
  const overlaps = new Float64Array(unitSentences[unit + 1]! - first)
  const seen = new Set<number>()
  // Most words have nothing of the question, and one of 32 bits tells that of most of them without a look-up.
  let wantedBits = 0
  for (const prefix of weights.keys()) wantedBits |= 1 << prefix
  for (let sentence = 0; sentence < overlaps.length; sentence++) {
    seen.clear()
    for (let at = sentences.starts[first + sentence]!; at < sentences.starts[first + sentence + 1]!; at++) {
      const word = sentences.values[at]!
      for (let place = prefixes.starts[word]!; place < prefixes.starts[word + 1]!; place++) {
        const prefix = prefixes.values[place]!
        if ((wantedBits & (1 << prefix)) === 0) continue
        const weight = weights.get(prefix)
        if (weight === undefined || seen.has(prefix)) continue
        seen.add(prefix)
        overlaps[sentence]! += weight
      }
    }
  }
  return overlaps
}
