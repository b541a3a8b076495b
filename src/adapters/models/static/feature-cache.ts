import { type WordFeatures, wordFeatures } from './word-features.ts'
import type { WordTable } from './word-table.ts'

const MAX_WORDS = 65_536
/** Longer words are hardly ever met again, and their features are large. */
const MAX_WORD_LENGTH = 40
/** Four to a word, so that most are found at the first look. */
const SLOTS = 4 * MAX_WORDS
const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Features of the words of texts, each found out once. Words are looked up where they stand, by their characters, because a string for each word of a corpus
 * costs more than all the rest of finding it. Bounded: when full it starts anew.
 */
export class FeatureCache {
  readonly #table: WordTable
  readonly #places: number
  readonly #entries: WordFeatures[] = []
  readonly #hashes = new Int32Array(MAX_WORDS)
  /** Where the spelling of each entry lies in `#spellings`. */
  readonly #starts = new Uint32Array(MAX_WORDS + 1)
  #spellings = new Uint16Array(8 * 1024)
  /** One more than the entry, 0 for none; open addressing. */
  readonly #slots = new Uint32Array(SLOTS)

  /** @param places of the hashed half. */
  constructor(table: WordTable, places: number) {
    this.#table = table
    this.#places = places
  }

  /** The features of the word `text[start .. end)`. */
  featuresOf(text: string, start: number, end: number): WordFeatures {
    let hash = OFFSET_BASIS
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
    hash ^= hash >>> 15
    let slot = hash & (SLOTS - 1)
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#isSpelled(entry - 1, text, start, end))
        return this.#entries[entry - 1]!
      slot = (slot + 1) & (SLOTS - 1)
    }
    const features = wordFeatures(text.slice(start, end), this.#table, this.#places)
    if (end - start <= MAX_WORD_LENGTH) this.#keep(features, hash, text, start, end)
    return features
  }

  #isSpelled(entry: number, text: string, start: number, end: number): boolean {
    const spelled = this.#starts[entry]!
    if (this.#starts[entry + 1]! - spelled !== end - start) return false
    for (let at = start; at < end; at++) {
      if (this.#spellings[spelled + at - start] !== text.charCodeAt(at)) return false
    }
    return true
  }

  #keep(features: WordFeatures, hash: number, text: string, start: number, end: number): void {
    if (this.#entries.length === MAX_WORDS) {
      this.#entries.length = 0
      this.#slots.fill(0)
    }
    const entry = this.#entries.push(features) - 1
    this.#hashes[entry] = hash
    const spelled = this.#starts[entry]!
    this.#starts[entry + 1] = spelled + end - start
    this.#grow(spelled + end - start)
    for (let at = start; at < end; at++) this.#spellings[spelled + at - start] = text.charCodeAt(at)
    let slot = hash & (SLOTS - 1)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#slots[slot] = entry + 1
  }

  #grow(length: number): void {
    if (length <= this.#spellings.length) return
    const grown = new Uint16Array(2 * length)
    grown.set(this.#spellings)
    this.#spellings = grown
  }
}
