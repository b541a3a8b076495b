import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import type { TokenScorer } from '../../ports/token-scorer.ts'

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])
/** What the word behind an article begins with where the article says nothing: a capital begins a name, whose article may be part of it. */
const NEXT_WORD = /^ ([\p{Ll}\p{Nd}][\p{L}\p{M}\p{Nd}]*)/u
const LONGEST_WORD = 40
/** In other languages the same letters are other words. Of English prose about one word in fifteen is “the”. */
const LEAST_SHARE_OF_THE = 0.01

/**
 * Lower-case articles of English prose, where the next word begins in lower case or with a digit, and is none that no article stands before (then it is a letter: `type a or b`). All else stays.
 * Saves about one token in twenty; docs/requests.md has the figures.
 */
export const articleScorer: TokenScorer = {
  identity: 'rule@1',
  score(text, words) {
    const isEnglish = (text.match(/\bthe\b/gi)?.length ?? 0) > LEAST_SHARE_OF_THE * text.split(/\s+/).length
    return Promise.resolve(
      words.map(({ start, end }) => (isEnglish && isIdle(text, start, end) ? 0 : Number.POSITIVE_INFINITY)),
    )
  },
}

function isIdle(text: string, start: number, end: number): boolean {
  if (!ARTICLES.has(text.slice(start, end))) return false
  const next = NEXT_WORD.exec(text.slice(end, end + LONGEST_WORD))?.[1]
  return next !== undefined && !STOP_WORDS.has(next)
}
