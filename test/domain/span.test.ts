import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatReference, parseReference } from '../../src/domain/span.ts'

const hex = fc.stringMatching(/^[0-9a-f]{8,64}$/)

it('reads what it writes, with an id or an alias', () => {
  fc.assert(
    fc.property(hex, fc.nat(), fc.nat(), (originalId, start, length) => {
      const span = { start, end: start + length }
      expect(parseReference(formatReference(originalId, span))).toEqual({ originalId, span })
    }),
  )
})

it.each([
  ['an alias that is too short', 'abcdef1#0-4'],
  ['an id that is too long', `${'a'.repeat(65)}#0-4`],
  ['capital digits', 'ABCDEF12#0-4'],
  ['a range that runs backwards', 'abcdef12#4-0'],
  ['a number beyond all files', 'abcdef12#0-99999999999999999999'],
  ['no range', 'abcdef12'],
  ['more than a reference', 'abcdef12#0-4 '],
])('refuses %s', (_, text) => {
  expect(() => parseReference(text)).toThrow(/is not a reference/)
})
