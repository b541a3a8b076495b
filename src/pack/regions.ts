import type { TextRange } from '../domain/text/sentences.ts'
import { closesFence, fenceOf, LIST_ITEM } from './lines.ts'

/** A stretch of whole lines of one sort. */
export interface Region extends TextRange {
  readonly kind: 'prose' | 'fence' | 'table' | 'html' | 'list'
}

interface Line extends TextRange {
  readonly text: string
}

const TABLE_RULE_CHARACTERS = /^[\s>|:-]+$/
/** A line that is one tag, or begins with a tag that no sentence begins with, or with a comment. */
const HTML_LINE =
  /^ {0,3}(?:<!--|<\/?[A-Za-z][\w.-]*(?:\s[^<>]*)?>\s*$|<\/?(?:address|article|aside|blockquote|body|center|details|dd|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|video)\b)/i

/**
 * Finds what in a Markdown text must not be cut like prose: fences, tables, blocks of HTML and lists. The regions are in order, touch, and cover the
 * text. Linear, and rough on purpose: a unit was cut by a parser, and this only looks at how its lines begin.
 */
export function regionsOf(text: string): readonly Region[] {
  const lines = splitLines(text)
  const regions: Region[] = []
  for (let index = 0; index < lines.length; ) {
    const kind = kindAt(lines, index, regions.at(-1))
    const end = kind === 'prose' ? index + 1 : endOf(kind, lines, index)
    const range = { start: lines[index]?.start ?? 0, end: lines[end - 1]?.end ?? text.length }
    const last = regions.at(-1)
    if (kind === 'prose' && last?.kind === 'prose') regions[regions.length - 1] = { ...last, end: range.end }
    else regions.push({ kind, ...range })
    index = end
  }
  return regions
}

function splitLines(text: string): readonly Line[] {
  const lines: Line[] = []
  for (const match of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    if (match[0] === '') continue
    lines.push({ text: match[1] ?? '', start: match.index, end: match.index + match[0].length })
  }
  return lines
}

function kindAt(lines: readonly Line[], index: number, last: Region | undefined): Region['kind'] {
  const line = lines[index]?.text ?? ''
  const next = lines[index + 1]?.text ?? ''
  const before = lines[index - 1]?.text ?? ''
  if (fenceOf(line) !== undefined) return 'fence'
  if (line.includes('|') && isTableRule(next)) return 'table'
  // What follows may break into a paragraph only after a blank line, or it is a wrapped line that happens to begin so.
  const isFree = last?.kind !== 'prose' || isBlank(before) || before.trimEnd().endsWith(':')
  if (isFree && HTML_LINE.test(line)) return 'html'
  return isFree && LIST_ITEM.test(line) ? 'list' : 'prose'
}

/** The index after the last line of a region that starts at `start`. */
function endOf(kind: Region['kind'], lines: readonly Line[], start: number): number {
  const fence = fenceOf(lines[start]?.text ?? '') ?? ''
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]?.text ?? ''
    if (kind === 'fence') {
      if (index > start && closesFence(line, fence)) return index + 1
    } else if (kind === 'list') {
      if (isBlank(line) && !continuesList(lines[index + 1]?.text ?? '')) return index
    } else if (isBlank(line)) return index
  }
  return lines.length
}

function isTableRule(line: string): boolean {
  return line.includes('-') && line.includes('|') && TABLE_RULE_CHARACTERS.test(line)
}

function continuesList(line: string): boolean {
  return /^(?:\s{2,}\S|\t)/.test(line) || LIST_ITEM.test(line)
}

function isBlank(line: string): boolean {
  return /^[\s>]*$/.test(line)
}
