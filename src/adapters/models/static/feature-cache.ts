import { wordFeatures } from './word-features.ts'
import type { WordTable } from './word-table.ts'

const MAX_WORDS = 65_536
/** Longer words are hardly ever met again, and their features are large. */
const MAX_WORD_LENGTH = 40
/** Four to a word, so that most are found at the first look. */
const SLOTS = 4 * MAX_WORDS
/** What the places or the spellings of a full cache hardly reach. */
const USUAL_LENGTH = 1 << 20
const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

/**
 * Features of the words of texts, each found out once. Words are looked up where they stand, by their characters, because a string for each word of a corpus
 * costs more than all the rest of finding it. Features lie in columns, a row for each word: objects for tens of thousands of words are several times as large,
 * fit no processor's cache, and are moved and marked by every collection. Bounded: when full it starts anew.
 */
export class FeatureCache {
  /** Row of the word in the table, or −1. */
  readonly tableRows: Int32Array = new Int32Array(MAX_WORDS)
  /** `rowFactor`, `wordFactor` and `gramFactor` of a word's features, three values a word. */
  readonly factors: Float64Array = new Float64Array(3 * MAX_WORDS)
  /** Where the places of each word begin in `places`; they end where those of the next begin. */
  readonly placeStarts: Uint32Array = new Uint32Array(MAX_WORDS + 1)
  readonly #table: WordTable
  readonly #hashedSlots: number
  readonly #hashes = new Int32Array(MAX_WORDS)
  /** Where the spelling of each word lies in `#spellings`. */
  readonly #spellingStarts = new Uint32Array(MAX_WORDS + 1)
  /** One more than the word's number, 0 for none; open addressing. */
  readonly #slots = new Uint32Array(SLOTS)
  #places: Uint16Array = new Uint16Array(8 * 1024)
  #spellings: Uint16Array = new Uint16Array(8 * 1024)
  #words = 0

  /** @param hashedSlots of the hashed half, at most 32,768. */
  constructor(table: WordTable, hashedSlots: number) {
    this.#table = table
    this.#hashedSlots = hashedSlots
  }

  /** Another array after a word was found that is new. */
  get places(): Uint16Array {
    return this.#places
  }

  /** @returns the number of the word `text[start .. end)`, under which its features are until the next call. */
  find(text: string, start: number, end: number): number {
    let hash = OFFSET_BASIS
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
    hash ^= hash >>> 15
    let slot = hash & (SLOTS - 1)
    for (let next = this.#slots[slot]!; next !== 0; next = this.#slots[slot]!) {
      if (this.#hashes[next - 1] === hash && this.#isSpelled(next - 1, text, start, end)) return next - 1
      slot = (slot + 1) & (SLOTS - 1)
    }
    if (this.#words === MAX_WORDS) {
      this.#words = 0
      this.#slots.fill(0)
    }
    const word = this.#words
    this.#describe(word, text.slice(start, end))
    // Of a word that is too long to be kept, the features stand where those of the next one will.
    if (end - start <= MAX_WORD_LENGTH) this.#keep(word, hash, text, start, end)
    return word
  }

  #isSpelled(word: number, text: string, start: number, end: number): boolean {
    const spelled = this.#spellingStarts[word]!
    if (this.#spellingStarts[word + 1]! - spelled !== end - start) return false
    for (let at = start; at < end; at++) {
      if (this.#spellings[spelled + at - start] !== text.charCodeAt(at)) return false
    }
    return true
  }

  #describe(word: number, spelling: string): void {
    const { row, rowFactor, wordFactor, gramFactor, places } = wordFeatures(spelling, this.#table, this.#hashedSlots)
    this.tableRows[word] = row
    this.factors[3 * word] = rowFactor
    this.factors[3 * word + 1] = wordFactor
    this.factors[3 * word + 2] = gramFactor
    const first = this.placeStarts[word]!
    this.placeStarts[word + 1] = first + places.length
    this.#places = withRoom(this.#places, first, first + places.length)
    this.#places.set(places, first)
  }

  #keep(word: number, hash: number, text: string, start: number, end: number): void {
    this.#words = word + 1
    this.#hashes[word] = hash
    const spelled = this.#spellingStarts[word]!
    this.#spellingStarts[word + 1] = spelled + end - start
    this.#spellings = withRoom(this.#spellings, spelled, spelled + end - start)
    for (let at = start; at < end; at++) this.#spellings[spelled + at - start] = text.charCodeAt(at)
    // A cache that started anew emptied the table, so a free slot is looked for from the beginning.
    let slot = hash & (SLOTS - 1)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    this.#slots[slot] = word + 1
  }
}

/** @returns the first values in an array that has room for so many; one that a very long word made large is given up. */
function withRoom(values: Uint16Array, used: number, length: number): Uint16Array {
  if (length <= values.length && values.length <= Math.max(USUAL_LENGTH, 8 * length)) return values
  const other = new Uint16Array(2 * length)
  other.set(values.subarray(0, used))
  return other
}
