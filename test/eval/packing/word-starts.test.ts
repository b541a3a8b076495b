import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WordStarts } from '../../../eval/packing/word-starts.ts'

const texts = fc
  .array(fc.constantFrom('wort', 'größer', '漢字', '😀', ' ', '\n', '.', '—', '9', "it's"), { maxLength: 40 })
  .map((parts) => parts.join(''))

describe('the tokens of a document', () => {
  it('are words and single other characters', () => {
    const text = 'It’s 5 °C, über Eis.'
    // It ’ s 5 ° C , über Eis .
    expect(new WordStarts(text).countIn([{ start: 0, end: Buffer.byteLength(text) }])).toBe(10)
  })

  it('add up over any cut into two', () => {
    fc.assert(
      fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), (text, share) => {
        const words = new WordStarts(text)
        const end = Buffer.byteLength(text)
        const cut = Math.floor(end * share)
        const whole = words.countIn([{ start: 0, end }])
        expect(words.countIn([{ start: 0, end: cut }]) + words.countIn([{ start: cut, end }])).toBe(whole)
        expect(
          words.countIn([
            { start: 0, end: cut },
            { start: cut, end },
          ]),
        ).toBe(whole)
      }),
    )
  })

  it('are where a count character by character finds them', () => {
    fc.assert(
      fc.property(texts, fc.nat(60), fc.nat(60), (text, a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)]
        let count = 0
        let bytes = 0
        let inWord = false
        for (const character of text) {
          const isWord = /[\p{L}\p{M}\p{N}]/u.test(character)
          const begins = isWord ? !inWord : !/\s/u.test(character)
          if (begins && bytes >= start && bytes < end) count++
          inWord = isWord
          bytes += Buffer.byteLength(character)
        }
        expect(new WordStarts(text).countIn([{ start, end }])).toBe(count)
      }),
    )
  })
})
