import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decodeOwned,
  decodeVectors,
  encodeOwned,
  encodeSentences,
  encodeVector,
  SentenceDecoder,
} from '../../../src/adapters/sqlite/codec.ts'

it('decodes the sentences that it encoded, in any order of asking', () => {
  const decoder = new SentenceDecoder()
  fc.assert(
    fc.property(fc.array(fc.nat()), (sentences) => {
      expect(decoder.decode(encodeSentences(sentences))).toEqual(sentences)
    }),
  )
})

it('writes vectors as little-endian float32, also from the middle of a larger array', () => {
  const vector = Float32Array.of(9, 1, -2.5, 9).subarray(1, 3)
  expect([...encodeVector(vector)]).toEqual([0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0])
})

it('joins stored vectors row by row, whatever memory they lie in', () => {
  const rows = [Float32Array.of(1, 2), Float32Array.of(-0, Number.POSITIVE_INFINITY)]
  const unaligned = rows.map((row) => Buffer.concat([Buffer.from([7]), encodeVector(row)]).subarray(1))
  expect([...decodeVectors(unaligned)]).toEqual([1, 2, -0, Number.POSITIVE_INFINITY])
  expect(decodeVectors([])).toHaveLength(0)
})

it('keeps the numbers that stand for ownership, which files hold', () => {
  expect(([false, 'title', 'lead'] as const).map(encodeOwned)).toEqual([0, 1, 2])
  expect([0, 1, 2].map(decodeOwned)).toEqual([false, 'title', 'lead'])
})
