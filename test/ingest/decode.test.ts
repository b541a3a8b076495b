import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEncodingName } from '../../src/domain/document.ts'
import { byteMapper, decodeBytes, decodeSpan } from '../../src/ingest/decode.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

function utf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array {
  const buffer = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return encoding === 'utf-16be' ? buffer.swap16() : buffer
}

/** Text of code points, half of them beyond ASCII, with line endings and byte order marks in the middle. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('a', '\r\n', '\n', '\uFEFF', 'é', '漢', '👩‍👩‍👧'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join('').replaceAll('\0', '0'))

describe('decoding', () => {
  it('reads UTF-8 with and without a byte order mark', () => {
    expect(decodeBytes(utf8('héllo'))).toEqual({ encoding: 'utf-8', text: 'héllo', firstByte: 0, sizeBytes: 6 })
    expect(decodeBytes(utf8('\uFEFFhéllo'))).toEqual({ encoding: 'utf-8', text: 'héllo', firstByte: 3, sizeBytes: 9 })
  })

  it('reads UTF-16 by its byte order mark, in both byte orders', () => {
    expect(decodeBytes(utf16('a😀\r\n', 'utf-16le'))).toMatchObject({
      encoding: 'utf-16le',
      text: 'a😀\r\n',
      firstByte: 2,
    })
    expect(decodeBytes(utf16('a😀\r\n', 'utf-16be'))).toMatchObject({
      encoding: 'utf-16be',
      text: 'a😀\r\n',
      firstByte: 2,
    })
  })

  it('reads a lone surrogate of a UTF-16 file as U+FFFD, in the text and in a span alike', () => {
    const file = utf16('a\ud800b😀\udc00', 'utf-16be')
    const decoded = decodeBytes(file)
    expect(decoded.text).toBe('a\ufffdb😀\ufffd')
    expect(decodeSpan(file, 'utf-16be', { start: 4, end: 6 })).toBe('\ufffd')
  })

  it('reads Latin-1 only when asked, byte by byte', () => {
    const file = bytes(0x63, 0x61, 0x66, 0xe9, 0x92)
    expect(() => decodeBytes(file)).toThrow(/not valid UTF-8/)
    expect(decodeBytes(file, { latin1: true })).toMatchObject({ encoding: 'latin1', text: 'caf\u00e9\u0092' })
  })

  it('prefers UTF-8 to Latin-1 where both are possible', () => {
    expect(decodeBytes(utf8('café'), { latin1: true }).encoding).toBe('utf-8')
  })

  it.each([
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), /byte 8 is zero/],
    ['text with a zero byte', utf8('ab\0cd'), /looks binary: byte 2 is zero/],
    ['an overlong UTF-8 sequence', bytes(0xc0, 0x80), /not valid UTF-8/],
    ['UTF-8 that breaks off', bytes(0x61, 0xe2, 0x82), /not valid UTF-8/],
    ['a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80), /not valid UTF-8/],
    ['UTF-16 that breaks off', bytes(0xff, 0xfe, 0x61), /even number of bytes, and there are 1/],
  ])('refuses %s with a reason', (_, file, reason) => {
    expect(() => decodeBytes(file)).toThrow(
      expect.objectContaining({ code: 'DECODE', message: expect.stringMatching(reason) }),
    )
  })

  it('refuses binary content even when Latin-1 would accept it', () => {
    expect(() => decodeBytes(bytes(0x89, 0, 0xff), { latin1: true })).toThrow(/looks binary/)
  })

  it('keeps zero bytes in text whose encoding is stated', () => {
    const decoded = decodeBytes(utf8('\0a\0é'), { encoding: 'utf-8' })
    expect(decoded.text).toBe('\0a\0é')
    expect(byteMapper(decoded)(4)).toBe(5)
  })

  it.each<TextEncodingName>(['utf-8', 'utf-16le', 'utf-16be', 'latin1'])(
    'decodes every span of %s to the text it came from',
    (encoding) => {
      fc.assert(
        fc.property(texts, fc.boolean(), fc.infiniteStream(fc.nat()), (content, mark, cuts) => {
          const text =
            encoding === 'latin1' ? content.replace(/[^\0-\xff]/gu, 'x') : content.replace(/\p{Surrogate}/gu, 'x')
          const file =
            encoding === 'utf-8'
              ? utf8(`${mark ? '\uFEFF' : ''}${text}`)
              : encoding === 'latin1'
                ? Buffer.from(text, 'latin1')
                : utf16(text, encoding)
          const decoded = decodeBytes(file, { encoding })
          const byteOf = byteMapper(decoded)
          const boundaries = boundariesOf(decoded.text)
          for (const cut of cuts.take(12)) {
            const [start = 0, end = 0] = [cut % boundaries.length, (cut >> 8) % boundaries.length]
              .sort((a, b) => a - b)
              .map((index) => boundaries[index] ?? 0)
            const span = { start: byteOf(start), end: byteOf(end) }
            expect(decodeSpan(file, encoding, span)).toBe(decoded.text.slice(start, end))
          }
        }),
      )
    },
  )

  it('maps the offsets of 8 MB of mixed text in one pass', () => {
    const text = 'Grüße 漢字 😀 plain text to fill the line.\n'.repeat(200_000)
    const file = utf8(text)
    const byteOf = byteMapper(decodeBytes(file))
    let end = 0
    for (let offset = 0; offset <= text.length; offset += 43) end = byteOf(offset)
    expect(end).toBe(utf8(text.slice(0, Math.floor(text.length / 43) * 43)).length)
  })
})

function boundariesOf(text: string): number[] {
  const boundaries = [0]
  for (const character of text) boundaries.push((boundaries.at(-1) ?? 0) + character.length)
  return boundaries
}
