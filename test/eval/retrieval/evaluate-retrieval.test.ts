import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import type { EvaluationProgress } from '../../../eval/progress.ts'
import { evaluateRetrieval } from '../../../eval/retrieval/evaluate-retrieval.ts'
import type { RetrievalReport } from '../../../eval/retrieval/retrieval-report.ts'
import { type DatasetFolder, writeDataset } from '../tiny-dataset.ts'

const temporaryIndexes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('packgraph-eval-'))

describe('a retrieval run', () => {
  let folder: DatasetFolder
  let dataset: Dataset
  let report: RetrievalReport
  const heard: EvaluationProgress[] = []

  beforeAll(async () => {
    folder = writeDataset()
    dataset = await readDataset(folder.folder)
    report = await evaluateRetrieval(dataset, { onProgress: (progress) => heard.push(progress) })
  })
  afterAll(() => folder.remove())

  it('scores each system with each metric', () => {
    expect(Object.keys(report.systems)).toEqual([
      'random',
      'bm25',
      'dense',
      'hybrid',
      'packgraph',
      'packgraph-no-graph',
      'packgraph-no-dense',
    ])
    for (const scores of Object.values(report.systems)) {
      expect(Object.keys(scores)).toEqual(['R@5', 'R@10', 'full@5', 'full@8', 'full@10', 'mrr@10', 'ndcg@10'])
      for (const score of Object.values(scores)) expect(score >= 0 && score <= 1).toBe(true)
    }
  })

  it('finds a gold document behind the copy that the index keeps', () => {
    const ranks = report.perQuestion.find(({ id }) => id === 'q3')!.ranks.bm25!
    expect(ranks[0]).toBeLessThanOrEqual(2)
  })

  it('groups the questions by type, and the groups make up the whole', () => {
    expect(Object.entries(report.byType).map(([type, { questions }]) => [type, questions])).toEqual([
      ['bridge', 1],
      ['single-hop', 2],
    ])
    const { bridge, 'single-hop': single } = report.byType
    const whole = (bridge!.systems.bm25!['R@5'] + 2 * single!.systems.bm25!['R@5']) / 3
    expect(report.systems.bm25!['R@5']).toBeCloseTo(whole, 12)
  })

  it('ranks gold sentences by units, for the systems that rank units and the questions that have them', () => {
    const { questions, systems, differences } = report.sentences!
    expect(questions).toBe(2)
    expect(Object.keys(systems)).toEqual(Object.keys(report.systems).filter((name) => name !== 'random'))
    expect(Object.keys(differences)).toEqual(Object.keys(systems).filter((name) => name !== 'packgraph'))
    expect(systems.bm25!['R@10']).toBe(1)
    expect(report.perQuestion.map(({ sentenceRanks }) => sentenceRanks?.bm25?.length)).toEqual([2, 1, undefined])
  })

  it('says nothing of gold sentences where the dataset has none', async () => {
    const questions = dataset.questions.map((question) => ({ ...question, goldSentences: [] }))
    const { sentences, perQuestion } = await evaluateRetrieval({ ...dataset, questions })
    expect([sentences, perQuestion[0]!.sentenceRanks]).toEqual([undefined, undefined])
  })

  it('gives curves that never fall and agree with the scores', () => {
    for (const [name, curve] of Object.entries(report.recallCurves)) {
      expect(curve).toHaveLength(20)
      expect(curve).toEqual([...curve].sort((a, b) => a - b))
      expect(curve[4]).toBeCloseTo(report.systems[name]!['R@5'], 12)
    }
  })

  it('takes packgraph apart from every other system, question by question', () => {
    expect(Object.keys(report.differences)).not.toContain('packgraph')
    for (const [name, intervals] of Object.entries(report.differences)) {
      const difference = report.systems.packgraph!['ndcg@10'] - report.systems[name]!['ndcg@10']
      expect(intervals['ndcg@10'].mean).toBeCloseTo(difference, 12)
    }
  })

  it('gives the same figures every time', async () => {
    const { timings: _, ...again } = await evaluateRetrieval(dataset)
    const { timings: __, ...first } = report
    expect(again).toEqual(first)
  })

  it('tells how far it is, to the end of every step', () => {
    const ended = heard.filter(({ done, total }) => done === total).map(({ step }) => step)
    expect([...new Set(ended)]).toEqual(['indexing', ...Object.keys(report.systems)])
  })

  it('leaves no temporary index behind, whether it ends or is ended', async () => {
    const before = temporaryIndexes()
    const controller = new AbortController()
    const stopAtBm25 = ({ step }: EvaluationProgress) => {
      if (step === 'bm25') controller.abort()
    }
    const run = evaluateRetrieval(dataset, { signal: controller.signal, onProgress: stopAtBm25 })
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(temporaryIndexes().filter((name) => !before.includes(name))).toEqual([])
  })
})
