import { type KeywordStrength, strengthOf, TOKEN } from './keyword-kinds.ts'

/** A query has no more keywords: what names more things names none of them in particular. */
export const MAX_KEYWORDS = 24
const MAX_KEYWORD_LENGTH = 120
/** A text that speaks in capitals names nothing by them: more than this share of its words, from so many words on. */
const SHOUTING_SHARE = 0.5
const SHOUTING_WORDS = 4

/** What somebody put between quotation marks or backticks: on one line, and short enough to be named. Apostrophes are no quotation marks. */
const QUOTED =
  /(?<![\p{L}\p{N}])"([^"\n]{2,80})"(?![\p{L}\p{N}])|“([^“”\n]{2,80})”|„([^„“”\n]{2,80})[“”]|«([^«»\n]{2,80})»|「([^「」\n]{2,80})」|`([^`\n]{2,80})`|(?<![\p{L}\p{N}])'([^'\n]{2,80})'(?![\p{L}\p{N}])/gu
/** Between the closing mark of one quotation and the opening mark of the next stands no quotation. */
const QUOTABLE = /^[\p{L}\p{N}$@#./<([{-].*[\p{L}\p{N}%)\]}>!?.]$/u
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))/gmu
/** `src/a.ts:42`: others name another line of the file. */
const LINE_NUMBER = /(?<=\.[a-z][a-z0-9]{0,7})(?::\d+){1,2}$/u

interface Found {
  readonly text: string
  readonly start: number
  /** The least are taken first when there are too many. */
  readonly rank: number
}

const RANKS: Readonly<Record<KeywordStrength, number>> = { strong: 0, weak: 1 }
/** Pasted code names many things; what the query itself says comes first. */
const FENCED_RANK = 2

/**
 * What of a query has to be found word for word: codes, identifiers, paths, addresses, versions, amounts and longer figures, words in capitals, and what is quoted. Ordinary
 * words and small counts are not among them. Each is a stretch of the query, in its order, none twice; at most 24, the specific before figures and capitals, and
 * what stands in code fences last. Deterministic; linear.
 */
export function requiredKeywords(query: string): readonly string[] {
  const first = new Map<string, Found>()
  for (const found of [...rankFences(query, quotedIn(query)), ...rankFences(query, namedIn(query))]) {
    const known = first.get(found.text)
    if (known === undefined || found.rank < known.rank) first.set(found.text, found)
  }
  return [...first.values()]
    .sort((a, b) => a.rank - b.rank || a.start - b.start)
    .slice(0, MAX_KEYWORDS)
    .sort((a, b) => a.start - b.start || a.text.length - b.text.length)
    .map(({ text }) => text)
}

/** Ranks what stands in code fences behind everything else. Both are in order. */
function rankFences(query: string, all: readonly Found[]): readonly Found[] {
  const ends = Array.from(query.matchAll(FENCE), ({ index, 0: { length } }) => ({ start: index, end: index + length }))
  let next = 0
  return all.map((found) => {
    while (next < ends.length && ends[next]!.end <= found.start) next++
    const isFenced = next < ends.length && ends[next]!.start <= found.start
    return isFenced ? { ...found, rank: found.rank + FENCED_RANK } : found
  })
}

function quotedIn(query: string): readonly Found[] {
  return Array.from(query.matchAll(QUOTED)).flatMap((match) => {
    const text = match.slice(1).find((group) => group !== undefined)!
    return QUOTABLE.test(text) ? [{ text, start: match.index + match[0].indexOf(text), rank: RANKS.strong }] : []
  })
}

function namedIn(query: string): readonly Found[] {
  const isShouting = shouts(query)
  return Array.from(query.matchAll(TOKEN)).flatMap(({ index, 0: matched, groups }) => {
    if (matched.length > MAX_KEYWORD_LENGTH) return []
    const text = matched.replace(LINE_NUMBER, '')
    if (groups?.name === undefined) return [{ text, start: index, rank: RANKS.strong }]
    const strength = strengthOf(text)
    if (strength === undefined || (isShouting && text === text.toUpperCase() && /^\p{L}+$/u.test(text))) return []
    return [{ text, start: index, rank: RANKS[strength] }]
  })
}

function shouts(query: string): boolean {
  const words = query.match(/\p{L}{3,}/gu) ?? []
  const loud = words.filter((word) => word !== word.toLowerCase() && word === word.toUpperCase()).length
  return loud >= SHOUTING_WORDS && loud > SHOUTING_SHARE * words.length
}
