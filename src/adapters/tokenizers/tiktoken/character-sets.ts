import { isLaterThanUnicode16 } from './unicode-16.ts'

/**
 * The sets of characters that the splitting patterns of the encodings speak of, one bit each. A character belongs to several: a combining mark is in
 * both letter cases (as the o200k pattern has it) and among the signs as well.
 */

/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`: what may stand in the upper-case part of an o200k word. */
export const UPPER_PART = 1
/** `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`: what may stand in the lower-case part. */
export const LOWER_PART = 2
/** `\p{L}` */
export const LETTER = 4
/** `\p{N}` */
export const NUMBER = 8
/** `\s`: Unicode White_Space. JavaScript's own `\s` differs: it has U+FEFF and lacks U+0085. */
export const WHITE_SPACE = 16
/** `[\r\n]` */
export const LINE_END = 32
/** `[^\r\n\p{L}\p{N}]`: what may lead a word. */
export const WORD_LEAD = 64
/** `[^\s\p{L}\p{N}]` */
export const SIGN = 128

/** What belongs to no other class: punctuation, symbols, control characters and what is not assigned. */
const OTHERS = WORD_LEAD | SIGN

/** Sets of each code point, filled in as code points are met; 0 is unknown, since every character is in some set. */
const KNOWN_SETS: Uint8Array = new Uint8Array(0x110000)

/** @returns the sets of a code point, as bits. A surrogate counts as what it is encoded as, U+FFFD. */
export function setsOf(codePoint: number): number {
  const known = KNOWN_SETS[codePoint]!
  if (known !== 0) return known
  const sets = isLaterThanUnicode16(codePoint) ? OTHERS : classify(String.fromCodePoint(codePoint))
  KNOWN_SETS[codePoint] = sets
  return sets
}

function classify(character: string): number {
  if (character === '\r' || character === '\n') return WHITE_SPACE | LINE_END
  if (/\p{White_Space}/u.test(character)) return WHITE_SPACE | WORD_LEAD
  if (/\p{N}/u.test(character)) return NUMBER
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return LETTER | UPPER_PART
  if (/\p{Ll}/u.test(character)) return LETTER | LOWER_PART
  if (/\p{L}/u.test(character)) return LETTER | UPPER_PART | LOWER_PART
  if (/\p{M}/u.test(character)) return UPPER_PART | LOWER_PART | WORD_LEAD | SIGN
  return OTHERS
}
