import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedPrefix } from '../../src/pack/shared-prefix.ts'

describe('the shared prefix of two texts', () => {
  it('is the longest, in whole characters', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u{1F600}', '\u{1F601}') })
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [ours, theirs] = [[...left], [...right]]
        let length = 0
        while (length < Math.min(ours.length, theirs.length) && ours[length] === theirs[length]) length++
        expect(sharedPrefix(left, right)).toBe(ours.slice(0, length).join(''))
      }),
    )
  })
})
