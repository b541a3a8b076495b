import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { evaluatePacking } from '../../../eval/packing/evaluate-packing.ts'
import type { PackReport } from '../../../eval/packing/pack-report.ts'
import { reportPage } from '../../../eval/reports/html/page.ts'
import { packMarkdown, retrievalMarkdown } from '../../../eval/reports/markdown.ts'
import { writeReports } from '../../../eval/reports/write-reports.ts'
import { evaluateRetrieval } from '../../../eval/retrieval/evaluate-retrieval.ts'
import type { RetrievalReport } from '../../../eval/retrieval/retrieval-report.ts'
import { type DatasetFolder, lines, tinyQueries, writeDataset } from '../tiny-dataset.ts'

const hostile = '<img src=x onerror=alert(1)> & "quotes" ](https://example.org) | cell'

describe('the reports', () => {
  let folder: DatasetFolder
  let out: string
  let retrieval: RetrievalReport
  let pack: PackReport

  beforeAll(async () => {
    const question = { id: 'q4', question: `Who was Ada Quill? ${hostile}`, gold: ['quill'], type: hostile }
    folder = writeDataset(undefined, lines([...tinyQueries, question]))
    const dataset: Dataset = await readDataset(folder.folder)
    retrieval = await evaluateRetrieval(dataset)
    pack = await evaluatePacking(dataset, { budgets: [40, 400] })
    out = mkdtempSync(join(tmpdir(), 'packgraph-results-'))
  })
  afterAll(() => {
    folder.remove()
    rmSync(out, { recursive: true, force: true })
  })

  it('are one page that asks nothing of the network and runs nothing', () => {
    const page = reportPage({ retrieval, pack })
    expect(page).not.toMatch(/(?:src|href|xlink:href|@import|url\()\s*=?\s*["']?https?:/i)
    expect(page).not.toMatch(/<(?:script|link|iframe|img|object|embed)\b/i)
    expect(page.match(/<svg /g)!.length).toBeGreaterThan(8)
    expect(page).toContain('prefers-color-scheme: dark')
  })

  it('hold no number that is none', () => {
    for (const text of [reportPage({ retrieval, pack }), retrievalMarkdown(retrieval), packMarkdown(pack)]) {
      expect(text).not.toMatch(/\b(?:NaN|Infinity|undefined)\b/)
    }
  })

  it('show the text of the dataset as text', () => {
    const page = reportPage({ retrieval, pack })
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot;')
    expect(page).not.toContain('<img')
  })

  it('balance their tags', () => {
    const open: string[] = []
    for (const [, closing, name, rest] of reportPage({ retrieval, pack }).matchAll(/<(\/?)([a-z0-9]+)([^<>]*)>/g)) {
      if (closing) expect(open.pop()).toBe(name)
      else if (!rest!.endsWith('/') && name !== 'meta') open.push(name!)
    }
    expect(open).toEqual([])
  })

  it('draw a dataset of one question at one budget', () => {
    const one = { ...retrieval, perQuestion: retrieval.perQuestion.slice(0, 1), byType: {} }
    expect(reportPage({ retrieval: one, pack: { ...pack, budgets: { '40': pack.budgets['40']! } } })).not.toContain(
      'NaN',
    )
  })

  it('are written as JSON, Markdown and a page that shows both kinds of result', async () => {
    expect(await writeReports(out, retrieval)).toEqual(
      ['retrieval.json', 'retrieval.md', 'report.html'].map((name) => join(out, name)),
    )
    const page = () => readFileSync(join(out, 'report.html'), 'utf8')
    expect([page().includes('<h2>Retrieval</h2>'), page().includes('<h2>Packing</h2>')]).toEqual([true, false])
    await writeReports(out, pack)
    expect([page().includes('<h2>Retrieval</h2>'), page().includes('<h2>Packing</h2>')]).toEqual([true, true])
    expect(JSON.parse(readFileSync(join(out, 'pack.json'), 'utf8'))).toEqual({ format: 2, ...pack })
    expect(readFileSync(join(out, 'retrieval.md'), 'utf8')).toBe(retrievalMarkdown(retrieval))
  })

  it('leave out a result of other data, or one that cannot be read', async () => {
    await writeReports(out, retrieval)
    await writeReports(out, { ...pack, fingerprint: 'other' })
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toContain('<h2>Retrieval</h2>')
    writeFileSync(join(out, 'pack.json'), '{')
    await writeReports(out, retrieval)
    expect(readFileSync(join(out, 'report.html'), 'utf8')).not.toContain('<h2>Packing</h2>')
  })

  it('name the folder that cannot be written to', async () => {
    writeFileSync(join(out, 'file'), '')
    await expect(writeReports(join(out, 'file'), retrieval)).rejects.toMatchObject({ code: 'INPUT' })
    expect(existsSync(join(out, 'file', 'report.html'))).toBe(false)
  })

  it('keep a Markdown table a table', () => {
    const table = retrievalMarkdown(retrieval)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    const cells = new Set(table.map((line) => line.split(/(?<!\\)\|/).length))
    // Systems by document, the difference to the baseline, systems by gold sentence.
    expect([...cells].sort((a, b) => a - b)).toEqual([4, 9, 10])
  })
})
