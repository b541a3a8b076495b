import { isLexeme } from './json-tree.ts'

/** What the characters of a string mean for writing it without quotes: a set of bits. */
export const TRAIT = {
  /** Empty, a control character, a lone surrogate, a blank at an edge, or begins with a mark of the notation: never bare. */
  neverBare: 1,
  /** Reads as a number, `true`, `false` or `null`. */
  lexeme: 2,
  space: 4,
  comma: 8,
  pipe: 16,
  /** One of `; [ ] { }`. */
  structure: 32,
} as const

const LAST_TABLED = 0x7f
const TRAITS_OF_CODE = new Uint8Array(LAST_TABLED + 1)
for (let code = 0; code < 0x20; code++) TRAITS_OF_CODE[code] = TRAIT.neverBare
TRAITS_OF_CODE[LAST_TABLED] = TRAIT.neverBare
const TRAITS_OF_CHARACTER = { ' ': TRAIT.space, ',': TRAIT.comma, '|': TRAIT.pipe }
for (const [character, trait] of Object.entries(TRAITS_OF_CHARACTER)) TRAITS_OF_CODE[character.charCodeAt(0)] = trait
for (const character of ';[]{}') TRAITS_OF_CODE[character.charCodeAt(0)] = TRAIT.structure

const BEGINS_WITH_MARK = /^["[{!^=@]/
const UNUSUAL = /[\u0080-\u009f\u2028\u2029]|\p{Surrogate}/u

/** The {@link TRAIT}s of a string. Linear. */
export function traitsOf(text: string): number {
  if (text === '') return TRAIT.neverBare
  let traits = BEGINS_WITH_MARK.test(text) || text.trim().length !== text.length ? TRAIT.neverBare : 0
  let isAscii = true
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code <= LAST_TABLED) traits |= TRAITS_OF_CODE[code]!
    else isAscii = false
  }
  if (!isAscii && UNUSUAL.test(text)) traits |= TRAIT.neverBare
  if (isLexeme(text)) traits |= TRAIT.lexeme
  return traits
}
