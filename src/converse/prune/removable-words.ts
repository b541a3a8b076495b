import { coverCode } from '../../compress/code-spans.ts'
import { coverFormulas } from '../../compress/prose/formulas.ts'
import type { TextRange } from '../../domain/text/sentences.ts'

/** Stands for what is protected, where no word is found. */
const COVER = '\0'
const ADDRESS = /:\/\/|www\./
/** What is carried letter for letter; what is quoted and not closed reaches to the end of its block. */
const PROTECTED: readonly RegExp[] = [
  /<!--(?:(?!-->)[\s\S])*(?:-->|$)|<[^<>\n]{1,300}>/g, // comments and tags
  /\]\([^)\n]*\)?|\[[^[\]\n]*\]/g, // targets and texts of links, which may be labels
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|„[^“”]*(?:[“”]|$)/g, // quotations
  /(?<![\p{L}\p{N}])['‘](?=\S)[^'’\n]{1,300}['’](?!\p{L})/gu,
]
/**
 * A word in lower-case letters, with one space on either side, between words of the same line: never the first of a sentence or line, never beside markup, and so without its space nothing of the text's
 * structure changes. Names and numbers are no such words.
 */
const WORD = /(?<=[\p{L}\p{Nd},;] )\p{Ll}+(?= [\p{L}\p{Nd}])/gu
/** Without them a sentence says the contrary, or more than it did. */
const TURNS_MEANING: ReadonlySet<string> = new Set(
  (
    'no not nor none neither never nothing nobody nowhere cannot without unless until except but only if or either least most more less fewer than before after ' +
    'must may might can could should shall would will'
  ).split(' '),
)

/**
 * The words of a block of prose that may go, in order: none in code, formulas, addresses, links, quotations or keywords, no negation and no word that sets a condition or limit. UTF-16 units of the
 * text. Linear, times the number of keywords.
 */
export function removableWords(text: string, { start, end }: TextRange, keep: readonly string[]): readonly TextRange[] {
  const block = text.slice(start, end)
  if ((block.split('"').length - 1) % 2 === 1) return []
  const covered = PROTECTED.reduce(coverAll, coverAddresses(coverFormulas(coverCode(block))))
  const named = keep.filter((keyword) => keyword !== '').map((keyword) => coverAll(block, patternOf(keyword)))
  return Array.from(covered.matchAll(WORD), ({ index, 0: { length } }) => ({ start: index, end: index + length }))
    .filter((word) => !TURNS_MEANING.has(block.slice(word.start, word.end)))
    .filter((word) => !named.some((without) => without.slice(word.start, word.end).includes(COVER)))
    .map((word) => ({ start: start + word.start, end: start + word.end }))
}

function coverAddresses(text: string): string {
  if (!ADDRESS.test(text)) return text
  return text.replace(/\S+/g, (found) => (ADDRESS.test(found) ? COVER.repeat(found.length) : found))
}

function coverAll(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => COVER.repeat(found.length))
}

/** Keywords count in whatever case, and across the ends of lines. */
function patternOf(keyword: string): RegExp {
  return new RegExp(keyword.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu')
}
