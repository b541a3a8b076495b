import type { MarkdownIt, StateBlock } from 'markdown-it'

/** A formula that goes on for longer was never closed. Bounds what a text of nothing but openings costs. */
const MAX_LINES = 200
const DELIMITERS = [
  ['$$', '$$'],
  ['\\[', '\\]'],
] as const

/**
 * Teaches markdown-it displayed formulas: from a line that begins with `$$` (or `\[`) to one that ends with `$$` (or `\]`), which may be the same. They may hold
 * blank lines, and lines that look like something else. CommonMark has no such block, so that what is never closed stays what it was.
 */
export function addMathBlocks(markdown: MarkdownIt): void {
  markdown.block.ruler.before('fence', 'math_block', mathBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const opening = lineOf(state, startLine)
  const delimiters = DELIMITERS.find(([open]) => opening.startsWith(open))
  if (delimiters === undefined) return false
  const lastLine = closingLine(state, startLine, endLine, opening.slice(2), delimiters[1])
  if (lastLine === undefined) return false
  if (silent) return true
  state.push('math_block', 'math', 0).map = [startLine, lastLine + 1]
  state.line = lastLine + 1
  return true
}

function closingLine(
  state: StateBlock,
  startLine: number,
  endLine: number,
  rest: string,
  close: string,
): number | undefined {
  if (rest.trimEnd().endsWith(close)) return startLine
  // More after the opening on its own line than a formula's first line: `$$ is a shell variable $$ in a sentence`.
  if (rest.includes(close)) return undefined
  const last = nextLineEndingWith(close, state, startLine + 1)
  if (last >= Math.min(endLine, startLine + MAX_LINES)) return undefined
  for (let line = startLine + 1; line <= last; line++) {
    if (lineOf(state, line) !== '' && (state.sCount[line] ?? 0) < state.blkIndent) return undefined
  }
  return last
}

/** The first such line from a line on, or the number of lines. What was found is kept, so that a text of openings alone is searched once. */
function nextLineEndingWith(close: string, state: StateBlock, fromLine: number): number {
  const known = (state.env as Partial<Record<string, { readonly from: number; readonly line: number }>>)[close]
  if (known !== undefined && known.from <= fromLine && fromLine <= known.line) return known.line
  let line = fromLine
  while (line < state.lineMax && !lineOf(state, line).trimEnd().endsWith(close)) line++
  Object.assign(state.env as object, { [close]: { from: fromLine, line } })
  return line
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}
