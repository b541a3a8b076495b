import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { evaluateM6 } from '../../../eval/m6/evaluate-m6.ts'
import type { M6Report, M6Scores } from '../../../eval/m6/m6-report.ts'
import { reportPage } from '../../../eval/reports/html/page.ts'
import { m6Markdown } from '../../../eval/reports/m6-markdown.ts'
import { writeReports } from '../../../eval/reports/write-reports.ts'
import { LLAMA2_FOLDER } from '../../adapters/tokenizers/support/hf-folders.ts'
import { type DatasetFolder, writeDataset } from '../tiny-dataset.ts'

const estimates = ['heuristic@1', 'chars/4', 'noise-10', 'noise-30', 'noise-60', 'constant']
const scoreNames = [
  'fullEvidence',
  'evidenceRecall',
  'answerInPack',
  'sentenceRecall',
  'budgetUsed',
  'slackTokens',
  'overflowBefore',
  'overflowBeforeTokens',
  'unitsTrimmed',
  'unitsFilled',
  'unitsExcerpted',
  'jaccard',
  'sameText',
  'overflow',
  'overflowTokens',
  'recounted',
  'miscounted',
]

describe('an M6 run', () => {
  let folder: DatasetFolder
  let dataset: Dataset
  let report: M6Report

  beforeAll(async () => {
    folder = writeDataset()
    dataset = await readDataset(folder.folder)
    report = await evaluateM6(dataset, { budgets: [50, 22] })
  })
  afterAll(() => folder.remove())

  const cells = (mode: 'record' | 'fill'): readonly M6Scores[] =>
    Object.values(report.generations).flatMap(({ budgets }) =>
      Object.values(budgets).flatMap((modes) => Object.values(modes[mode])),
    )

  it('has the pinned shape', () => {
    expect(Object.keys(report)).toEqual([
      'kind',
      'dataset',
      'fingerprint',
      'documents',
      'units',
      'questions',
      'questionsWithAnswer',
      'generations',
      'timings',
    ])
    expect(report).toMatchObject({ kind: 'm6', dataset: 'tiny', documents: 7, questions: 3, questionsWithAnswer: 2 })
    expect(Object.keys(report.generations)).toEqual(['o200k', 'cl100k'])
    const { tokenizer, level, exactArm, weightErrors, budgets, differences } = report.generations.cl100k!
    expect({ tokenizer, level, exactArm }).toEqual({
      tokenizer: 'tiktoken:cl100k_base',
      level: 'exact',
      exactArm: 'cl100k',
    })
    expect(Object.keys(weightErrors)).toEqual(['cl100k', 'o200k', ...estimates])
    expect(Object.keys(weightErrors['chars/4']!)).toEqual([
      'units',
      'meanAbsolute',
      'bias',
      'p95Absolute',
      'underByTenPercent',
      'sumOf30',
      'histogram',
      'byClass',
    ])
    expect(Object.keys(budgets)).toEqual(['22', '50'])
    for (const modes of Object.values(budgets)) {
      expect(Object.keys(modes)).toEqual(['record', 'fill'])
      for (const arms of [modes.record, modes.fill]) {
        expect(Object.keys(arms)).toEqual(['cl100k', 'o200k', ...estimates])
        for (const scores of Object.values(arms)) expect(Object.keys(scores)).toEqual(scoreNames)
      }
    }
    expect(Object.keys(differences['22']!.record)).toEqual(['o200k', ...estimates])
    expect(Object.keys(differences['22']!.record.constant!)).toEqual([
      'fullEvidence',
      'evidenceRecall',
      'answerInPack',
      'sentenceRecall',
      'budgetUsed',
    ])
    expect(report.timings.packs.o200k!['50']!.fill['chars/4']).toEqual({
      selectMs: expect.any(Number),
      verifyMs: expect.any(Number),
    })
  })

  it('counts every text again and finds none over its budget', () => {
    for (const { overflow, overflowTokens, recounted, miscounted } of [...cells('record'), ...cells('fill')]) {
      expect({ overflow, overflowTokens, recounted, miscounted }).toEqual({
        overflow: 0,
        overflowTokens: 0,
        recounted: 3,
        miscounted: 0,
      })
    }
  })

  it('packs the same bytes on all weights with fill, and not without', () => {
    for (const { sameText, jaccard } of cells('fill'))
      expect({ sameText, jaccard }).toEqual({ sameText: 1, jaccard: 1 })
    expect(cells('record').some(({ sameText, jaccard }) => sameText < 1 && jaccard < 1)).toBe(true)
  })

  it('sees a selection that does not fit, trims it, and says by how much it was over', () => {
    for (const { overflowBefore, overflowBeforeTokens, unitsTrimmed } of cells('record')) {
      expect(overflowBefore! > 0).toBe(unitsTrimmed > 0)
      expect(overflowBeforeTokens! > 0).toBe(unitsTrimmed > 0)
    }
    expect(cells('record').some(({ overflowBefore }) => overflowBefore! > 0)).toBe(true)
    for (const { overflowBefore, overflowBeforeTokens } of cells('fill')) {
      expect([overflowBefore, overflowBeforeTokens]).toEqual([null, null])
    }
  })

  it('finds no error in the exact weights, and what was put in in the noisy ones', () => {
    const { weightErrors } = report.generations.o200k!
    expect(weightErrors.o200k).toMatchObject({ units: report.units, meanAbsolute: 0, bias: 0, p95Absolute: 0 })
    // All in the bin around 0, the eleventh of 21.
    expect(weightErrors.o200k!.histogram).toEqual(
      Array.from({ length: 21 }, (_, bin) => (bin === 10 ? report.units : 0)),
    )
    expect(weightErrors.o200k!.sumOf30).toBe(0)
    expect(weightErrors.constant!.sumOf30).toBeGreaterThan(0)
    expect(weightErrors['noise-10']!.p95Absolute).toBeLessThan(0.15)
    expect(weightErrors['noise-60']!.meanAbsolute).toBeGreaterThan(weightErrors['noise-10']!.meanAbsolute)
    const { prose } = weightErrors['chars/4']!.byClass
    expect(prose!.units).toBe(report.units)
  })

  it('gives the same figures every time', async () => {
    const { timings: _, ...again } = await evaluateM6(dataset, { budgets: [22, 50] })
    const { timings: __, ...first } = report
    expect(again).toEqual(first)
  })

  it('takes a second family as an arm and as a generation tokenizer', async () => {
    const { generations } = await evaluateM6(dataset, { budgets: [50], secondTokenizer: `hf:${LLAMA2_FOLDER}` })
    expect(Object.keys(generations)).toEqual(['o200k', 'cl100k', 'second'])
    expect(Object.keys(generations.o200k!.weightErrors)).toEqual(['o200k', 'cl100k', 'second', ...estimates])
    expect(generations.second!.exactArm).toBe('second')
    expect(Object.values(generations.second!.budgets['50']!.fill).map(({ sameText }) => sameText)).toEqual(
      Array.from({ length: 9 }, () => 1),
    )
  })

  it('refuses budgets and tokenizers that are none', async () => {
    await expect(evaluateM6(dataset, { budgets: [0] })).rejects.toMatchObject({ code: 'BUDGET' })
    const unknown = evaluateM6(dataset, { budgets: [50], secondTokenizer: 'tiktoken:o300k' })
    await expect(unknown).rejects.toMatchObject({ code: 'UNKNOWN_TOKENIZER' })
  })

  it('is written as JSON, Markdown and a section of the page, with no number that is none', async () => {
    const out = mkdtempSync(join(tmpdir(), 'packgraph-m6-'))
    try {
      const paths = await writeReports(out, report)
      expect(paths.map((path) => [dirname(path), path.slice(out.length + 1)])).toEqual(
        ['m6.json', 'm6.md', 'report.html'].map((name) => [out, name]),
      )
      expect(JSON.parse(readFileSync(join(out, 'm6.json'), 'utf8'))).toEqual({ format: 2, ...report })
      const [markdown, page] = [m6Markdown(report), readFileSync(join(out, 'report.html'), 'utf8')]
      expect(readFileSync(join(out, 'm6.md'), 'utf8')).toBe(markdown)
      expect(page).toBe(reportPage({ m6: report }))
      expect(page).toContain('<h2>Weights of selection (M6)</h2>')
      // Three measures in two modes for two generation tokenizers, of which nine show nothing; and histograms of all units and of prose.
      expect(page.match(/<svg /g)).toHaveLength(3 + 2)
      expect(page.match(/No difference at any budget/g)).toHaveLength(9)
      expect(markdown).toMatch(/\| class +\| units +\| +o200k \|/)
      for (const text of [markdown, page]) expect(text).not.toMatch(/\b(?:NaN|Infinity|undefined|null)\b/)
      expect(markdown).toContain('Over budget after verification: 0 of 192 packs, each counted again')
    } finally {
      rmSync(out, { recursive: true, force: true })
    }
  })
})
