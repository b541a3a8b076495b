import { hasPlainWords, wordsOf } from '../../../domain/text/words.ts'
import { FeatureCache } from './feature-cache.ts'
import type { WordTable } from './word-table.ts'

/** @returns a vector of unit length: `vector`, which is filled, or else a new one. Pure. */
export type TextVectors = (text: string, vector?: Float32Array) => Float32Array

/** Share of the squared length that belongs to the half made of word vectors. */
const MEANING_SHARE = 0.3
const APOSTROPHE = 0x27
const CURLY_APOSTROPHE = 0x2019

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
  const cache = new FeatureCache(table, slots)
  const meaning = new Float64Array(table.dimensions)
  const hashed = new Float64Array(slots)
  const add = (text: string, start: number, end: number): void => {
    const word = cache.find(text, start, end)
    const row = cache.tableRows[word]!
    if (row >= 0) addRow(meaning, table.rows, row * table.dimensions, cache.factors[3 * word]!)
    addPlaces(hashed, cache, word)
  }
  return (text, vector = new Float32Array(dimensions)) => {
    meaning.fill(0)
    hashed.fill(0)
    const lower = text.toLowerCase()
    if (hasPlainWords(lower)) forEachPlainWord(lower, add)
    else for (const word of wordsOf(lower.replaceAll('_', ' '))) add(word, 0, word.length)
    removeComponent(meaning, table.component)
    for (let slot = 0; slot < slots; slot++) {
      const value = hashed[slot]!
      hashed[slot] = value < 0 ? -Math.sqrt(-value) : Math.sqrt(value)
    }
    join(meaning, hashed, vector)
    return vector
  }
}

/** Finds the words that `wordsOf` would give of a plain lower-case text whose underscores were spaces, without making strings of them. */
function forEachPlainWord(text: string, visit: (text: string, start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at)
    if (isPlainLetter(unit)) {
      const start = at
      do at++
      while (at < text.length && isPlainLetter(text.charCodeAt(at)))
      visit(text, start, at)
    } else {
      const isApostrophe = unit === APOSTROPHE || unit === CURLY_APOSTROPHE
      at += isApostrophe && isPossessive(text, at + 1) ? 2 : 1
    }
  }
}

/** A lower-case ASCII letter, or a digit. */
function isPlainLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)
}

/** Whether what stands after an apostrophe is an `s` alone. */
function isPossessive(text: string, at: number): boolean {
  return text[at] === 's' && (at + 1 === text.length || !isPlainLetter(text.charCodeAt(at + 1)))
}

function addRow(sum: Float64Array, rows: Int8Array, start: number, factor: number): void {
  for (let axis = 0; axis < sum.length; axis++) sum[axis]! += factor * rows[start + axis]!
}

/** The first place is that of the word itself, the others are those of its grams. */
function addPlaces(sum: Float64Array, { places, placeStarts, factors }: FeatureCache, word: number): void {
  const first = placeStarts[word]!
  const end = placeStarts[word + 1]!
  const gramFactor = factors[3 * word + 2]!
  let factor = factors[3 * word + 1]!
  for (let index = first; index < end; index++) {
    const place = places[index]!
    sum[place >> 1]! += (place & 1) === 1 ? -factor : factor
    factor = gramFactor
  }
}

function removeComponent(sum: Float64Array, component: Float32Array): void {
  let along = 0
  for (let axis = 0; axis < sum.length; axis++) along += sum[axis]! * component[axis]!
  for (let axis = 0; axis < sum.length; axis++) sum[axis]! -= along * component[axis]!
}

function join(meaning: Float64Array, hashed: Float64Array, vector: Float32Array): void {
  const meaningLength = lengthOf(meaning)
  const hashedLength = lengthOf(hashed)
  if (meaningLength === 0 && hashedLength === 0) {
    vector.fill(0)
    vector[0] = 1
    return
  }
  const share = hashedLength === 0 ? 1 : meaningLength === 0 ? 0 : MEANING_SHARE
  const meaningFactor = meaningLength === 0 ? 0 : Math.sqrt(share) / meaningLength
  const hashedFactor = hashedLength === 0 ? 0 : Math.sqrt(1 - share) / hashedLength
  for (let axis = 0; axis < meaning.length; axis++) vector[axis] = meaning[axis]! * meaningFactor
  for (let slot = 0; slot < hashed.length; slot++) vector[meaning.length + slot] = hashed[slot]! * hashedFactor
}

function lengthOf(values: Float64Array): number {
  let squares = 0
  for (let index = 0; index < values.length; index++) squares += values[index]! * values[index]!
  return Math.sqrt(squares)
}
