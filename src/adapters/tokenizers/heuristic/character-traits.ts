/** Classes of characters: the low bits of {@link TRAITS}. The order matters: everything up to `UPPER` is a Latin letter. */
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
export const PUNCTUATION = 4
export const NEWLINE = 5
export const SPACE = 6
const OTHER = 7

/** Selects the class. */
export const CLASS_MASK = 7

/** Further bits, of Latin letters only. `y` and every accented letter are vowels here; accented letters are of class `LOWER`. */
export const VOWEL = 8
export const RARE = 16
/** An accented letter of Latin-1. */
export const ACCENTED = 32
/** A letter of Latin Extended, a phonetic letter or a combining mark. */
export const EXTENDED = 64

/** The three traits that change a price. */
export const UNUSUAL: number = RARE | ACCENTED | EXTENDED

/** Class and further bits of each UTF-16 code unit. */
export const TRAITS: Uint8Array = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  code < 0x80 ? traitsOfAscii(String.fromCharCode(code)) : traitsBeyondAscii(code),
)

function traitsOfAscii(character: string): number {
  if (/[a-z]/i.test(character)) {
    const letterCase = /[a-z]/.test(character) ? LOWER : UPPER
    return letterCase | (/[aeiouy]/i.test(character) ? VOWEL : 0) | (/[jkqvxz]/i.test(character) ? RARE : 0)
  }
  if (/[0-9]/.test(character)) return DIGIT
  if (/[\n\r]/.test(character)) return NEWLINE
  if (/[ \t]/.test(character)) return SPACE
  return PUNCTUATION
}

function traitsBeyondAscii(code: number): number {
  const isSign = code < 0xc0 || code === 0xd7 || code === 0xf7 // × and ÷ stand among the letters
  if (code < 0x100) return isSign ? OTHER : LOWER | VOWEL | ACCENTED
  if (code < 0x370 || (code >= 0x1e00 && code < 0x1f00)) return LOWER | VOWEL | EXTENDED
  return OTHER
}
