/** A stretch of a text, in UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Whether a UTF-16 unit is white space as `String.prototype.trim` sees it. */
export function isWhiteSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
  if (unit < 0xa0) return false
  if (unit >= 0x2000 && unit <= 0x200a) return true
  return WIDE_SPACES.has(unit)
}

const WIDE_SPACES: ReadonlySet<number> = new Set([0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])

/** The range without white space at its ends; empty (`start === end`) when nothing else is in it. */
export function trimRange(text: string, range: TextRange): TextRange {
  let { start, end } = range
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--
  return { start, end }
}

/** A trimmed range grown back over the indentation of its first line, which code and nested items need; never beyond `within`. */
export function withIndentation(text: string, range: TextRange, within: TextRange): TextRange {
  let { start } = range
  while (start > within.start && isIndentation(text.charCodeAt(start - 1))) start--
  const opensLine = start === 0 || isLineBreak(text.charCodeAt(start - 1))
  return opensLine ? { start, end: range.end } : range
}

function isIndentation(unit: number): boolean {
  return unit === 0x20 || unit === 0x09
}

function isLineBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d
}

/** Cuts a range at those of the ascending offsets that lie inside it. White space at the ends of a piece belongs to it. */
export function cutRange(range: TextRange, cuts: Iterable<number>): TextRange[] {
  const pieces: TextRange[] = []
  let start = range.start
  for (const cut of cuts) {
    if (cut <= start) continue
    if (cut >= range.end) break
    pieces.push({ start, end: cut })
    start = cut
  }
  pieces.push({ start, end: range.end })
  return pieces
}

/** Starts of the lines in a range, its own start left out. A line ends with `\n`, or with a lone `\r`. */
export function* lineStarts(text: string, range: TextRange): Generator<number> {
  for (let index = range.start; index < range.end - 1; index++) {
    const unit = text.charCodeAt(index)
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(index + 1) !== 0x0a)) yield index + 1
  }
}
