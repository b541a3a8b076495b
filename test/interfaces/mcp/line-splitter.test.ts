import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineSplitter } from '../../../src/interfaces/mcp/line-splitter.ts'

const MAX_BYTES = 1_000

function split(text: string, cuts: readonly number[]): unknown[] {
  const bytes = Buffer.from(text)
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b)
  const splitter = new LineSplitter(MAX_BYTES)
  return ends.flatMap((end, index) => [...splitter.push(bytes.subarray(ends[index - 1] ?? 0, end))])
}

describe('a stream of bytes', () => {
  const line = fc
    .tuple(fc.constantFrom('a', 'é', '\u2028', '𝄞'), fc.nat(700))
    .map(([character, count]) => character.repeat(count))

  it('gives the lines that were put in, wherever it is cut, and of longer ones the size and the ends', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 6 }), (lines, cuts) => {
        const found = split(lines.map((text) => `${text}\n`).join(''), cuts)
        const expected = lines.map((text) => {
          const bytes = Buffer.from(text)
          if (bytes.length <= MAX_BYTES) return text
          return {
            sizeBytes: bytes.length,
            head: bytes.subarray(0, 256).toString(),
            tail: bytes.subarray(-256).toString(),
          }
        })
        expect(found).toEqual(expected)
      }),
    )
  })

  it('gives nothing of a line that has not ended', () => {
    expect(split('one\ntwo', [])).toEqual(['one'])
  })
})
