import { stem } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { wordsOf } from './words.ts'

const HAS_INNER_BOUNDARY = /_|[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/
const CAMEL_PARTS = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[^A-Z]+|[A-Z]/g
const PASCAL_WITH_ONE_BOUNDARY = /^[A-Z][a-z0-9]*[A-Z][a-z0-9]*$/
/** Below this a first hump is a name's particle (`DuPont`, `McCoy`), not a word of its own. */
const MIN_FIRST_HUMP_LETTERS = 3
const MAX_CACHED_WORDS = 200_000
/** Longer words are data that comes once; keeping megabytes of them would make the cache grow without bound. */
const MAX_CACHED_LETTERS = 64

/** The parts of an identifier at snake, camel and ALLCAPS boundaries; empty when it has none. */
export function identifierParts(word: string): readonly string[] {
  if (!HAS_INNER_BOUNDARY.test(word)) return []
  const parts = word.split('_').flatMap((piece) => piece.match(CAMEL_PARTS) ?? [])
  if (parts.length < 2) return []
  if (PASCAL_WITH_ONE_BOUNDARY.test(word) && (parts[0]?.length ?? 0) < MIN_FIRST_HUMP_LETTERS) return []
  return parts
}

const cache = new Map<string, readonly string[]>()

/** The index terms of one word (case kept): its stem, and for an identifier the stems of its parts as well; none for a stop word. */
export function termsOfWord(word: string): readonly string[] {
  const known = cache.get(word)
  if (known) return known
  const terms: string[] = []
  for (const part of [word, ...identifierParts(word)]) {
    const lower = part.toLowerCase()
    if (lower !== '' && !STOP_WORDS.has(lower)) terms.push(stem(lower))
  }
  if (word.length > MAX_CACHED_LETTERS) return terms
  if (cache.size >= MAX_CACHED_WORDS) cache.clear()
  cache.set(word, terms)
  return terms
}

/** The index terms of a text, in order, repeats kept. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of wordsOf(text)) for (const term of termsOfWord(word)) terms.push(term)
  return terms
}

const PREFIX_LENGTH = 5

/** The first five characters of a term: words of one family (`direct`, `director`) share it. */
export function termPrefix(term: string): string {
  return term.length > PREFIX_LENGTH ? term.slice(0, PREFIX_LENGTH) : term
}
