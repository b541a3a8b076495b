import type { TextRange } from '../domain/text/sentences.ts'

/** A part of a unit that is kept or left out as one. */
export interface Piece extends TextRange {
  /** Kept in every excerpt: a table's header, a fence, what introduces a list. */
  readonly fixed: boolean
  /** Whether it starts and ends with a line, so that a gap beside it takes a line, too. */
  readonly ownLines: boolean
  /** Markup alone, which says nothing without what it belongs to: never chosen. */
  readonly bare: boolean
}

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const INCLUDE = /\{\{[^{}]*\}\}/g
const FENCE_LINE = /^[\s>]*(?:`{3,}|~{3,}).*$/gm
const LINK_DEFINITION = /^ {0,3}\[[^[\]\n]+\]:[ \t]*\S.*$/gm
const TAG = /<\/?[A-Za-z][^<>\s:@]*(?:\s[^<>]*)?>/g

/** Without any of these, nothing above can be found. */
const MARKUP = /[<{`~[]/

/** Whether a text has no letter and no digit outside of tags, comments, fence lines, link definitions and `{{…}}`. */
export function isBareMarkup(text: string): boolean {
  const words = MARKUP.test(text) ? withoutMarkup(text) : text
  return !/[\p{L}\p{N}]/u.test(words)
}

function withoutMarkup(text: string): string {
  return [COMMENT, INCLUDE, FENCE_LINE, LINK_DEFINITION, TAG].reduce((left, mark) => left.replace(mark, ''), text)
}

/** A range without the white space at its ends. @returns undefined for white space alone. */
export function trimmed(text: string, { start, end }: TextRange): TextRange | undefined {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  const to = start + words.trimEnd().length
  return to > from ? { start: from, end: to } : undefined
}

/** Whether a text announces what follows it. */
export function introduces(text: string): boolean {
  return /[:：][*_]*$/.test(text.trimEnd())
}
