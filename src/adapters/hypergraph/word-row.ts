import { startsCapital } from '../../domain/text/words.ts'

/** What the name scan asks of a word, as bits. */
export const CAPITAL = 1
const NUMBER = 2

/** Words in a row: the id of each one's lower-case form and its traits. */
export interface WordRow {
  readonly lowers: Uint32Array
  readonly traits: Uint8Array
}

export function traitsOf(word: string): number {
  return (startsCapital(word) ? CAPITAL : 0) | (/^\d+$/.test(word) ? NUMBER : 0)
}

/** Writes words into one row again and again, so that a scan of millions of them allocates nothing. */
export class WordRowWriter {
  private row: WordRow = { lowers: new Uint32Array(256), traits: new Uint8Array(256) }
  private readonly facts: WordRow

  /** @param facts what the row says of each distinct word. */
  constructor(facts: WordRow) {
    this.facts = facts
  }

  /** Words `start .. end`, from place 0 on; good until the next call. */
  write(words: Uint32Array, start: number, end: number): WordRow {
    if (end - start > this.row.traits.length) {
      const size = Math.max(end - start, 2 * this.row.traits.length)
      this.row = { lowers: new Uint32Array(size), traits: new Uint8Array(size) }
    }
    for (let at = start; at < end; at++) {
      this.row.lowers[at - start] = this.facts.lowers[words[at]!]!
      this.row.traits[at - start] = this.facts.traits[words[at]!]!
    }
    return this.row
  }
}
