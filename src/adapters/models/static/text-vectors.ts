import { wordsOf } from '../../../domain/text/words.ts'
import { type WordFeatures, wordFeatures } from './word-features.ts'
import type { WordTable } from './word-table.ts'

/** @returns a new vector of unit length. Pure. */
export type TextVectors = (text: string) => Float32Array

/** Share of the squared length that belongs to the half made of word vectors. */
const MEANING_SHARE = 0.3
const CACHED_WORDS = 65_536
/** Longer words are hardly ever met again, and their features are large. */
const CACHED_WORD_LENGTH = 40

/**
 * Vectors of texts in two halves. The first, as long as a row of the table, is the SIF-weighted sum of the vectors of known words without the direction
 * that all texts share. The rest is a signed hash of words and their character 4-grams, weighted the same way and damped by the square root, so that a
 * repeated word does not drown the others. Each half has unit length before the two are joined in a fixed proportion; an empty half leaves all to the
 * other one (a text in another language is hashed only). A text without words gets the first unit vector.
 *
 * Sums run in text order in double precision, with no function but the exactly rounded square root: every machine gives the same bits. The cache of word
 * features is bounded and does not influence results.
 *
 * Source: Arora, Liang and Ma, "A Simple but Tough-to-Beat Baseline for Sentence Embeddings" (2017).
 */
export function createTextVectors(table: WordTable, dimensions: number): TextVectors {
  const slots = dimensions - table.dimensions
  const featuresOf = cachedFeatures(table, slots)
  const meaning = new Float64Array(table.dimensions)
  const hashed = new Float64Array(slots)
  return (text) => {
    meaning.fill(0)
    hashed.fill(0)
    for (const word of wordsOf(text.toLowerCase().replaceAll('_', ' '))) {
      const features = featuresOf(word)
      if (features.row >= 0) addRow(meaning, table.rows, features.row * table.dimensions, features.rowFactor)
      addPlaces(hashed, features)
    }
    removeComponent(meaning, table.component)
    for (let slot = 0; slot < slots; slot++) {
      const value = hashed[slot]!
      hashed[slot] = value < 0 ? -Math.sqrt(-value) : Math.sqrt(value)
    }
    return join(meaning, hashed)
  }
}

function cachedFeatures(table: WordTable, slots: number): (word: string) => WordFeatures {
  const cache = new Map<string, WordFeatures>()
  return (word) => {
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    const features = wordFeatures(word, table, slots)
    if (word.length <= CACHED_WORD_LENGTH) {
      if (cache.size >= CACHED_WORDS) cache.clear()
      cache.set(word, features)
    }
    return features
  }
}

function addRow(sum: Float64Array, rows: Int8Array, start: number, factor: number): void {
  for (let axis = 0; axis < sum.length; axis++) sum[axis]! += factor * rows[start + axis]!
}

function addPlaces(sum: Float64Array, { places, wordFactor, gramFactor }: WordFeatures): void {
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    const factor = index === 0 ? wordFactor : gramFactor
    sum[place >> 1]! += (place & 1) === 1 ? -factor : factor
  }
}

function removeComponent(sum: Float64Array, component: Float32Array): void {
  let along = 0
  for (let axis = 0; axis < sum.length; axis++) along += sum[axis]! * component[axis]!
  for (let axis = 0; axis < sum.length; axis++) sum[axis]! -= along * component[axis]!
}

function join(meaning: Float64Array, hashed: Float64Array): Float32Array {
  const vector = new Float32Array(meaning.length + hashed.length)
  const meaningLength = lengthOf(meaning)
  const hashedLength = lengthOf(hashed)
  if (meaningLength === 0 && hashedLength === 0) {
    vector[0] = 1
    return vector
  }
  const share = hashedLength === 0 ? 1 : meaningLength === 0 ? 0 : MEANING_SHARE
  const meaningFactor = meaningLength === 0 ? 0 : Math.sqrt(share) / meaningLength
  const hashedFactor = hashedLength === 0 ? 0 : Math.sqrt(1 - share) / hashedLength
  for (let axis = 0; axis < meaning.length; axis++) vector[axis] = meaning[axis]! * meaningFactor
  for (let slot = 0; slot < hashed.length; slot++) vector[meaning.length + slot] = hashed[slot]! * hashedFactor
  return vector
}

function lengthOf(values: Float64Array): number {
  let squares = 0
  for (let index = 0; index < values.length; index++) squares += values[index]! * values[index]!
  return Math.sqrt(squares)
}
