interface Block {
  readonly first: number
  readonly last: number
}

/** Accented Latin to the alphabets of India; rules and boxes, which tokens hold long runs of, come after them. */
const ALPHABETS: Block = { first: 0xc0, last: 0x1fff }
/** Kana, ideographs and Hangul. */
const EAST_ASIAN: Block = { first: 0x3040, last: 0xd7a3 }

/** No tokenizer's vocabulary brings so many letters to a token over a whole text, long words without a break included. */
const MAX_LETTERS_PER_TOKEN = 16

/**
 * Whether a text cannot fit in a small room, told without counting it: it has more than 16 letters and digits for each token of the room. A letter
 * that repeats the one before it is left out, since vocabularies hold long runs of one letter. Looks at no more of the text than it needs.
 */
export function isPlainlyTooLong(text: string, roomTokens: number): boolean {
  let left = MAX_LETTERS_PER_TOKEN * roomTokens
  if (text.length <= left) return false
  let previous = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code !== previous && isLetterOrDigit(code) && left-- === 0) return true
    previous = code
  }
  return false
}

function isLetterOrDigit(code: number): boolean {
  const lower = code | 0x20
  return (
    (code >= 0x30 && code <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7a) ||
    isIn(ALPHABETS, code) ||
    isIn(EAST_ASIAN, code)
  )
}

function isIn({ first, last }: Block, code: number): boolean {
  return code >= first && code <= last
}
