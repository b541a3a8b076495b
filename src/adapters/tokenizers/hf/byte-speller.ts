import { GenerationCache } from '../generation-cache.ts'

/** Letter that stands for each byte in byte-level vocabularies: itself where it is printable in Latin-1, else one from U+0100 on. */
const BYTE_LETTERS: readonly string[] = byteLetters()

/**
 * Spells pieces of text in the letters of byte-level vocabularies, one for each byte of UTF-8, and remembers the spellings.
 *
 * Source: the byte encoder of GPT-2, which all byte-level vocabularies follow.
 */
export class ByteSpeller {
  readonly #encoder = new TextEncoder()
  readonly #cache = new GenerationCache<string>()

  spell(piece: string): string {
    const known = this.#cache.get(piece)
    if (known !== undefined) return known
    let spelling = ''
    for (const byte of this.#encoder.encode(piece)) spelling += BYTE_LETTERS[byte]!
    this.#cache.set(piece, spelling)
    return spelling
  }
}

function byteLetters(): readonly string[] {
  let next = 0x100
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isPrintable(byte) ? byte : next++))
}

function isPrintable(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte !== 0xad)
}
