import { countTerms, type TermCounts } from '../../compress/prose/match-shares.ts'
import { SPACED_LETTERS } from './keyword-kinds.ts'

/** A text, read for scoring. */
export interface ReadText {
  readonly terms: TermCounts
  /** White space collapsed, so that a line break does not part a phrase. */
  readonly plain: string
  /** The same in small letters. */
  readonly small: string
}

const WORD_CHARACTER = new RegExp(`[${SPACED_LETTERS}\\p{Nd}_]`, 'u')

/** Reads a text once for any number of queries; a function of the text, so that callers may remember the answer. Linear. */
export function readText(text: string): ReadText {
  const plain = text.replace(/\s+/g, ' ')
  return { terms: countTerms(text), plain, small: plain.toLowerCase() }
}

/**
 * Whether a text holds a keyword, not as a part of a longer word. One with a digit counts in any case, since people type codes as they like; every other as it is
 * written, so that `NOT` is found in no ordinary sentence. Linear.
 */
export function holdsKeyword({ plain, small }: Pick<ReadText, 'plain' | 'small'>, keyword: string): boolean {
  const anyCase = /\p{Nd}/u.test(keyword)
  const text = anyCase ? small : plain
  const wanted = (anyCase ? keyword.toLowerCase() : keyword).replace(/\s+/g, ' ')
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isWhole(text, at, at + wanted.length)) return true
  }
  return false
}

function isWhole(text: string, start: number, end: number): boolean {
  const parts = (left: string, right: string): boolean => !WORD_CHARACTER.test(left) || !WORD_CHARACTER.test(right)
  return parts(text.charAt(start - 1), text.charAt(start)) && parts(text.charAt(end - 1), text.charAt(end))
}
