import { foldAccents } from './fold.ts'

/**
 * A word is a run of letters, digits and underscores. Scripts that are written without spaces give one word per pair of neighbouring characters, so that
 * what a question and a text share can be seen at all.
 */
const WORD = /[\p{L}\p{N}_]+/gu
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/u
const POSSESSIVE_HINT = /['’]s/
const POSSESSIVE = /['’]s\b/g
/** Without any of these, words are made of ASCII alone, whatever dashes and quotes stand between them. */
const MAY_HOLD_OTHER_LETTERS = /[^\0-\x7f\u2000-\u206f\u2190-\u22ff\u2500-\u25ff]/
const ASCII_WORD = /\w+/g

/** Whether all words of a text are made of ASCII letters, digits and underscores. */
export function hasPlainWords(text: string): boolean {
  return !MAY_HOLD_OTHER_LETTERS.test(text)
}

/** The words of a text in order, accents folded, case kept, possessive `'s` dropped. */
export function wordsOf(text: string): string[] {
  const plain = foldAccents(POSSESSIVE_HINT.test(text) ? text.replace(POSSESSIVE, '  ') : text)
  if (hasPlainWords(plain)) return plain.match(ASCII_WORD) ?? []
  const words: string[] = []
  for (const word of plain.match(WORD) ?? []) pushWord(words, word)
  return words
}

function pushWord(words: string[], word: string): void {
  if (!UNSPACED.test(word)) {
    words.push(word)
    return
  }
  for (const part of word.split(
    /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+)/u,
  )) {
    if (part === '') continue
    if (!UNSPACED.test(part)) {
      words.push(part)
      continue
    }
    const characters = Array.from(part)
    if (characters.length === 1) words.push(part)
    for (let index = 0; index + 1 < characters.length; index++)
      words.push(`${characters[index]}${characters[index + 1]}`)
  }
}

/** Whether a word, case kept, begins with a capital letter or a digit. */
export function startsCapital(word: string): boolean {
  const code = word.charCodeAt(0)
  if (code < 128) return (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  return /^[\p{Lu}\p{Lt}\p{N}]/u.test(word)
}
