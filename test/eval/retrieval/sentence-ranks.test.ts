import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { goldStandard } from '../../../eval/packing/gold-evidence.ts'
import { sentenceScores } from '../../../eval/retrieval/sentence-metrics.ts'
import { type SentenceRank, sentenceRanks, type UnitSpans } from '../../../eval/retrieval/sentence-ranks.ts'

const text = 'Größe zählt. Der Hafen ist alt. Ada Quill baute ihn. Ende.'
const bytes = (before: string) => Buffer.byteLength(text.slice(0, text.indexOf(before)))
const unit = (from: string, to?: string, doc = 'long'): UnitSpans => [
  { doc, start: bytes(from), end: to === undefined ? Buffer.byteLength(text) : bytes(to) },
]

function ranks(units: readonly UnitSpans[]): readonly SentenceRank[] {
  const sentence = (words: string) => ({
    doc: 'long',
    start: text.indexOf(words),
    end: text.indexOf(words) + words.length,
  })
  const dataset: Dataset = {
    name: 'one',
    fingerprint: '',
    documents: [{ id: 'long', title: '', text }],
    questions: [
      {
        id: 'q',
        question: 'Wer?',
        answers: [],
        gold: ['long'],
        goldSentences: [sentence('Der Hafen ist alt.'), sentence('Ada Quill baute ihn.')],
      },
    ],
  }
  const { evidence, words } = goldStandard(dataset)
  return sentenceRanks(units, evidence[0]!, words)
}

describe('the rank of a gold sentence', () => {
  it('is that of the unit that holds it, and nothing where none does', () => {
    expect(ranks([unit('Ende'), unit('Der', 'Ada')])).toEqual([2, null])
    expect(ranks([])).toEqual([null, null])
  })

  it('is that of the last unit needed where several share it', () => {
    expect(ranks([unit('Hafen', 'Ada'), unit('Ende'), unit('Größe', 'Hafen'), unit('Ada')])).toEqual([3, 4])
  })

  it('does not ask for the white space around a unit', () => {
    const cut = bytes('ist alt')
    const left = [{ doc: 'long', start: 0, end: cut - 1 }]
    expect(ranks([left, [{ doc: 'long', start: cut, end: bytes('Ada') - 1 }]])).toEqual([2, null])
  })

  it('counts the place of a copy, and no other document', () => {
    const elsewhere = unit('Größe', undefined, 'other')
    expect(ranks([elsewhere])).toEqual([null, null])
    expect(ranks([[...elsewhere, ...unit('Größe')]])).toEqual([1, 1])
  })
})

describe('the scores of gold sentences', () => {
  it('by hand: ranks 2, 7 and none', () => {
    expect(sentenceScores([7, 2, null])).toEqual({
      'R@5': 1 / 3,
      'R@10': 2 / 3,
      'full@5': 0,
      'full@8': 0,
      'full@10': 0,
      'mrr@10': 1 / 2,
    })
    expect(sentenceScores([7, 2])).toMatchObject({ 'full@5': 0, 'full@8': 1, 'full@10': 1 })
  })

  it('never fall when a sentence is found earlier', () => {
    const rank = fc.option(fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(rank, fc.array(rank, { maxLength: 4 }), (first, others) => {
        const earlier = first === null ? 12 : Math.max(1, first - 1)
        const [before, after] = [sentenceScores([first, ...others]), sentenceScores([earlier, ...others])]
        for (const [name, score] of Object.entries(before)) {
          expect(after[name as keyof typeof after]).toBeGreaterThanOrEqual(score)
        }
      }),
    )
  })
})
