const LINE = /[^\n]*(?:\n|$)/g
const LIST_MARKER = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/
const HARD_BREAK = /(?: {2}|\\)\r?\n$/
/** Enough of a line's end to see one. */
const BREAK_WINDOW = 4
const FIRST_WORD = /\S+/
const STARTS_LOWER_CASE = /^\s*\p{Ll}/u

/**
 * Replaces the line breaks of a paragraph that only wrap its lines by spaces, so that sentences can be found across them. Offsets stay the same.
 *
 * A break is a wrap when the next line's first word would not have fitted on this line, as wide as the longest line is, or when the next line goes on in lower
 * case. Before an item of a list and after a hard break of Markdown it never is. Linear.
 */
export function unwrapLines(paragraph: string): string {
  if (!paragraph.includes('\n')) return paragraph
  const lines = paragraph.match(LINE) ?? []
  const width = lines.reduce((longest, line) => Math.max(longest, line.trimEnd().length), 0)
  return lines.map((line, index) => (isWrap(line, lines[index + 1], width) ? joined(line) : line)).join('')
}

function isWrap(line: string, next: string | undefined, width: number): boolean {
  if (next === undefined || !line.endsWith('\n') || next.trim() === '' || line.trim() === '') return false
  if (HARD_BREAK.test(line.slice(-BREAK_WINDOW)) || LIST_MARKER.test(next)) return false
  const firstWord = FIRST_WORD.exec(next)?.[0] ?? ''
  return line.trimEnd().length + 1 + firstWord.length > width || STARTS_LOWER_CASE.test(next)
}

function joined(line: string): string {
  return line.endsWith('\r\n') ? `${line.slice(0, -2)}  ` : `${line.slice(0, -1)} `
}
