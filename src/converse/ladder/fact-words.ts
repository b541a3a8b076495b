/** Letters and digits, and marks between them: `HAT136`, `2024-05-20`, `mia.li@example.com`, `src/pack/fill.ts:12`, `1,820`. */
const WORD = /[\p{L}\p{N}_]+(?:[-.:/@+,]+[\p{L}\p{N}_]+)*/gu
const PART_EDGE = /[-.:/@+,]+/
const HAS_DIGIT = /\p{Nd}/u
const CODE = /^\p{Lu}{3,}$|\p{L}_\p{L}|\p{Ll}\p{Lu}|\p{L}[./]\p{Ll}/u
/** From the start: a letter and a digit in either order, or five digits with marks between them. */
const IDENTIFIER = /^(?=.{4})(?=\P{L}*\p{L})(?=\P{Nd}*\p{Nd})|^(?:\p{Nd}[-.:/@+,]*){5}/u
const GROUPED_NUMBER = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const POINTLESS_ZEROS = /^(-?\d+)\.0+$/

/** Parts of a word that stand for it in a search: shorter ones stand for anything. */
const LEAST_PART_LETTERS = 3

/** The words of a text in order, marks within them kept. Linear. */
export function factWordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

/** Whether a word says something that nobody can guess: it holds a digit (one digit alone says little), or is spelt as codes, identifiers and paths are. */
export function isFact(word: string): boolean {
  return word.length > 1 && (HAS_DIGIT.test(word) || CODE.test(word))
}

/** Whether a word is a name for one thing: letters and digits together, or many digits. */
export function isIdentifier(word: string): boolean {
  return IDENTIFIER.test(word)
}

/** One spelling for a word however it is written: `1,820` and `1820.0` are `1820`; case does not count. */
export function factKey(word: string): string {
  const plain = GROUPED_NUMBER.test(word) ? word.replaceAll(',', '') : word
  return plain.replace(POINTLESS_ZEROS, '$1').toLowerCase()
}

/** The key of a word, and those of its parts: who names `src/pack/fill.ts` names `fill`. */
export function factKeysOf(word: string): readonly string[] {
  const parts = PART_EDGE.test(word) ? word.split(PART_EDGE).filter(({ length }) => length >= LEAST_PART_LETTERS) : []
  return [word, ...parts].map(factKey)
}
