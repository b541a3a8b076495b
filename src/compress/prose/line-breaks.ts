const LINE = /[^\n]*(?:\n|$)/g
const LIST_MARKER = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/
const HARD_BREAK = /(?: {2}|\\)\r?\n$/
/** Enough of a line's end to see one. */
const BREAK_WINDOW = 4
const FIRST_WORD = /\S+/
/** What may open a sentence, and no continuation: after anything else (lower case, code, a link, a formula) a line goes on. */
const OPENS_SENTENCE = /^\s*["'“‘]?[\p{Lu}\p{Lt}\p{Lo}\p{N}•|–—]/u
const CLOSED = /[.!?:;。！？]["'”’」』)\]*_`]*\s*$/
/** In a line that fills this much of the width and ends in no mark, a sentence is under way. */
const FULL_SHARE = 0.6
const QUOTE_MARKS = /(?<=\n)[ \t]*>[ \t>]*/g

/**
 * Replaces the line breaks of a paragraph that only wrap its lines by spaces, so that sentences can be found across them. Offsets stay the same.
 *
 * A break is a wrap when the next line's first word would not have fitted on this line, as wide as the longest line is, when the next line opens with what opens no
 * sentence, or when a rather full line ends in no mark. Before an item of a list and after a hard break of Markdown it never is. Linear.
 */
export function unwrapLines(paragraph: string): string {
  if (!paragraph.includes('\n')) return paragraph
  const lines = paragraph.match(LINE) ?? []
  const width = lines.reduce((longest, line) => Math.max(longest, line.trimEnd().length), 0)
  return lines.map((line, index) => (isWrap(line, lines[index + 1], width) ? joined(line) : line)).join('')
}

/** Replaces the marks that each further line of a block quote begins with by spaces. In a paragraph of Markdown no line but these begins with `>`. */
export function coverQuoteMarks(paragraph: string): string {
  if (!paragraph.includes('>')) return paragraph
  return paragraph.replace(QUOTE_MARKS, (marks) => ' '.repeat(marks.length))
}

function isWrap(line: string, next: string | undefined, width: number): boolean {
  if (next === undefined || !line.endsWith('\n') || next.trim() === '' || line.trim() === '') return false
  if (HARD_BREAK.test(line.slice(-BREAK_WINDOW)) || LIST_MARKER.test(next)) return false
  const firstWord = FIRST_WORD.exec(next)?.[0] ?? ''
  const length = line.trimEnd().length
  if (length + 1 + firstWord.length > width || !OPENS_SENTENCE.test(next)) return true
  return length >= FULL_SHARE * width && !CLOSED.test(line)
}

function joined(line: string): string {
  return line.endsWith('\r\n') ? `${line.slice(0, -2)}  ` : `${line.slice(0, -1)} `
}
