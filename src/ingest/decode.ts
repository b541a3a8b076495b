import type { TextEncodingName } from '../domain/document.ts'
import { PackgraphError } from '../domain/errors.ts'
import type { Span } from '../domain/span.ts'

/** Bytes that are looked at to tell a binary file from text. */
const SNIFFED_BYTES = 8192

/**
 * The largest text that is read. Cutting and describing one takes up to thirteen times its size of JavaScript's memory, which by default is 2 GB on small machines;
 * and no string may be longer than about 512 MiB.
 */
export const MAX_TEXT_BYTES: number = 128 << 20

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A text and how it lies in its bytes. */
export interface DecodedText {
  readonly encoding: TextEncodingName
  /** Well-formed, without the byte order mark: a lone surrogate of a UTF-16 file reads as U+FFFD, one unit for one. */
  readonly text: string
  /** Where the text starts in the bytes: the length of the byte order mark, or 0. */
  readonly firstByte: number
  readonly sizeBytes: number
}

export interface DecodeOptions {
  /** States the encoding; nothing is guessed and zero bytes are kept as they are. For text that a program hands over. */
  readonly encoding?: TextEncodingName | undefined
  /** Read what is neither UTF-8 nor UTF-16 as Latin-1 (ISO 8859-1: byte = code point). */
  readonly latin1?: boolean | undefined
}

/**
 * Decodes UTF-8 (with or without a byte order mark) and UTF-16 (by its mark), else Latin-1 when asked. Bytes with a zero among the first 8 KB that are
 * not UTF-16 are taken for binary, unless the encoding is stated. Linear.
 * @throws PackgraphError `DECODE` with the reason.
 */
export function decodeBytes(bytes: Uint8Array, options: DecodeOptions = {}): DecodedText {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new PackgraphError('DECODE', `the content has ${bytes.length} bytes, and the limit is ${MAX_TEXT_BYTES}`, {
      facts: { sizeBytes: bytes.length, limitBytes: MAX_TEXT_BYTES },
      hint: 'Cut it into several documents.',
    })
  }
  const mark = byteOrderMark(bytes)
  const encoding = options.encoding ?? mark.encoding ?? guessEncoding(bytes, options.latin1 === true)
  const firstByte = mark.encoding === encoding ? mark.sizeBytes : 0
  const body = bytes.subarray(firstByte)
  if (isUtf16(encoding) && body.length % 2 === 1) {
    throw undecodable(`UTF-16 text takes an even number of bytes, and there are ${body.length}`, bytes)
  }
  return { encoding, text: decodeStrictly(body, encoding, bytes), firstByte, sizeBytes: bytes.length }
}

/**
 * The text of a span of an original, by the rules of {@link decodeBytes}: for a unit's span it is the unit's text. Never throws: a span that starts or
 * ends inside a character gives U+FFFD there (UTF-8) or leaves the odd byte out (UTF-16).
 */
export function decodeSpan(bytes: Uint8Array, encoding: TextEncodingName, span: Span): string {
  const body = bytes.subarray(span.start, span.end)
  return encoding === 'utf-8' ? lenientUtf8.decode(body) : decodeFixedWidth(body, encoding)
}

/**
 * @returns a function from offsets in the text (UTF-16 units, between characters) to byte offsets in the original. Any order is right; ascending
 * offsets cost one pass over the text in all, and nothing at all for ASCII.
 */
export function byteMapper(decoded: DecodedText): (offset: number) => number {
  const { text, firstByte, encoding } = decoded
  if (isUtf16(encoding)) return (offset) => firstByte + offset * 2
  if (encoding === 'latin1' || decoded.sizeBytes - firstByte === text.length) return (offset) => firstByte + offset
  let knownOffset = 0
  let knownByte = firstByte
  return (offset) => {
    if (offset < knownOffset) {
      knownOffset = 0
      knownByte = firstByte
    }
    knownByte += utf8Length(text, knownOffset, offset)
    knownOffset = offset
    return knownByte
  }
}

/** Bytes that a stretch of well-formed text takes in UTF-8: a surrogate counts 2, so that a pair counts 4. */
function utf8Length(text: string, start: number, end: number): number {
  let sizeBytes = end - start
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) continue
    sizeBytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2
  }
  return sizeBytes
}

function byteOrderMark(bytes: Uint8Array): { encoding?: TextEncodingName; sizeBytes: number } {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', sizeBytes: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', sizeBytes: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', sizeBytes: 2 }
  return { sizeBytes: 0 }
}

function guessEncoding(bytes: Uint8Array, latin1: boolean): TextEncodingName {
  const zero = bytes.subarray(0, SNIFFED_BYTES).indexOf(0)
  if (zero >= 0) throw undecodable(`looks binary: byte ${zero} is zero`, bytes)
  return latin1 && !isUtf8(bytes) ? 'latin1' : 'utf-8'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictUtf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function decodeStrictly(body: Uint8Array, encoding: TextEncodingName, bytes: Uint8Array): string {
  if (encoding !== 'utf-8') return decodeFixedWidth(body, encoding)
  try {
    return strictUtf8.decode(body)
  } catch (cause) {
    throw undecodable('is not valid UTF-8', bytes, cause)
  }
}

function decodeFixedWidth(body: Uint8Array, encoding: TextEncodingName): string {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (encoding === 'latin1') return buffer.toString('latin1')
  const whole = buffer.subarray(0, buffer.length - (buffer.length % 2))
  const littleEndian = encoding === 'utf-16be' ? Buffer.from(whole).swap16() : whole
  return littleEndian.toString('utf16le').replace(/\p{Surrogate}/gu, '\uFFFD')
}

function isUtf16(encoding: TextEncodingName): boolean {
  return encoding === 'utf-16le' || encoding === 'utf-16be'
}

function undecodable(reason: string, bytes: Uint8Array, cause?: unknown): PackgraphError {
  return new PackgraphError('DECODE', `the content ${reason}`, {
    facts: { sizeBytes: bytes.length },
    hint: 'Text must be UTF-8, or UTF-16 with a byte order mark; other 8-bit text is read when Latin-1 is asked for.',
    cause,
  })
}
