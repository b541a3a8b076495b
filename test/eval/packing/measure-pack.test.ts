import { describe, expect, it } from 'vitest'
import type { Dataset, DatasetQuestion } from '../../../eval/input/dataset.ts'
import { goldStandard } from '../../../eval/packing/gold-evidence.ts'
import { measurePack, type PackMeasures } from '../../../eval/packing/measure-pack.ts'
import type { Packed } from '../../../eval/packing/policy.ts'

const first = 'Größe zählt. Der Hafen ist alt. Ende.'
const second = 'Ada Quill baute ihn. Sie blieb.'

const question: DatasetQuestion = {
  id: 'q',
  question: 'Wer?',
  answers: ['Ada Quill'],
  gold: ['first', 'second'],
  goldSentences: [
    { doc: 'first', start: 12, end: 31 }, // “ Der Hafen ist alt.”: five tokens after the space
    { doc: 'second', start: 0, end: 20 }, // “Ada Quill baute ihn.”: five tokens
  ],
}

const bytes = (text: string) => Buffer.byteLength(text)

function measure(packed: Partial<Packed>, changes: Partial<DatasetQuestion> = {}): PackMeasures {
  const dataset: Dataset = {
    name: 'two',
    fingerprint: '',
    documents: [
      { id: 'first', title: 'Hafen', text: first },
      { id: 'second', title: 'Bau', text: second },
      { id: 'third', title: 'Kopie', text: second },
    ],
    questions: [{ ...question, ...changes }],
  }
  const { words, evidence } = goldStandard(dataset)
  return measurePack({ text: '', spans: [], ...packed }, evidence[0]!, words)
}

const all = { doc: 'first', start: 0, end: bytes(first) }
const gold = { doc: 'first', start: bytes('Größe zählt. '), end: bytes('Größe zählt. Der Hafen ist alt.') }

describe('what a pack is worth', () => {
  it('is nothing when it is empty', () => {
    expect(measure({})).toEqual({
      evidenceRecall: 0,
      fullEvidence: 0,
      sentenceRecall: 0,
      fullSentences: 0,
      answerInPack: 0,
      tokenPrecision: 0,
      tokenRecall: 0,
      tokenIoU: 0,
    })
  })

  it('counts tokens of whole documents and of what is gold in them', () => {
    // 10 tokens packed (Größe zählt . Der Hafen ist alt . Ende .), 5 of them gold, 10 gold in all.
    expect(measure({ spans: [all] })).toMatchObject({
      evidenceRecall: 0.5,
      fullEvidence: 0,
      sentenceRecall: 0.5,
      fullSentences: 0,
      tokenPrecision: 0.5,
      tokenRecall: 0.5,
      tokenIoU: 1 / 3,
    })
  })

  it('is perfect when it is the gold sentences and no more', () => {
    const spans = [gold, { doc: 'second', start: 0, end: 20 }]
    expect(measure({ spans, text: 'Der Hafen ist alt. Ada Quill baute ihn.' })).toEqual({
      evidenceRecall: 1,
      fullEvidence: 1,
      sentenceRecall: 1,
      fullSentences: 1,
      answerInPack: 1,
      tokenPrecision: 1,
      tokenRecall: 1,
      tokenIoU: 1,
    })
  })

  it('takes a sentence in two neighbouring pieces for whole, and one with a hole for missing', () => {
    const { start, end } = gold
    const pieces = (until: number, from: number) => [
      { doc: 'first', start, end: until },
      { doc: 'first', start: from, end },
    ]
    const space = start + bytes('Der Hafen')
    expect(measure({ spans: pieces(space, space + 1) }).sentenceRecall).toBe(0.5)
    expect(measure({ spans: pieces(space, space + bytes(' ist')) }).sentenceRecall).toBe(0)
  })

  it('counts overlapping spans once', () => {
    expect(measure({ spans: [all, gold, all] }).tokenPrecision).toBe(0.5)
  })

  it('takes a copy for evidence, and counts its tokens only where it is gold', () => {
    const printed = { doc: 'third', start: 0, end: bytes(second) }
    const copy = { doc: 'second', start: 0, end: bytes(second), copy: true as const }
    expect(measure({ spans: [printed, copy] }).evidenceRecall).toBe(0.5)
    expect(measure({ spans: [all, { ...copy, doc: 'third' }] }).tokenPrecision).toBe(0.5)
  })

  it('says nothing of what the dataset does not mark', () => {
    const { answerInPack, ...rest } = measure({ spans: [all] }, { goldSentences: [] })
    expect(answerInPack).toBe(0)
    expect(rest).toEqual({
      evidenceRecall: 0.5,
      fullEvidence: 0,
      sentenceRecall: null,
      fullSentences: null,
      tokenPrecision: null,
      tokenRecall: null,
      tokenIoU: null,
    })
  })

  it('does not look for an answer that no gold document states', () => {
    expect(measure({ text: 'Fernmouth' }, { answers: ['Fernmouth'] }).answerInPack).toBeNull()
    expect(measure({ text: 'yes' }, { answers: ['yes'] }).answerInPack).toBeNull()
    expect(measure({ text: 'Hafen' }, { answers: ['hafen'] }).answerInPack).toBe(1)
  })
})
