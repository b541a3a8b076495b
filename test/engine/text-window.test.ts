import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextEncodingName } from '../../src/domain/document.ts'
import { cutToBytes, widenToLines } from '../../src/engine/text-window.ts'
import { decodeSpan } from '../../src/ingest/decode.ts'

const encodings: readonly TextEncodingName[] = ['utf-8', 'utf-16le', 'utf-16be', 'latin1']

function encode(text: string, encoding: TextEncodingName): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

/** Lines of a few characters of one to four bytes, U+0A0A among them, whose halves look like line feeds. */
const texts = fc.array(fc.constantFrom('a', '\n', 'é', '\u0a0a', '𝄞'), { maxLength: 40 }).map((parts) => parts.join(''))
const narrowTexts = fc.array(fc.constantFrom('a', '\n', 'é'), { maxLength: 40 }).map((parts) => parts.join(''))
const cases = fc
  .constantFrom(...encodings)
  .chain((encoding) => fc.tuple(fc.constant(encoding), encoding === 'latin1' ? narrowTexts : texts))

describe('a span widened to lines', () => {
  it('is what splitting the text into lines gives, whatever the encoding', () => {
    fc.assert(
      fc.property(cases, fc.nat(), fc.nat(), fc.nat(3), ([encoding, text], from, to, around) => {
        const characters = [...text]
        const start = from % (characters.length + 1)
        const end = start + (to % (characters.length - start + 1))
        const sizeOf = (count: number) => encode(characters.slice(0, count).join(''), encoding).length
        const widened = widenToLines(
          encode(text, encoding),
          encoding,
          { start: sizeOf(start), end: sizeOf(end) },
          around,
        )

        const lines = text.split(/(?<=\n)/)
        const lineOf = (index: number) => characters.slice(0, index).filter((character) => character === '\n').length
        const first = Math.max(0, lineOf(start) - around)
        const last = lineOf(end > start ? end - 1 : start) + around
        expect(decodeSpan(encode(text, encoding), encoding, widened)).toBe(lines.slice(first, last + 1).join(''))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a span cut to a number of bytes', () => {
  it('is a beginning of the text, ends between characters, and gives the text when all parts are joined', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 4, max: 20 }), ([encoding, text], maxBytes) => {
        const bytes = encode(text, encoding)
        let joined = ''
        for (let start = 0; start < bytes.length; ) {
          const cut = cutToBytes(bytes, encoding, { start, end: bytes.length }, maxBytes)
          expect(cut.start).toBe(start)
          expect(cut.end).toBeGreaterThan(start)
          expect(cut.end - start).toBeLessThanOrEqual(maxBytes)
          joined += decodeSpan(bytes, encoding, cut)
          start = cut.end
        }
        expect(joined).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('ends after a line where one ends in its second half', () => {
    const bytes = encode('first line\nsecond line\n', 'utf-8')
    const cut = (maxBytes: number) => cutToBytes(bytes, 'utf-8', { start: 0, end: bytes.length }, maxBytes)
    expect(cut(15)).toEqual({ start: 0, end: 11 })
    expect(cut(11)).toEqual({ start: 0, end: 11 })
    expect(cut(20)).toEqual({ start: 0, end: 11 })
    expect(cut(22)).toEqual({ start: 0, end: 22 })
    expect(cut(9)).toEqual({ start: 0, end: 9 })
  })
})
