/** Beyond ASCII and the punctuation, arrows, signs and boxes that no word contains: what may need folding. */
const MAY_FOLD = /[^\0-\x7f\u2000-\u206f\u2190-\u22ff\u2500-\u25ff]/
const COMBINING = /\p{Mn}+/gu

/**
 * Removes accents and compatibility forms (NFKD without combining marks), so that `Möller` meets `Moller`; a curly apostrophe becomes a straight one. Keeps
 * case. Text without accented letters comes back otherwise as it is. Lengths may change: offsets into the result are not offsets into the input.
 */
export function foldAccents(text: string): string {
  const folded = MAY_FOLD.test(text) ? text.normalize('NFKD').replace(COMBINING, '') : text
  return folded.replaceAll('’', "'")
}
