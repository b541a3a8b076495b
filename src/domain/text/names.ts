import { STOP_WORDS } from './stop-words.ts'
import { wordsOf } from './words.ts'

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an'])

/** Lower-case, accent-folded tokens of a name without possessive and leading articles: `The Wood's End` → `['wood', 'end']`. */
export function nameTokens(text: string): readonly string[] {
  const tokens = wordsOf(text).map((word) => word.toLowerCase())
  let first = 0
  while (first < tokens.length && ARTICLES.has(tokens[first] ?? '')) first++
  return tokens.slice(first)
}

/** A name's key: its tokens joined by one space. Two spellings with one key are one entity. */
export function nameKey(tokens: readonly string[]): string {
  return tokens.join(' ')
}

/** Whether tokens can name anything: one to ten of them, not stop words alone, and a single one has three letters and is no number. */
export function isNameable(tokens: readonly string[]): boolean {
  const [first] = tokens
  if (first === undefined || tokens.length > MAX_NAME_TOKENS || tokens.every((token) => STOP_WORDS.has(token)))
    return false
  return tokens.length > 1 || (first.length >= MIN_SINGLE_TOKEN_LETTERS && !/^\d+$/.test(first))
}

/** Longer titles are sentences; nobody repeats them word for word. */
const MAX_NAME_TOKENS = 10
const MIN_SINGLE_TOKEN_LETTERS = 3

/** What of a title its units are embedded and matched with: a title repeats in each of them, so one of a megabyte would cost their number times that. */
export function matchedTitle(title: string): string {
  return title.length > MAX_MATCHED_CHARACTERS ? title.slice(0, MAX_MATCHED_CHARACTERS).replace(HALF_PAIR, '') : title
}

const MAX_MATCHED_CHARACTERS = 300
const HALF_PAIR = /[\ud800-\udbff]$/

const FILE_NAME = /([^/\\]+)\.[A-Za-z]\w{0,9}$/

/** What a file is called, without folders and extension: people name files after what is in them. Empty for a uri that is no file name: an id names nothing. */
export function fileNameOf(uri: string): string {
  return FILE_NAME.exec(uri)?.[1] ?? ''
}
