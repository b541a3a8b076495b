import { describe, expect, it } from 'vitest'
import { missingFact, requiredFacts } from '../../../src/compress/prose/required-facts.ts'

describe('What a summary may not drop', () => {
  it('are code spans, numbers and the words of the query that the passage has', () => {
    const passage =
      'Since 2024-05-01, `max_size` is 1,024 bytes (3.5 % of `a 7`), twice 1,024. Readers of sha256 sums read v2.'
    expect(requiredFacts(passage, 'Who reads the sums, and why on Mars?')).toEqual({
      codeSpans: ['`max_size`', '`a 7`'],
      numbers: ['2024-05-01', '1,024', '3.5'],
      keywords: ['sums', 'read'],
      literals: [],
    })
  })

  it('are what a caller asks for, letter for letter and not as a part of a longer word', () => {
    const facts = requiredFacts('It failed with E4021 on v1.2.3.', '', ['E4021', 'v1.2.3'])
    expect(missingFact(facts, 'v1.2.3 gave E4021.')).toBeUndefined()
    expect(missingFact(facts, 'v1.2.3 gave E40210.')).toBe('E4021')
    expect(missingFact(facts, 'v1.2.34 gave E4021.')).toBe('v1.2.3')
  })

  it('are no ordinals of lists, and nothing of an empty passage', () => {
    expect(requiredFacts('1. Open it.\n2. Wait 30 seconds.').numbers).toEqual(['30'])
    expect(requiredFacts('', 'anything')).toEqual({ codeSpans: [], numbers: [], keywords: [], literals: [] })
  })

  it('are looked for whole: no number is found within another', () => {
    const facts = requiredFacts('It weighs 18 kg.')
    expect(missingFact(facts, 'It weighs 180 kg.')).toBe('18')
    expect(missingFact(facts, 'It weighs 18.5 kg.')).toBe('18')
    expect(missingFact(facts, '18kg')).toBeUndefined()
  })

  it('are found in linear time in text made to be slow', () => {
    const hostile = [
      '`'.repeat(200_000),
      '1.'.repeat(100_000),
      '` '.repeat(100_000),
      ' '.repeat(200_000),
      '9'.repeat(200_000),
    ]
    const startMs = performance.now()
    for (const text of hostile) requiredFacts(text, 'a query')
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })
})
