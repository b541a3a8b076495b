import { describe, expect, it } from 'vitest'
import { tokenizerFromObject } from '../../src/engine/tokenizer-objects.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { codeOf } from './support/engine.ts'

const counting = (count: unknown): Tokenizer =>
  tokenizerFromObject({ identity: 'mine@1', exactness: 'exact', count: () => count })

describe('a tokenizer that a program hands over', () => {
  it('counts as before, at once or later, as a method of its object', async () => {
    class Letters {
      readonly identity = 'letters@1'
      readonly exactness = 'exact'
      readonly perToken = 2
      count(text: string): number {
        return text.length / this.perToken
      }
    }
    expect(tokenizerFromObject(new Letters()).count('four', {})).toBe(2)
    expect(counting(7).count('x', {})).toBe(7)
    expect(await counting(Promise.resolve(7)).count('x', {})).toBe(7)
  })

  it('is refused without identity, exactness or count', () => {
    for (const fault of [{ identity: '' }, { exactness: 'sure' }, { count: 7 }]) {
      const value = { identity: 'mine@1', exactness: 'exact', count: () => 1, ...fault }
      expect(() => tokenizerFromObject(value)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
    }
  })

  it('proves nothing with what is no count', async () => {
    for (const value of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '7', undefined, null, 7n]) {
      expect(() => counting(value).count('x', {})).toThrow(expect.objectContaining({ code: 'TOKENIZER_FAILED' }))
      const later = async (): Promise<unknown> => counting(Promise.resolve(value)).count('x', {})
      expect(await codeOf(later())).toBe('TOKENIZER_FAILED')
    }
  })
})
