/** Beyond ASCII and the punctuation, arrows, signs and boxes that no word contains: what may need folding. */
const MAY_FOLD = /[^\0-\x7f\u2000-\u206f\u2190-\u22ff\u2500-\u25ff]/
/** Marks that stack on a letter: the nonspacing ones, and the few spacing ones that normalisation reorders as well. */
const COMBINING = /[\p{Mn}\u302e\u302f\u{16ff0}\u{16ff1}\u{1d165}\u{1d166}\u{1d16d}-\u{1d172}]+/gu

/**
 * Removes accents and compatibility forms (NFKD without combining marks), so that `Möller` meets `Moller`; a curly apostrophe becomes a straight one. Keeps
 * case. Text without accented letters comes back otherwise as it is. Lengths may change: offsets into the result are not offsets into the input. Linear: marks go before normalisation, whose ordering of a
 * long run of them takes quadratic time, and again after it, which sets free those of composed letters.
 */
export function foldAccents(text: string): string {
  const folded = MAY_FOLD.test(text) ? text.replace(COMBINING, '').normalize('NFKD').replace(COMBINING, '') : text
  return folded.replaceAll('’', "'")
}
