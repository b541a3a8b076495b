import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openWordTable } from '../../../../src/adapters/models/static/word-table.ts'

const folder = new URL('../../../../src/adapters/models/static/', import.meta.url)
const bytes = readFileSync(new URL('word-vectors.bin', folder))
const provenance = JSON.parse(readFileSync(new URL('word-vectors.json', folder), 'utf8'))

describe('the word table', () => {
  it('is the file that its provenance describes', () => {
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(provenance.sha256)
    expect(bytes.byteLength).toBe(provenance.sizeBytes)
    expect(openWordTable(bytes)).toMatchObject({ words: provenance.words, dimensions: provenance.dimensions })
  })

  it('finds its words at distinct rows and no others', () => {
    const table = openWordTable(bytes)
    const words = ['the', 'river', 'paris', 'mp3', 'an', 'zoo']
    const rows = words.map((word) => table.find(word))
    expect(rows.every((row) => row >= 0 && row < table.words)).toBe(true)
    expect(new Set(rows).size).toBe(words.length)
    for (const word of ['', 'The', 'xqzzk', 'riverr', 'rive', '借用', '\uffff', '0'])
      expect([word, table.find(word)]).toEqual([word, -1])
  })

  it('weighs common words least', () => {
    const table = openWordTable(bytes)
    const weights = ['the', 'river', 'aqueduct'].map((word) => table.weight(table.find(word)))
    expect(weights).toEqual(weights.toSorted((left, right) => left - right))
    expect(weights[0]).toBeLessThan(0.01)
    expect(weights[2]).toBeGreaterThan(0.9)
  })

  it('holds unit vectors and a unit component', () => {
    const table = openWordTable(bytes)
    expect(Math.hypot(...table.component)).toBeCloseTo(1, 5)
    for (let row = 0; row < table.words; row += 997) {
      const vector = table.rows.subarray(row * table.dimensions, (row + 1) * table.dimensions)
      expect(Math.hypot(...vector) * table.scale(row)).toBeCloseTo(1, 1)
    }
  })

  it('reads bytes at any alignment', () => {
    const shifted = new Uint8Array(bytes.byteLength + 1)
    shifted.set(bytes, 1)
    const table = openWordTable(shifted.subarray(1))
    expect(table.find('river')).toBe(openWordTable(bytes).find('river'))
  })

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a file of another kind', new Uint8Array(100)],
    ['a file cut short', bytes.subarray(0, 1_000_000)],
    ['a file with more at its end', Buffer.concat([bytes, Buffer.from([0])])],
  ])('refuses %s', (_, damaged) => {
    expect(() => openWordTable(damaged)).toThrowError(expect.objectContaining({ code: 'EMBEDDER_UNAVAILABLE' }))
  })
})
