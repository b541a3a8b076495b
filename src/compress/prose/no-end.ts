/** Enough of a text before a cut to see what it ends in. */
const WINDOW = 16
const ELLIPSIS = /(?:\.\.|…|\. \. ?\.)["'”’)\]]*\s*$/
const ABBREVIATION =
  /(?:^|[^\p{L}\p{N}])(?:i\.?\s?e|e\.?g|viz|resp|aka|al|cf|vs|ca|approx|incl|esp|sec|ch|pp|vol|fig|eq|no)\.\s*$/iu
/** What ends a sentence about as often as not. */
const CLOSING_ABBREVIATION = /(?:^|[^\p{L}\p{N}])etc\.[)\]]?,?\s*$/iu
const STARTS_LOWER_CASE = /^[\p{Ll}$`\\(,;]/u
const STARTS_UPPER_CASE = /^["'“‘*_]*\p{Lu}/u
/** `No.` and `no.`, `Al.` and `al.`: a sentence may end in these words, unless a number or a lower-case word follows. */
const AMBIGUOUS = /(?:^|[^\p{L}\p{N}])(?:no|al|sec|ch)\.\s*$/iu

/** Whether a sentence goes on at an offset although a full stop stands before it: after an abbreviation, or after an ellipsis where the text goes on small. Never across a line break. */
export function isNoEnd(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - WINDOW), offset)
  if (/\n\s*$/.test(before)) return false
  const after = text.slice(offset, offset + WINDOW)
  if (ELLIPSIS.test(before)) return STARTS_LOWER_CASE.test(after)
  if (CLOSING_ABBREVIATION.test(before)) return !STARTS_UPPER_CASE.test(after)
  if (AMBIGUOUS.test(before)) return !STARTS_UPPER_CASE.test(after)
  return ABBREVIATION.test(before)
}
