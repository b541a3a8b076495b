/** Strings laid end to end in bytes: one string of all would be the longest that there can be at some millions of units. */
export interface PackedStrings {
  readonly bytes: Uint8Array
  /** Bytes of each UTF-16 unit: 1 where all strings are of Latin-1, else 2, little-endian. So no text is lost or grows. */
  readonly width: 1 | 2
  /** End of each string in UTF-16 units, ascending. */
  readonly ends: Uint32Array
}

export const NO_STRINGS: PackedStrings = { bytes: new Uint8Array(0), width: 1, ends: new Uint32Array(0) }

const ENCODINGS = { 1: 'latin1', 2: 'utf16le' } as const
const BEYOND_LATIN1 = /[^\0-\xff]/

/** Strings as they come, repeats and all, after those that are packed already. Copies both. */
export function packStrings(strings: readonly string[], before: PackedStrings = NO_STRINGS): PackedStrings {
  const width = before.width === 2 || strings.some((string) => BEYOND_LATIN1.test(string)) ? 2 : 1
  const ends = new Uint32Array(before.ends.length + strings.length)
  ends.set(before.ends)
  let end = before.ends.at(-1) ?? 0
  strings.forEach((string, index) => {
    end += string.length
    ends[before.ends.length + index] = end
  })
  const bytes = Buffer.alloc(width * end)
  let at = copyWidened(before, bytes, width)
  for (const string of strings) at += bytes.write(string, at, ENCODINGS[width])
  return { bytes, width, ends }
}

/** @returns where the copy ends. */
function copyWidened({ bytes, width }: PackedStrings, target: Buffer, targetWidth: 1 | 2): number {
  if (width === targetWidth) target.set(bytes)
  else for (let index = 0; index < bytes.length; index++) target[2 * index] = bytes[index]!
  return (bytes.length / width) * targetWidth
}

/** Cuts strings out of packed ones. */
export class PackedStringReader {
  readonly #buffer: Buffer
  readonly #ends: Uint32Array
  readonly #width: 1 | 2

  constructor({ bytes, ends, width }: PackedStrings) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#ends = ends
    this.#width = width
  }

  get size(): number {
    return this.#ends.length
  }

  /** The string with a number below `size`. */
  at(id: number): string {
    const start = id === 0 ? 0 : this.#ends[id - 1]!
    return this.#buffer.toString(ENCODINGS[this.#width], this.#width * start, this.#width * this.#ends[id]!)
  }
}
