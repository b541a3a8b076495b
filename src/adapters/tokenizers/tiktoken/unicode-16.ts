/**
 * Letters, marks and numbers that Unicode gained after version 16. The published tokenizers were built with 16 and take these for unassigned, while
 * JavaScript engines follow Unicode year by year; without this list counts would depend on the engine.
 *
 * Ranges of code points, both ends included, in order. A test compares every code point with tiktoken's own build and names what a newer engine adds.
 */
const LATER_CHARACTERS: readonly (readonly [first: number, last: number])[] = [
  [0x088f, 0x088f],
  [0x0c5c, 0x0c5c],
  [0x0cdc, 0x0cdc],
  [0x1acf, 0x1add],
  [0x1ae0, 0x1aeb],
  [0xa7ce, 0xa7cf],
  [0xa7d2, 0xa7d2],
  [0xa7d4, 0xa7d4],
  [0xa7f1, 0xa7f1],
  [0x10940, 0x10959],
  [0x10ec5, 0x10ec7],
  [0x10efa, 0x10efb],
  [0x11b60, 0x11b67],
  [0x11db0, 0x11ddb],
  [0x11de0, 0x11de9],
  [0x16ea0, 0x16eb8],
  [0x16ebb, 0x16ed3],
  [0x16ff2, 0x16ff6],
  [0x187f8, 0x187ff],
  [0x18d09, 0x18d1e],
  [0x18d80, 0x18df2],
  [0x1e6c0, 0x1e6de],
  [0x1e6e0, 0x1e6f5],
  [0x1e6fe, 0x1e6ff],
  [0x2b73a, 0x2b73f],
  [0x2cea2, 0x2cead],
  [0x323b0, 0x33479],
]

/** @returns whether a code point was not assigned yet in Unicode 16. */
export function isLaterThanUnicode16(codePoint: number): boolean {
  return LATER_CHARACTERS.some(([first, last]) => codePoint >= first && codePoint <= last)
}
