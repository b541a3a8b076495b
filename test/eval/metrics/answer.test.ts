import { describe, expect, it } from 'vitest'
import { foldAnswer, holdsAnswer, searchableAnswers } from '../../../eval/metrics/answer.ts'

const holds = (text: string, ...answers: string[]) => holdsAnswer(foldAnswer(text), answers)

describe('an answer in a text', () => {
  it('is found whatever the case, the punctuation and the line breaks', () => {
    expect(holds('It was built by ADA  Quill,\nin “Oakport”.', 'Ada Quill')).toBe(true)
    expect(holds('It was built in Oakport (Fern County).', 'Oakport, Fern County')).toBe(true)
    expect(holds('The ﬁrst harbour', 'first harbour')).toBe(true)
  })

  it('is whole words', () => {
    expect(holds('a category of things', 'cat')).toBe(false)
    expect(holds('In 1871 it burned', '187')).toBe(false)
  })

  it('may be spelled in several ways', () => {
    expect(holds('the USA', 'United States', 'USA')).toBe(true)
  })

  it('is not put together across what an excerpt left out', () => {
    expect(holds('built by Ada […] Quill of Fernmouth', 'Ada Quill')).toBe(false)
    expect(holds('built by Ada [[…]] Quill of Fernmouth', 'Ada Quill')).toBe(false)
  })

  it('of no letter or digit is never found', () => {
    expect(holds('what? !', '!')).toBe(false)
  })
})

describe('answers to look for', () => {
  it('leave out verdicts, which stand in no document', () => {
    expect(searchableAnswers(['yes', 'No.', 'Yes, since 1902'])).toEqual(['Yes, since 1902'])
  })
})
