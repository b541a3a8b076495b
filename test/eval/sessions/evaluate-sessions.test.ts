import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { reportPage } from '../../../eval/reports/html/page.ts'
import { sessionsMarkdown } from '../../../eval/reports/sessions-markdown.ts'
import { writeReports } from '../../../eval/reports/write-reports.ts'
import { evaluateSessions } from '../../../eval/sessions/evaluate-sessions.ts'
import { questionSequences } from '../../../eval/sessions/question-sequences.ts'
import { recordedUsage } from '../../../eval/sessions/recorded-usage.ts'
import type { SessionsReport } from '../../../eval/sessions/session-report.ts'
import { NEEDS_DATA, realData } from '../../support/real-data.ts'
import { type DatasetFolder, writeDataset } from '../tiny-dataset.ts'

const usage = (read: number, created: number, input = 2) => ({
  input_tokens: input,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: created,
})
const transcript = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', api_call: 'a', usage: usage(100, 50) },
  { role: 'assistant', api_call: 'a', usage: usage(100, 50) },
  { role: 'assistant', api_call: 'b', usage: usage(150, 30) },
  { role: 'assistant', api_call: 'c', usage: usage(100, 200) },
  { role: 'assistant', api_call: 'd', usage: usage(100, 20) },
]

describe('a run over sessions', () => {
  let folder: DatasetFolder
  let out: string
  let dataset: Dataset
  let report: SessionsReport

  beforeAll(async () => {
    folder = writeDataset()
    out = mkdtempSync(join(tmpdir(), 'packgraph-sessions-'))
    writeFileSync(join(out, 'talk.jsonl'), transcript.map((row) => `${JSON.stringify(row)}\n`).join(''))
    dataset = await readDataset(folder.folder)
    report = await evaluateSessions(dataset, {
      budgets: [60, 200],
      questionsPerSession: 3,
      recorded: [join(out, 'talk.jsonl')],
    })
  })
  afterAll(() => {
    folder.remove()
    rmSync(out, { recursive: true, force: true })
  })

  it('has every arm at every budget, nothing over it, and every text counted again', () => {
    expect(Object.keys(report.budgets)).toEqual(['60', '200'])
    for (const arms of Object.values(report.budgets)) {
      expect(Object.keys(arms)).toEqual(['stateless', 'session', 'no-eviction', 'carried-first'])
      for (const scores of Object.values(arms))
        expect(scores).toMatchObject({ overflow: 0, miscounted: 0, recounted: 3 })
    }
  })

  it('sets each arm against packs without a session', () => {
    for (const [budget, arms] of Object.entries(report.budgets)) {
      expect(arms.stateless?.effectiveRatio.openai).toEqual({ mean: 1, low: 1, high: 1 })
      expect(Object.keys(report.differences[budget]!)).toEqual(['session', 'no-eviction', 'carried-first'])
    }
    const { stateless, session, 'carried-first': carriedFirst } = report.budgets['200']!
    expect(carriedFirst!.sharedPrefixShare).toBeGreaterThan(stateless!.sharedPrefixShare)
    expect(session!.evidenceRecall).toBe(stateless!.evidenceRecall)
  })

  it('gives equal figures for equal data', async () => {
    const {
      timings: _,
      recorded: __,
      ...again
    } = await evaluateSessions(dataset, {
      budgets: [200, 60],
      questionsPerSession: 3,
    })
    const { timings: ___, recorded: ____, ...first } = report
    expect(again).toEqual(first)
  })

  it('is written as JSON, Markdown and a page of its own', async () => {
    await writeReports(out, report)
    expect(readFileSync(join(out, 'sessions.md'), 'utf8')).toBe(sessionsMarkdown(report))
    expect(JSON.parse(readFileSync(join(out, 'sessions.json'), 'utf8'))).toMatchObject({
      kind: 'sessions',
      sequences: 1,
    })
    const page = readFileSync(join(out, 'report.html'), 'utf8')
    expect(page).toBe(reportPage({ sessions: report }))
    expect(page).toContain('<h2>Sessions</h2>')
    expect(page).not.toMatch(/<(?:script|link|iframe|img|object|embed)\b/i)
  })

  it('holds the prefix model against recorded usage, each request once', () => {
    expect(report.recorded).toEqual([
      {
        file: 'talk.jsonl',
        calls: 3,
        exact: 1,
        shortened: 1,
        readTokens: 350,
        predictedTokens: 150 + 180 + 300,
        unshortened: { readTokens: 250, predictedTokens: 330 },
      },
    ])
    expect(sessionsMarkdown(report)).toContain('| talk.jsonl')
  })

  it('names a transcript that cannot be read', async () => {
    await expect(recordedUsage(join(out, 'none.jsonl'))).rejects.toMatchObject({ code: 'INPUT' })
    writeFileSync(join(out, 'broken.jsonl'), '{}\n{')
    await expect(recordedUsage(join(out, 'broken.jsonl'))).rejects.toThrow(/line 2/)
  })
})

describe('sequences of questions', () => {
  const document = (id: string, title: string) => ({ id, title, text: 'text' })
  const question = (gold: string) => ({ id: '', question: '', answers: [], gold: [gold], goldSentences: [] })
  const dataset = (golds: string): Dataset => ({
    name: '',
    fingerprint: '',
    documents: [document('a', 'One'), document('b', 'One'), document('c', 'Two'), document('d', '')],
    questions: [...golds].map(question),
  })

  it('are about documents of one title, in file order, where these are enough', () => {
    expect(questionSequences(dataset('acbcac'), 2)).toEqual({
      related: true,
      sequences: [
        [0, 2],
        [1, 3],
      ],
    })
  })

  it('are cut from the file where titles bring no questions together', () => {
    expect(questionSequences(dataset('acddd'), 2)).toEqual({
      related: false,
      sequences: [
        [0, 1],
        [2, 3],
      ],
    })
  })
})

describe.skipIf(realData('conversations') === undefined)(`recorded conversations (${NEEDS_DATA})`, () => {
  it('read what the prefix model says, within 1 % of tokens where their history was not shortened', async () => {
    const names = ['258c7280', 'fa812bfe', 'subagent', 'tool_heavy']
    const usages = await Promise.all(
      names.map((name) => recordedUsage(join(realData('conversations')!, `claude-code-${name}.jsonl`))),
    )
    const sum = (of: (usage: (typeof usages)[number]) => number) => usages.reduce((total, one) => total + of(one), 0)
    expect(sum(({ exact }) => exact) / sum(({ calls }) => calls)).toBeGreaterThan(0.97)
    const ratio =
      sum(({ unshortened }) => unshortened.predictedTokens) / sum(({ unshortened }) => unshortened.readTokens)
    expect(Math.abs(ratio - 1)).toBeLessThan(0.01)
  })
})
