import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Candidate } from '../../src/domain/candidate.ts'
import { cutUnit } from '../../src/pack/excerpt.ts'
import { excerptBody } from '../../src/pack/excerpt-body.ts'
import type { Body } from '../../src/pack/placement.ts'
import { QuestionTerms } from '../../src/pack/question-terms.ts'
import { restoreExcerpt } from '../../src/pack/restore-excerpt.ts'
import { rankedLibrary } from './support/arbitrary.ts'
import { libraryOf } from './support/candidates.ts'

const MARK = { depth: 3 }
const NO_TERMS = new QuestionTerms(new Map())
const MOST_CHOICES = 8

/** Every excerpt that there is of a unit: one for each choice of pieces that leaves something out. */
function excerptsOf(candidate: Candidate): readonly Body[] {
  const unit = cutUnit({ rank: 1, candidate }, NO_TERMS)
  if (!unit) return []
  const bodies: Body[] = []
  for (let bits = 1; bits < 2 ** unit.choices.length; bits++) {
    const body = excerptBody(
      unit,
      unit.choices.filter((_, position) => (bits >> position) & 1),
      MARK,
    )
    if (body.excerpt) bodies.push(body)
  }
  return bodies
}

const number = fc.oneof({ weight: 20, arbitrary: fc.nat(9) }, { weight: 1, arbitrary: fc.maxSafeNat() })
const ranges = fc.array(fc.record({ start: number, end: number }), { maxLength: 4 })

it('makes every excerpt again from its pieces, and nothing that is none', () => {
  let taken = 0
  fc.assert(
    fc.property(rankedLibrary, fc.array(ranges, { minLength: 20, maxLength: 20 }), ({ ranked }, guesses) => {
      for (const candidate of ranked) {
        if ((cutUnit({ rank: 1, candidate }, NO_TERMS)?.choices.length ?? 0) > MOST_CHOICES) continue
        const excerpts = new Map(excerptsOf(candidate).map((body) => [JSON.stringify(body.pieces), body]))
        for (const body of excerpts.values()) expect(restoreExcerpt(candidate, body.pieces, MARK)).toEqual(body)
        for (const guess of guesses) {
          const restored = restoreExcerpt(candidate, guess, MARK)
          expect(restored).toEqual(excerpts.get(JSON.stringify(guess)))
          if (restored) taken++
        }
      }
    }),
    { numRuns: 100 },
  )
  expect(taken).toBeGreaterThan(0)
})

it.each([
  ['half of what it is made of', [{ start: 0, end: 0.5 }]],
  ['no piece', []],
  ['all pieces', [{ start: 0, end: 4 }]],
  ['the header alone', [{ start: 0, end: 2 }]],
  ['rows without their header', [{ start: 2, end: 3 }]],
  ['ranges that touch', [0, 1, 2].map((start) => ({ start, end: start + 1 }))],
  ['a piece twice', [0, 0].map((start) => ({ start, end: 3 }))],
  ['what is behind the last piece', [{ start: 0, end: 9 }]],
])('makes no excerpt of a table of %s', (_, pieces) => {
  const text = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |'
  const [candidate] = libraryOf([{ uri: 'a.md', units: [{ kind: 'table', text }] }]).candidates
  expect(restoreExcerpt(candidate!, [{ start: 0, end: 3 }], MARK)?.text).toBe(`${text.slice(0, -10)}\n[[[…]]]`)
  expect(restoreExcerpt(candidate!, pieces, MARK)).toBeUndefined()
})
