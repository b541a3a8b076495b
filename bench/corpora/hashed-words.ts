import type { Embedder } from '../../src/index.ts'

/** Shorter words say little of what a text is about. */
const MIN_WORD_LENGTH = 4
const COMPONENTS_OF_WORD = 8

/**
 * An embedder that costs almost nothing, so that what is measured is the store: each word adds to, or takes from, eight components that its hash chooses. Texts
 * with words in common are near each other; vectors have unit length and depend on the text alone.
 */
export function hashedWordEmbedder(dimensions: number): Embedder {
  return {
    identity: `hashed-words-${dimensions}@1`,
    dimensions,
    denseWeight: 0.5,
    embed: async (texts) => texts.map((text) => hashedWords(text, dimensions)),
  }
}

/** The vector of one text. */
export function hashedWords(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length < MIN_WORD_LENGTH) continue
    let state = fnv1a(word)
    for (let component = 0; component < COMPONENTS_OF_WORD; component++) {
      state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x9e3779b9
      const place = (state >>> 1) % dimensions
      vector[place]! += state & 1 ? 1 : -1
    }
  }
  return normalised(vector)
}

/** A vector of unit length in the same direction; the first axis for the zero vector. */
export function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length === 0) return vector.fill(1, 0, 1)
  return vector.map((value) => value / length)
}

/** Source: Fowler, Noll and Vo, 32 bits, over UTF-16 units. */
function fnv1a(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}
