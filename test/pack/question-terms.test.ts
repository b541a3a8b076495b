import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../../src/domain/text/terms.ts'
import { QuestionTerms } from '../../src/pack/question-terms.ts'

const WORDS = ['river', 'rivers', 'the', 'getUserName', 'user', 'naming', 'names', 'Zürich', '東京都', '1969']

describe('QuestionTerms', () => {
  it('finds what the terms of a text have in common with the question, however many texts came before', () => {
    const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (question, texts) => {
        const weights = new Map(termsOf(question).map((term, index) => [term, index + 1]))
        const terms = new QuestionTerms(weights)
        for (const each of texts) {
          const expected = new Map(
            termsOf(each).flatMap((term) => (weights.has(term) ? [[term, weights.get(term)]] : [])),
          )
          expect(Array.from(terms.in(each))).toEqual(Array.from(expected))
        }
      }),
    )
  })
})
