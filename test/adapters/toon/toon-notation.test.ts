import { describe, expect, it } from 'vitest'
import { toonNotation } from '../../../src/adapters/toon/toon-notation.ts'

describe('TOON', () => {
  it('writes like objects as a table, with each of its delimiters, and reads them all', () => {
    const value = {
      rows: [
        { id: 1, name: 'a,b' },
        { id: 2, name: 'c|d' },
      ],
      note: null,
    }
    const texts = toonNotation.delimiters.map((delimiter) => toonNotation.encode(value, delimiter))
    expect(texts[0]).toContain('rows[2]{id,name}:')
    expect(new Set(texts).size).toBe(3)
    for (const text of texts) expect(toonNotation.decode(text)).toEqual(value)
  })

  it('refuses what it did not write', () => {
    expect(() => toonNotation.decode('rows[3]{id}:\n  1')).toThrowError(/^not TOON: /)
  })
})
