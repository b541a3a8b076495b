import type { WordTable } from './word-table.ts'

/** What one word adds to the vector of a text. */
export interface WordFeatures {
  /** Row of the word in the table, or −1. */
  readonly row: number
  /** What the row's integers count for: SIF weight × scale; 0 without a row. */
  readonly rowFactor: number
  /** Places in the hashed half: `slot << 1 | negative`; the word itself first, its character grams after it. */
  readonly places: Int32Array
  readonly wordFactor: number
  /** The same for each gram, so that long words do not outweigh short ones. */
  readonly gramFactor: number
}

const GRAM_LENGTH = 4
/** How much all grams of a word together weigh against the word itself. */
const GRAM_SHARE = 3
/** Rare words are worth the most, and what the table does not know is rare: all but single letters and digits, which it leaves out although they abound. */
const UNKNOWN_WEIGHT = 1
const UNKNOWN_CHARACTER_WEIGHT = 0.05
const ASCII_CHARACTER = /^[\0-\x7f]$/
const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/**
 * The features of one word: where its pre-trained vector is, and where the word and its character 4-grams (with both ends marked) fall in a signed hash
 * of `slots` places. Pure. Cost: linear in the word's length.
 *
 * Source: FNV-1a over UTF-16 code units with the finaliser of MurmurHash3; Weinberger et al., "Feature Hashing for Large Scale Multitask Learning" (2009).
 */
export function wordFeatures(word: string, table: WordTable, slots: number): WordFeatures {
  const row = table.find(word)
  const weight = row < 0 ? unknownWeight(word) : table.weight(row)
  const marked = `<${word}>`
  const grams = Math.max(0, marked.length - GRAM_LENGTH + 1)
  const places = new Int32Array(1 + grams)
  places[0] = place(` ${word}`, 0, word.length + 1, slots)
  for (let start = 0; start < grams; start++) places[1 + start] = place(marked, start, start + GRAM_LENGTH, slots)
  return {
    row,
    rowFactor: row < 0 ? 0 : weight * table.scale(row),
    places,
    wordFactor: weight,
    gramFactor: grams === 0 ? 0 : (weight * GRAM_SHARE) / Math.sqrt(grams),
  }
}

function unknownWeight(word: string): number {
  return ASCII_CHARACTER.test(word) ? UNKNOWN_CHARACTER_WEIGHT : UNKNOWN_WEIGHT
}

function place(text: string, start: number, end: number, slots: number): number {
  let hash = OFFSET_BASIS
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = (hash ^ (hash >>> 16)) >>> 0
  return ((hash % slots) << 1) | (hash >>> 31)
}
