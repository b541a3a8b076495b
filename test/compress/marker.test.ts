import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseAlias, findMarkers, formatMarker } from '../../src/compress/marker.ts'

const ID = '0123456789abcdef'.repeat(4)

describe('the markers of compressed texts', () => {
  it('have the pinned form', () => {
    expect(formatMarker('01234567', { start: 3, end: 40 })).toBe('<!-- pg:src=01234567#3-40 -->')
  })

  it('are found again wherever they stand', () => {
    const spans = fc.tuple(fc.nat(1e9), fc.nat(1e9)).map(([start, length]) => ({ start, end: start + length }))
    const parts = fc.array(
      fc.tuple(
        fc.string().filter((text) => !text.includes('pg:src')),
        spans,
      ),
    )
    fc.assert(
      fc.property(parts, (pairs) => {
        const text = pairs.map(([before, span]) => before + formatMarker('01234567', span)).join('')
        expect(findMarkers(text).map(({ alias, span }) => ({ alias, span }))).toEqual(
          pairs.map(([, span]) => ({ alias: '01234567', span })),
        )
      }),
    )
  })

  it('take the alias as it is when no text names the source', () => {
    expect(chooseAlias(ID, '01234567', ['pg:src=01234568', 'pg:src='])).toBe('01234567')
  })

  it('lengthen the alias until no text can hold a marker of ours', () => {
    expect(chooseAlias(ID, '01234567', ['<!-- pg:src=0123456789#0-4 -->'])).toBe('0123456789a')
    expect(chooseAlias(ID, '01234567', ['x', `pg:src=${ID.slice(0, 20)}`])).toBe(ID.slice(0, 21))
    expect(chooseAlias(ID, '01234567', [`pg:src=${ID}`])).toBe(ID)
  })
})
