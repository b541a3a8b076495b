import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompressionEvaluation } from '../../../eval/conversations/compression-report.ts'
import { evaluateCompression } from '../../../eval/conversations/evaluate-compression.ts'
import { type PredictedReads, predictedReads } from '../../../eval/conversations/predicted-reads.ts'
import { readTranscripts, type Transcripts } from '../../../eval/conversations/read-transcripts.ts'
import { prepareTranscript, replayTranscript } from '../../../eval/conversations/replay.ts'
import { requestCounter } from '../../../eval/conversations/request-counter.ts'
import { scoresOf } from '../../../eval/conversations/summarise-replays.ts'
import { truncatingArms } from '../../../eval/conversations/truncating-arms.ts'
import { compressionMarkdown } from '../../../eval/reports/compression-markdown.ts'
import { reportPage } from '../../../eval/reports/html/page.ts'
import { writeReports } from '../../../eval/reports/write-reports.ts'
import { NEEDS_DATA, realData } from '../../support/real-data.ts'
import { OWN_CONVERSATIONS } from './own-conversations.ts'

describe('a run over our own conversations', () => {
  let out: string
  let transcripts: Transcripts
  let report: CompressionEvaluation

  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), 'packgraph-compression-'))
    transcripts = await readTranscripts(OWN_CONVERSATIONS)
    report = await evaluateCompression(transcripts, { keepPercents: [30, 50] })
  })
  afterAll(() => rmSync(out, { recursive: true, force: true }))

  it('has each group at both kinds of budget, the larger share first', () => {
    expect(Object.keys(report.groups)).toEqual(['agent-sessions', 'desk-and-terminal'])
    for (const { budgets } of Object.values(report.groups)) {
      expect(budgets.map(({ mode, share }) => [mode, share])).toEqual([
        ['present', 0.5],
        ['present', 0.3],
        ['final', 0.5],
        ['final', 0.3],
      ])
    }
  })

  it('keeps everything where everything is sent, at the cost of that', () => {
    for (const { budgets } of Object.values(report.groups)) {
      for (const { arms } of budgets) {
        expect(arms.everything).toMatchObject({ kept: { mean: 1 }, keptBesideKey: { mean: 1 }, tokenShare: 1 })
        expect(arms.everything!.effectiveRatio.anthropic).toEqual({ mean: 1, low: 1, high: 1 })
      }
    }
  })

  it('finds no request over its budget, broken or invalid, but for those that keep to none', () => {
    for (const { budgets } of Object.values(report.groups)) {
      for (const [name, scores] of budgets.flatMap(({ arms }) => Object.entries(arms))) {
        expect(scores).toMatchObject({ brokenPairs: 0, invalid: 0, miscounted: 0 })
        if (name !== 'everything' && name !== 'watermark-3000') expect(scores.overflow).toBe(0)
      }
    }
  })

  it('loses evidence by dropping what is oldest, more at the smaller budget', () => {
    const [half, less] = report.groups['desk-and-terminal']!.budgets
    expect(half!.arms['drop-oldest']!.kept!.mean).toBeLessThan(0.95)
    expect(less!.arms['drop-oldest']!.kept!.mean).toBeLessThan(half!.arms['drop-oldest']!.kept!.mean)
    expect(less!.arms['drop-oldest']!.answersKept).toBeLessThan(1)
  })

  it('gives equal figures for equal data', async () => {
    const one = { ...transcripts, transcripts: transcripts.transcripts.slice(0, 1) }
    const [{ timings: _, ...first }, { timings: __, ...again }] = [
      await evaluateCompression(one, { keepPercents: [50] }),
      await evaluateCompression(one, { keepPercents: [50] }),
    ]
    expect(again).toEqual(first)
  })

  it('is written as JSON, Markdown and a page of its own', async () => {
    await writeReports(out, report)
    expect(readFileSync(join(out, 'compression.md'), 'utf8')).toBe(compressionMarkdown(report))
    expect(JSON.parse(readFileSync(join(out, 'compression.json'), 'utf8'))).toMatchObject({ kind: 'compression' })
    const page = readFileSync(join(out, 'report.html'), 'utf8')
    expect(page).toBe(reportPage({ compression: report }))
    expect(page).toContain('5 conversations')
    expect(page).not.toMatch(/<(?:script|link|iframe|img|object|embed)\b/i)
  })

  it('refuses shares that are none', async () => {
    await expect(evaluateCompression(transcripts, { keepPercents: [100] })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
  })
})

describe('predicted cache reads', () => {
  it('of a session without restarts are the recorded ones, from usage to the token', async () => {
    const { transcripts } = await readTranscripts(join(OWN_CONVERSATIONS, 'agent-session.jsonl'))
    const reads = await predictedReads(transcripts[0]!, requestCounter('tiktoken:o200k_base', 'anthropic'))
    expect(reads!.fromUsageTokens).toBe(reads!.readTokens)
    expect(Math.abs(reads!.fromTextTokens / reads!.readTokens - 1)).toBeLessThan(0.06)
  })
})

describe.skipIf(realData('conversations') === undefined)(`recorded conversations (${NEEDS_DATA})`, () => {
  it('read in all what is predicted: within 1 % from usage, within 6 % from texts', async () => {
    const counter = requestCounter('tiktoken:o200k_base', 'anthropic')
    const all: PredictedReads[] = []
    for (const name of ['258c7280', 'fa812bfe', 'subagent', 'tool_heavy']) {
      const { transcripts } = await readTranscripts(join(realData('conversations')!, `claude-code-${name}.jsonl`))
      all.push((await predictedReads(transcripts[0]!, counter))!)
    }
    const sum = (of: (reads: PredictedReads) => number) => all.reduce((total, reads) => total + of(reads), 0)
    const recorded = sum(({ readTokens }) => readTokens)
    expect(Math.abs(sum(({ fromUsageTokens }) => fromUsageTokens) / recorded - 1)).toBeLessThan(0.01)
    expect(Math.abs(sum(({ fromTextTokens }) => fromTextTokens) / recorded - 1)).toBeLessThan(0.06)
  })

  it('lose by dropping what is oldest what was measured before: 79 and 66 % of the facts are kept, 80 and 67 % by clearing first', async () => {
    const { transcripts } = await readTranscripts(join(realData('conversations')!, 'tau-airline.jsonl'))
    const counter = requestCounter('tiktoken:o200k_base', 'openai')
    const prepared = await Promise.all(transcripts.map((transcript) => prepareTranscript(transcript, counter)))
    const keptBy = async (arm: string, share: number): Promise<number> => {
      const own = truncatingArms().find(({ name }) => name === arm)!
      const replays = await Promise.all(
        prepared.map((one) => replayTranscript(one, own, { mode: 'present', share }, { counter, signal: undefined })),
      )
      return Math.round(100 * scoresOf(replays, replays).kept!.mean)
    }
    expect(await keptBy('drop-oldest', 0.5)).toBe(79)
    expect(await keptBy('drop-oldest', 0.3)).toBe(66)
    expect(await keptBy('clear-results', 0.5)).toBe(80)
    expect(await keptBy('clear-results', 0.3)).toBe(67)
  })
})
