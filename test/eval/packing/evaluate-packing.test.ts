import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { evaluatePacking } from '../../../eval/packing/evaluate-packing.ts'
import type { PackReport } from '../../../eval/packing/pack-report.ts'
import { type DatasetFolder, writeDataset } from '../tiny-dataset.ts'

const everywhere = [
  ...['default', 'skip', 'record', 'density', 'coverage', 'min-relevance', 'chain', 'set-wise'],
  ...['bm25', 'dense', 'hybrid', 'random', 'chunks-200'],
]
const budgets = [400, 40, 80, 40]

describe('a packing run', () => {
  let folder: DatasetFolder
  let dataset: Dataset
  let report: PackReport

  beforeAll(async () => {
    folder = writeDataset()
    dataset = await readDataset(folder.folder)
    report = await evaluatePacking(dataset, { budgets })
  })
  afterAll(() => folder.remove())

  it('scores every policy at every budget, the whole corpus where it fits', () => {
    expect(Object.entries(report.budgets).map(([budget, policies]) => [budget, Object.keys(policies)])).toEqual([
      ['40', everywhere],
      ['80', everywhere],
      ['400', [...everywhere.slice(0, -1), 'whole-corpus', 'chunks-200']],
    ])
  })

  it('counts every text again and finds none over its budget', () => {
    for (const policies of Object.values(report.budgets)) {
      for (const { overflow, overflowTokens, recounted, miscounted, budgetUsed } of Object.values(policies)) {
        expect({ overflow, overflowTokens, recounted, miscounted }).toEqual({
          overflow: 0,
          overflowTokens: 0,
          recounted: 3,
          miscounted: 0,
        })
        expect(budgetUsed).toBeLessThanOrEqual(1)
      }
    }
  })

  it('finds everything in the whole corpus', () => {
    expect(report.budgets['400']!['whole-corpus']).toMatchObject({
      evidenceRecall: 1,
      fullEvidence: 1,
      answerInPack: 1,
      sentenceRecall: 1,
      tokenRecall: 1,
    })
  })

  it('says how many questions have what is looked for', () => {
    // The answer “no” cannot be looked for, and its question marks no sentences.
    expect([report.questions, report.questionsWithAnswer, report.questionsWithSentences]).toEqual([3, 2, 2])
  })

  it('never packs less evidence into more tokens here', () => {
    const recall = Object.values(report.budgets).map((policies) => policies.default!.evidenceRecall)
    expect(recall).toEqual([...recall].sort((a, b) => a - b))
    expect(recall.at(-1)).toBe(1)
  })

  it('takes the default apart from the other policies', () => {
    const { default: own, record } = report.budgets['40']!
    const interval = report.differences['40']!.record!.evidenceRecall!
    expect(interval.mean).toBeCloseTo(own!.evidenceRecall - record!.evidenceRecall, 12)
  })

  it('gives the same figures every time', async () => {
    const { timings: _, ...again } = await evaluatePacking(dataset, { budgets })
    const { timings: __, ...first } = report
    expect(again).toEqual(first)
  })

  it('counts as the model that is named', async () => {
    const { tokenizer, level } = await evaluatePacking(dataset, { budgets: [60], model: 'gpt-4' })
    expect([tokenizer, level]).toEqual(['tiktoken:cl100k_base', 'exact'])
  })

  it('refuses budgets that are none', async () => {
    for (const wrong of [[], [0], [1.5], [Number.NaN]]) {
      await expect(evaluatePacking(dataset, { budgets: wrong })).rejects.toMatchObject({ code: 'BUDGET' })
    }
  })
})
