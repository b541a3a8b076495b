import { beforeAll, describe, expect, it } from 'vitest'
import { evaluateExtraction } from '../../../eval/extraction/evaluate-extraction.ts'
import type { ExtractionReport } from '../../../eval/extraction/extraction-report.ts'
import { measureExtract } from '../../../eval/extraction/measure-extract.ts'
import { questionTexts } from '../../../eval/extraction/question-text.ts'
import { sentenceBm25 } from '../../../eval/extraction/sentence-bm25.ts'
import { textRank } from '../../../eval/extraction/text-rank.ts'
import type { Dataset, DatasetQuestion } from '../../../eval/input/dataset.ts'
import { extractionMarkdown } from '../../../eval/reports/extraction-markdown.ts'
import { reportPage } from '../../../eval/reports/html/page.ts'

const FIRST =
  'The port of Oakport was dug in 1871. It was paid for by Ada Quill. Most ships came from the south of the sea.'
const SECOND = 'Gull Rock has a light. Its keeper kept bees. The bees of the keeper were as calm as the keeper himself.'
const OTHER = 'Rye bread needs a long rest. Salt slows the dough down.'

const document = (id: string, title: string, text: string) => ({ id, title, text })
const question = (id: string, own: Partial<DatasetQuestion>): DatasetQuestion => ({
  id,
  question: 'Who kept bees?',
  answers: ['keeper'],
  gold: ['b'],
  goldSentences: [{ doc: 'b', start: 23, end: 44 }],
  ...own,
})

const dataset: Dataset = {
  name: 'small',
  documents: [document('a', 'Oakport', FIRST), document('b', 'Oakport', SECOND), document('c', 'Bread', OTHER)],
  questions: [
    question('q1', {}),
    question('q2', {
      question: 'What slows dough down?',
      answers: ['salt'],
      gold: ['c'],
      goldSentences: [],
      candidates: ['c', 'a'],
    }),
  ],
  fingerprint: '0'.repeat(64),
}

describe('The text of a question', () => {
  const [first, second] = questionTexts(dataset)

  it('is made of all documents with the title of a gold document, and one paragraph of each', () => {
    expect(first!.text).toBe(`${FIRST}\n\n${SECOND}`)
    expect(first!.paragraphs.map(({ start, end }) => first!.text.slice(start, end))).toEqual([FIRST, SECOND])
    expect(first!.goldTexts).toEqual(['Its keeper kept bees.'])
  })

  it('is made of the candidates where the question has any, in their order', () => {
    expect(second!.text).toBe(`${OTHER}\n\n${FIRST}`)
  })

  it('is measured by what is left of it, and never across a gap', () => {
    const measure = (pieces: readonly string[]) => measureExtract(first!, { pieces, share: 0.5, over: false })
    expect(measure([first!.text])).toEqual({ answer: 1, goldSentences: 1, names: 1, numbers: 1, kept: 0.5 })
    expect(measure(['Ada Quill dug', 'in 1871. Its'])).toMatchObject({ answer: 0, goldSentences: 0, numbers: 1 })
    expect(measure(['Its keeper', 'kept bees.'])).toMatchObject({ answer: 1, goldSentences: 0 })
  })
})

describe('The controls', () => {
  it('rank by words of the question, rare ones above common ones', () => {
    const [rare, common, none] = sentenceBm25(['a bee sat', 'a hive sat', 'rain fell'], 'a bee')
    expect(rare).toBeGreaterThan(common!)
    expect(none).toBe(0)
  })

  it('rank by what sentences share with others', () => {
    const ranks = textRank(['bees make honey slowly', 'honey is made by bees', 'bees like clover honey', 'rain fell'])
    expect(Math.min(...ranks)).toBe(ranks[3])
  })
})

describe('Evaluating extraction', () => {
  let report: ExtractionReport
  beforeAll(async () => {
    report = await evaluateExtraction(dataset, { keepPercents: [60, 30] })
  })

  it('scores each arm at each share, none over its budget', () => {
    expect(Object.keys(report.keeps)).toEqual(['30', '60'])
    expect(report).toMatchObject({
      kind: 'extraction',
      questions: 2,
      questionsWithAnswer: 2,
      questionsWithSentences: 1,
    })
    const arms = report.keeps['60']!
    expect(Object.keys(arms)).toEqual([
      'question',
      'bm25',
      'no-question',
      'first-sentences',
      'textrank',
      'lead',
      'random',
      'compress-question',
      'compress-no-question',
    ])
    for (const [name, { over, kept }] of Object.entries(arms)) {
      if (name.startsWith('compress')) continue
      expect({ name, over }).toEqual({ name, over: 0 })
      expect(kept).toBeLessThanOrEqual(0.6)
    }
    expect(arms.question!.measures.answer).toMatchObject({ mean: 1 })
    expect(arms.question!.measures.goldSentences).toMatchObject({ mean: 1 })
  })

  it('sets each arm against the sentences that know as much', () => {
    expect(Object.keys(report.differences['30']!)).toEqual([
      'bm25',
      'first-sentences',
      'textrank',
      'lead',
      'random',
      'compress-question',
      'compress-no-question',
    ])
  })

  it('gives the same report again', async () => {
    expect(await evaluateExtraction(dataset, { keepPercents: [30, 60] })).toEqual(report)
  })

  it('is shown as Markdown and in the page', () => {
    expect(extractionMarkdown(report)).toMatch(/## 30 % kept\n\n\| arm +\| question \|/)
    const page = reportPage({ extraction: report })
    expect(page).toContain('<h2>Extraction</h2>')
    expect(page).toContain('60 % kept')
  })

  it.each([[[]], [[0]], [[100]], [[30.5]]])('refuses to keep %j per cent', async (keepPercents) => {
    await expect(evaluateExtraction(dataset, { keepPercents })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})
