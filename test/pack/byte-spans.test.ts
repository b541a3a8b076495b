import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteSpansOf } from '../../src/pack/byte-spans.ts'

const OFFSET = 100
const ENCODINGS = ['utf8', 'utf16le', 'latin1'] as const

describe('byteSpansOf', () => {
  it.each([
    ['utf8', 'Œuvre 👩‍👩‍👧 der Müller'],
    ['utf16le', 'Œuvre 👩‍👩‍👧 der Müller'],
    ['latin1', 'Café der Müller'],
  ] as const)('finds the bytes of a range in %s', (encoding, text) => {
    const bytes = Buffer.from(text, encoding)
    const start = text.indexOf('der')
    const [span] = byteSpansOf(text, { start: OFFSET, end: OFFSET + bytes.length }, [{ start, end: text.length }])
    expect(bytes.subarray(span!.start - OFFSET, span!.end - OFFSET).toString(encoding)).toBe(text.slice(start))
  })

  it('answers with the whole span where two encodings suit the length and disagree', () => {
    const text = 'a€'
    expect(byteSpansOf(text, { start: 0, end: 4 }, [{ start: 0, end: 1 }])).toEqual([{ start: 0, end: 4 }])
  })

  it('is never wrong, whatever the encoding', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', 'я', '€', '👍', ' '), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(text, fc.constantFrom(...ENCODINGS), fc.nat(12), (full, encoding, cut) => {
        if (encoding === 'latin1' && /[^\0-\xff]/.test(full)) return
        const bytes = Buffer.from(full, encoding)
        const start = Math.min(cut, full.length)
        if (/^[\udc00-\udfff]/.test(full.slice(start))) return
        const whole = { start: 0, end: bytes.length }
        const [span] = byteSpansOf(full, whole, [{ start, end: full.length }])
        if (span!.start === 0 && start > 0) expect(span).toEqual(whole)
        else expect(bytes.subarray(span!.start, span!.end).toString(encoding)).toBe(full.slice(start))
      }),
    )
  })
})
