import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainlyTooLong } from '../../src/pack/too-long.ts'
import { o200k } from './support/tokenizers.ts'

describe('isPlainlyTooLong', () => {
  it('goes by letters and digits, whatever stands between them', () => {
    expect(isPlainlyTooLong('ab '.repeat(16), 2)).toBe(false)
    expect(isPlainlyTooLong(`${'ab '.repeat(16)}c`, 2)).toBe(true)
    expect(isPlainlyTooLong('港口のだнж'.repeat(6), 2)).toBe(true)
    expect(isPlainlyTooLong(`${' -=─'.repeat(500)}橋の下`, 2)).toBe(false)
  })

  it('takes a run of one letter for one', () => {
    expect(isPlainlyTooLong('A'.repeat(5_000), 1)).toBe(false)
  })

  it('never speaks of a text that fits', () => {
    const word = fc.constantFrom(
      'internationalization',
      ' implementation',
      'AAAAAAAA',
      '0000',
      '        ',
      'naïve',
      'превосходительство',
      '港口的管理员',
      '안녕하세요',
      '\n',
    )
    const text = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
    )
    fc.assert(
      fc.property(text, (written) => {
        expect(isPlainlyTooLong(written, Number(o200k.count(written)))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})
