import type { TextEncodingName } from '../domain/document.ts'
import { PackgraphError } from '../domain/errors.ts'
import { byteMapper, type DecodedText, decodeBytes } from '../ingest/decode.ts'

/** A text with the bytes that it stands for, every one of them: its byte order mark is its first character. */
export interface CompressionSource {
  readonly bytes: Uint8Array
  readonly encoding: TextEncodingName
  readonly text: string
  /** Offset in the text to byte of the original. Cheap in ascending order. */
  readonly byteOf: (offset: number) => number
}

const UTF8 = new TextEncoder()
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Reads UTF-8, or UTF-16 by its byte order mark.
 * @throws PackgraphError `DECODE` for bytes, `INPUT` for a string that is no well-formed text: what is emitted could not lead back to them.
 */
export function readSource(input: string | Uint8Array): CompressionSource {
  const isString = typeof input === 'string'
  if (isString && /\p{Surrogate}/u.test(input)) {
    throw new PackgraphError('INPUT', `the text holds half of a surrogate pair at ${input.search(/\p{Surrogate}/u)}`, {
      hint: 'Give well-formed text, or the bytes that it was read from.',
    })
  }
  const bytes = isString ? UTF8.encode(input) : input
  const decoded = decoded8Or16(bytes, isString)
  checkWellFormed(decoded, bytes)
  const { encoding, firstByte } = decoded
  const toByte = byteMapper(decoded)
  if (firstByte === 0) return { bytes, encoding, text: decoded.text, byteOf: toByte }
  return {
    bytes,
    encoding,
    text: BYTE_ORDER_MARK + decoded.text,
    byteOf: (offset) => (offset === 0 ? 0 : toByte(offset - 1)),
  }
}

/** Latin-1 is not asked for here, so that no error says to. */
function decoded8Or16(bytes: Uint8Array, isString: boolean): DecodedText {
  try {
    return decodeBytes(bytes, isString ? { encoding: 'utf-8' } : {})
  } catch (error) {
    if (!(error instanceof PackgraphError) || error.code !== 'DECODE') throw error
    throw new PackgraphError('DECODE', error.message, {
      facts: error.facts,
      hint: 'Give Markdown as UTF-8, or as UTF-16 with a byte order mark.',
      cause: error,
    })
  }
}

/** Half of a surrogate pair is read as U+FFFD, and cannot be told from one that was there. */
function checkWellFormed({ encoding, firstByte, text }: DecodedText, bytes: Uint8Array): void {
  if (encoding === 'utf-8' || !text.includes('\uFFFD')) return
  const again = Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') again.swap16()
  const different = again.findIndex((byte, index) => byte !== bytes[firstByte + index])
  if (different < 0) return
  throw new PackgraphError('DECODE', `the content holds half of a surrogate pair at byte ${firstByte + different}`, {
    facts: { sizeBytes: bytes.length, byte: firstByte + different },
    hint: 'Mend the text: no other text can stand for it.',
  })
}
