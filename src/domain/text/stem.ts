/**
 * Porter's suffix stripping for English, in the form that full-text engines use.
 * Source: M. F. Porter, “An algorithm for suffix stripping”, Program 14(3), 1980.
 */

/** No English word is longer; what is (encoded data, one key held down) has no suffix worth the time. */
const PLAIN_WORD = /^[a-z]{3,60}$/

/** Suffix and replacement; the first that matches the end decides. */
type Rule = readonly [suffix: string, replacement: string]

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
]

const ADJECTIVE_SUFFIXES: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
]

/** Longest first, so that `ement` is tried before `ment` and `ent`. */
const RESIDUAL_SUFFIXES: readonly string[] =
  'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou'.split(' ')

function isConsonant(word: string, index: number): boolean {
  const letter = word[index]
  if (letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u') return false
  return letter !== 'y' || index === 0 || !isConsonant(word, index - 1)
}

/** Porter's m: how many vowel-consonant sequences the first `length` letters hold. */
function measure(word: string, length: number): number {
  let sequences = 0
  let afterVowel = false
  for (let index = 0; index < length; index++) {
    const consonant = isConsonant(word, index)
    if (consonant && afterVowel) sequences++
    afterVowel = !consonant
  }
  return sequences
}

function hasVowel(word: string, length: number): boolean {
  for (let index = 0; index < length; index++) if (!isConsonant(word, index)) return true
  return false
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last)
}

/** Whether the first `length` letters end consonant-vowel-consonant, the last not w, x or y: `hop`, not `hoop`. */
function endsInShortSyllable(word: string, length: number): boolean {
  if (length < 3) return false
  const last = word[length - 1]
  return (
    isConsonant(word, length - 1) &&
    !isConsonant(word, length - 2) &&
    isConsonant(word, length - 3) &&
    last !== 'w' &&
    last !== 'x' &&
    last !== 'y'
  )
}

function stripPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2)
  if (word.endsWith('ss') || !word.endsWith('s')) return word
  return word.slice(0, -1)
}

function stripPastAndGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word
  const suffixLength = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  if (suffixLength === 0 || !hasVowel(word, word.length - suffixLength)) return word
  const stemmed = word.slice(0, -suffixLength)
  if (stemmed.endsWith('at') || stemmed.endsWith('bl') || stemmed.endsWith('iz')) return `${stemmed}e`
  if (endsInDoubleConsonant(stemmed)) return /[lsz]$/.test(stemmed) ? stemmed : stemmed.slice(0, -1)
  return measure(stemmed, stemmed.length) === 1 && endsInShortSyllable(stemmed, stemmed.length)
    ? `${stemmed}e`
    : stemmed
}

function replaceSuffix(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue
    const rootLength = word.length - suffix.length
    return measure(word, rootLength) > 0 ? word.slice(0, rootLength) + replacement : word
  }
  return word
}

function stripResidual(word: string): string {
  for (const suffix of RESIDUAL_SUFFIXES) {
    if (!word.endsWith(suffix)) continue
    const rootLength = word.length - suffix.length
    return measure(word, rootLength) > 1 ? word.slice(0, rootLength) : word
  }
  const isIon = word.endsWith('sion') || word.endsWith('tion')
  return isIon && measure(word, word.length - 3) > 1 ? word.slice(0, -3) : word
}

function tidyEnd(word: string): string {
  let result = word
  if (result.endsWith('e')) {
    const rootLength = result.length - 1
    const sequences = measure(result, rootLength)
    if (sequences > 1 || (sequences === 1 && !endsInShortSyllable(result, rootLength))) result = result.slice(0, -1)
  }
  return result.endsWith('ll') && measure(result, result.length) > 1 ? result.slice(0, -1) : result
}

/** The stem of a lower-case word: `connections`, `connected` → `connect`. Anything but 3 to 60 ASCII letters comes back as it is. */
export function stem(word: string): string {
  if (!PLAIN_WORD.test(word)) return word
  let result = stripPastAndGerund(stripPlural(word))
  if (result.endsWith('y') && hasVowel(result, result.length - 1)) result = `${result.slice(0, -1)}i`
  result = replaceSuffix(replaceSuffix(result, DOUBLE_SUFFIXES), ADJECTIVE_SUFFIXES)
  return tidyEnd(stripResidual(result))
}
