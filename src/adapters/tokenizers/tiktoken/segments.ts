const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SLASH = 0x2f

/** A segment ends at the first blank line, and at any line end once it has so many characters. */
const LINES_END_AFTER_CHARACTERS = 400

/**
 * Finds where the segment that starts at `start` ends: at the next place after a line end where every piece of o200k_base and cl100k_base ends too,
 * whatever stands around it, so that the count of a text is the sum of the counts of its segments.
 *
 * Why that holds when neither white space nor a slash follows: a piece that contains line ends is a run of white space, which takes all of them, or
 * signs with the line ends (and in o200k slashes) after them. Both end with the last line end, and no part of the patterns looks back, or ahead from
 * there. gpt2 and its kin leave the last line end of a run to a piece of its own, so that it fails for them.
 *
 * Blank lines are preferred, because they do not depend on how far the text before has come: a paragraph is the same segment wherever it stands.
 *
 * @returns the end, at most `text.length`. Linear in the segment.
 */
export function segmentEnd(text: string, start: number): number {
  let lineEnd = text.indexOf('\n', start)
  while (lineEnd >= 0) {
    const end = lineEnd + 1
    if (end >= text.length) break
    const wanted = end - start >= LINES_END_AFTER_CHARACTERS || isBlankLineEnd(text, lineEnd)
    if (wanted && beginsSegment(text.charCodeAt(end))) return end
    lineEnd = text.indexOf('\n', end)
  }
  return text.length
}

function isBlankLineEnd(text: string, lineEnd: number): boolean {
  const before = text.charCodeAt(lineEnd - 1)
  return before === LINE_FEED || (before === CARRIAGE_RETURN && text.charCodeAt(lineEnd - 2) === LINE_FEED)
}

/** Neither white space nor a slash. What is not ASCII is refused where a look at the code unit is not enough. */
function beginsSegment(code: number): boolean {
  if (code < 0x80) return code > 0x20 && code !== SLASH
  return !/\p{White_Space}/u.test(String.fromCharCode(code))
}
