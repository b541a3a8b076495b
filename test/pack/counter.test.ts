import { describe, expect, it } from 'vitest'
import { createCounter } from '../../src/pack/counter.ts'
import { libraryOf, rankingOf } from './support/candidates.ts'
import { pack } from './support/pack.ts'
import { recording, wordTokenizer } from './support/tokenizers.ts'

const NO_COUNTS: readonly (readonly [shown: string, value: unknown])[] = [
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-1', -1],
  ['2.5', 2.5],
  ['9007199254740992', 2 ** 53],
  ['undefined', undefined],
  ['null', null],
  ['"7"', '7'],
  ['7n', 7n],
]

describe('the counter', () => {
  it('asks for each text once', async () => {
    const { tokenizer, texts } = recording(wordTokenizer)
    const counter = createCounter(tokenizer, undefined)
    expect([await counter.count('one two'), await counter.count('one two'), await counter.count('')]).toEqual([2, 2, 0])
    expect(texts).toEqual(['one two'])
  })

  it.each(NO_COUNTS)('refuses %s for a count, from here and from afar', async (shown, value) => {
    for (const answer of [value, Promise.resolve(value)]) {
      const count = () => answer as number
      const counting = createCounter({ ...wordTokenizer, identity: 'own@1', count }, undefined).count('text')
      await expect(counting).rejects.toMatchObject({
        code: 'TOKENIZER_FAILED',
        message: `the tokenizer own@1 must count whole tokens from 0; it counted ${shown.replace('7n', '7')}`,
        facts: { tokenizer: 'own@1', counted: value },
      })
    }
  })

  it('lets no pack be proven over a count that is none', async () => {
    const { candidates } = libraryOf([{ uri: 'a.md', units: ['The mill stood.'] }])
    const tokenizer = { ...wordTokenizer, count: () => Number.NaN }
    const packing = pack(rankingOf('mill', candidates), { budgetTokens: 100, tokenizer })
    await expect(packing).rejects.toMatchObject({ code: 'TOKENIZER_FAILED' })
  })
})
