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
