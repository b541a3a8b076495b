/** Kinds of long text that make pattern matching or merging quadratic elsewhere, each by length in characters. */
export const HOSTILE_KINDS: Readonly<Record<string, (length: number) => string>> = {
  'one letter': (length) => 'a'.repeat(length),
  'one capital': (length) => 'A'.repeat(length),
  'random letters': randomLetters,
  spaces: (length) => ' '.repeat(length),
  'line ends': (length) => '\n'.repeat(length),
  'line ends and spaces in turn': (length) => '\n '.repeat(length / 2),
  'spaces before letters': (length) => `${' '.repeat(length / 10 - 1)}x`.repeat(10),
  'one digit': (length) => '1'.repeat(length),
  'one sign': (length) => '!'.repeat(length),
  'two signs in turn': (length) => '!?'.repeat(length / 2),
  'slashes and line ends': (length) => '/\n'.repeat(length / 2),
  apostrophes: (length) => "'".repeat(length),
  'combining marks': (length) => '\u0301'.repeat(length),
  'caseless letters and capitals': (length) => 'ªB'.repeat(length / 2),
  'one Chinese character': (length) => '漢'.repeat(length),
  'lone surrogates': (length) => '\ud83d'.repeat(length),
  base64,
}

function randomLetters(length: number): string {
  const next = randomNumbers()
  return Array.from({ length }, () => String.fromCharCode(97 + (next() % 26))).join('')
}

/** What base64 of random bytes looks like: one line without a break. */
export function base64(length: number): string {
  const next = randomNumbers()
  const bytes = Uint8Array.from({ length: Math.ceil((length * 3) / 4) }, () => next() & 0xff)
  return Buffer.from(bytes).toString('base64').slice(0, length)
}

/** Numbers of 16 bits, always the same. Source: the linear congruential generator of "Numerical Recipes". */
function randomNumbers(): () => number {
  let state = 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 16
  }
}
