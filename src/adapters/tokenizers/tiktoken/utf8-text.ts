import { setsOf } from './character-sets.ts'

const BYTES_PER_CODE_UNIT = 3 // no UTF-16 code unit takes more in UTF-8
const SMALLEST_BUFFER_BYTES = 1 << 16
const LARGEST_KEPT_BUFFER_BYTES = 1 << 22
const REPLACEMENT_CHARACTER = 0xfffd

/** A text as UTF-8 with the character sets of each byte: what splitting and counting work on. Its buffers are reused from text to text. */
export class Utf8Text {
  /** The bytes, valid up to `length`. A lone surrogate is encoded as U+FFFD. */
  bytes: Uint8Array = new Uint8Array(SMALLEST_BUFFER_BYTES)
  /** The sets of the character that each byte belongs to, so that a run of a set is a run of bytes. A zero follows the last. */
  sets: Uint8Array = new Uint8Array(SMALLEST_BUFFER_BYTES + 1)
  length = 0

  /** Replaces the content. Linear in the text. */
  encode(text: string): void {
    this.#reserve(text.length * BYTES_PER_CODE_UNIT)
    const { bytes, sets } = this
    let end = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code < 0x80) {
        bytes[end] = code
        sets[end] = setsOf(code)
        end += 1
      } else {
        const codePoint = text.codePointAt(at)!
        if (codePoint > 0xffff) at += 1
        end = this.#append(end, codePoint)
      }
    }
    sets[end] = 0
    this.length = end
  }

  /** Appends a character of two to four bytes. @returns the new end. */
  #append(end: number, codePoint: number): number {
    const { bytes, sets } = this
    const scalar = codePoint >= 0xd800 && codePoint < 0xe000 ? REPLACEMENT_CHARACTER : codePoint
    let next = end
    if (scalar < 0x800) bytes[next++] = 0xc0 | (scalar >> 6)
    else {
      if (scalar < 0x10000) bytes[next++] = 0xe0 | (scalar >> 12)
      else {
        bytes[next++] = 0xf0 | (scalar >> 18)
        bytes[next++] = 0x80 | ((scalar >> 12) & 0x3f)
      }
      bytes[next++] = 0x80 | ((scalar >> 6) & 0x3f)
    }
    bytes[next++] = 0x80 | (scalar & 0x3f)
    const characterSets = setsOf(scalar)
    for (let at = end; at < next; at++) sets[at] = characterSets
    return next
  }

  /** Makes room, and lets go of the buffers of an unusually long text once a shorter one comes. */
  #reserve(sizeBytes: number): void {
    const kept = this.bytes.length
    if (sizeBytes <= kept && (kept <= LARGEST_KEPT_BUFFER_BYTES || sizeBytes > LARGEST_KEPT_BUFFER_BYTES)) return
    const newSizeBytes = Math.max(sizeBytes, SMALLEST_BUFFER_BYTES)
    this.bytes = new Uint8Array(newSizeBytes)
    this.sets = new Uint8Array(newSizeBytes + 1)
  }
}

/** @returns the number of bytes of the character that starts with this byte. */
export function characterWidth(firstByte: number): number {
  if (firstByte < 0x80) return 1
  if (firstByte < 0xe0) return 2
  return firstByte < 0xf0 ? 3 : 4
}

/** @returns the first byte of the character that ends before `end`. */
export function lastCharacterStart(bytes: Uint8Array, end: number): number {
  let start = end - 1
  while ((bytes[start]! & 0xc0) === 0x80) start -= 1
  return start
}
