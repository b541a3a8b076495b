const NON_ASCII = /[^\0-\x7f]/
const COMBINING = /\p{Mn}+/gu

/**
 * Removes accents and compatibility forms (NFKD without combining marks), so that `Möller` meets `Moller`. Keeps case. ASCII text comes back as it is.
 * Lengths may change: offsets into the result are not offsets into the input.
 */
export function foldAccents(text: string): string {
  return NON_ASCII.test(text) ? text.normalize('NFKD').replace(COMBINING, '').replaceAll('’', "'") : text
}
