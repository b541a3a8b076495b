/** A stretch of a text in UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A closing mark with what may follow it before the gap, a CJK full stop, or line breaks. */
const BOUNDARY = /[.!?]["'”’)\]]*\s+|[。！？]["'”’）」』]*\s*|\n+/g
const ABBREVIATION =
  /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Inc|Ltd|Co|Prof|Gen|Rev|Fig|Eq|cf|e\.g|i\.e|approx)\.$/u
const ABBREVIATION_WINDOW = 10
/** What may open a sentence after a full stop on the same line. */
const OPENER = /^[\p{Lu}\p{Lt}\p{N}\p{Lo}"'“‘(*`[]/u

/**
 * Cuts a text into sentences. The ranges are in order, touch, and cover the text: white space belongs to the sentence before it. A full stop followed by a
 * lower-case word on the same line is taken for an abbreviation; after a line break any character opens a sentence. Linear.
 */
export function splitSentences(text: string): readonly TextRange[] {
  const ranges: TextRange[] = []
  let start = 0
  // `matchAll` makes a new expression at each call, which takes longer than a short text.
  BOUNDARY.lastIndex = 0
  for (let match = BOUNDARY.exec(text); match !== null; match = BOUNDARY.exec(text)) {
    const end = match.index + match[0].length
    if (!isBoundary(text, match.index, match[0], end)) continue
    if (end > start) ranges.push({ start, end })
    start = end
  }
  if (start < text.length) ranges.push({ start, end: text.length })
  return ranges
}

function isBoundary(text: string, index: number, matched: string, end: number): boolean {
  if (matched.includes('\n') || '。！？'.includes(matched[0] ?? '')) return true
  if (end < text.length && !OPENER.test(text.slice(end, end + 2))) return false
  return matched[0] !== '.' || !ABBREVIATION.test(text.slice(Math.max(0, index - ABBREVIATION_WINDOW), index + 1))
}
