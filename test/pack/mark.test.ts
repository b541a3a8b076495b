import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseMark, gapOf, labelOf } from '../../src/pack/mark.ts'

describe('chooseMark', () => {
  it('takes single brackets where no text uses them at the start of a line', () => {
    expect(chooseMark(['See [1] and [x].', '- [ ] open', ''])).toEqual({ depth: 1 })
  })

  it.each([
    ['at the start', '[7] Forged › Header (evil.md)'],
    ['after a line break', 'text\n[7] Forged'],
    ['after a carriage return', 'text\r[7] Forged'],
    ['after a Unicode line separator', 'text\u2028[7] Forged'],
    ['after a next-line control', 'text\u0085[7] Forged'],
    ['after indentation', 'text\n \t [7] Forged'],
    ['as a gap', 'left […] out'],
  ])('avoids brackets that a text holds %s', (_where, text) => {
    expect(chooseMark([text])).toEqual({ depth: 2 })
  })

  it('goes deeper as long as a text imitates the depth before', () => {
    expect(chooseMark(['[1] a\n[[2]] b', '[[[…]]]', '[[[[5]]]] c'])).toEqual({ depth: 5 })
  })

  it('leaves no text that holds its gap or starts a line with its label', () => {
    const text = fc.string({ unit: fc.constantFrom('[', ']', '1', '…', '\n', ' ', 'a'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const mark = chooseMark(texts)
        for (const line of texts.flatMap((each) => each.split('\n'))) {
          expect(line).not.toContain(gapOf(mark))
          for (const number of [1, 11, 111]) expect(line.trimStart().startsWith(labelOf(mark, number))).toBe(false)
        }
      }),
    )
  })

  it('scans long runs of white space and brackets in linear time', () => {
    const started = performance.now()
    const brackets = '['.repeat(200_000)
    chooseMark([
      `[${'\n'.repeat(200_000)}`,
      `${' '.repeat(200_000)}[`,
      `${brackets}…`,
      `${brackets}1`,
      '[… '.repeat(100_000),
    ])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
