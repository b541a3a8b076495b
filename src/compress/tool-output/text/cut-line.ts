/** Of what is left of a line, this share is its beginning. */
const HEAD_SHARE = 2 / 3

/**
 * A line of at most `mostUnits` UTF-16 units, but for the note of what is missing: a longer one loses its middle. Never cut within a code point. The end of a
 * message often says what went wrong, so that it stays.
 */
export function cutLine(line: string, mostUnits: number): string {
  if (line.length <= mostUnits) return line
  const headEnd = codePointEdge(line, Math.floor(mostUnits * HEAD_SHARE))
  const tailStart = codePointEdge(line, line.length - Math.floor(mostUnits * (1 - HEAD_SHARE)))
  return `${line.slice(0, headEnd)}[… ${tailStart - headEnd} characters …]${line.slice(tailStart)}`
}

/** The offset, or the one before it where it would part the halves of a surrogate pair. */
function codePointEdge(text: string, offset: number): number {
  const isSplit = (text.codePointAt(offset - 1) ?? 0) > 0xffff
  return isSplit ? offset - 1 : offset
}
