import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { effectiveTokens } from '../../../src/index.ts'
import { renderEffective } from '../../../src/interfaces/cli/render-compression.ts'
import { renderSavings } from '../../../src/interfaces/cli/render-savings.ts'
import { createWorkspace, harbour, runCli, type Workspace } from './start-cli.ts'

const NO_REQUESTS = { conversations: [], shadow: [] }

describe('the ledger as text', () => {
  it('has a table for each tokenizer', () => {
    const saved = { entries: 2, rawTokens: 1_500, countedTokens: 900, savedTokens: 600 }
    const none = { entries: 1, rawTokens: 0, countedTokens: 0, savedTokens: 0 }
    const text = renderSavings({
      entries: 3,
      unreadable: 1,
      tokenizers: [
        {
          tokenizer: 'heuristic@1',
          ...saved,
          kinds: [{ kind: 'compress', ...saved }],
          phases: [{ kind: 'compress', phase: 'strip', savedTokens: 600 }],
          days: [{ day: '2026-11-30', ...saved }],
        },
        { tokenizer: 'words@1', ...none, kinds: [], phases: [], days: [] },
      ],
      usage: { requests: 0, models: [], sessions: [] },
      ...NO_REQUESTS,
    })
    expect(text).toBe(`tokens counted by heuristic@1
  all              600 saved (40.0 %): 1,500 before, 900 after, in 2 entries
  compress         600 saved (40.0 %): 1,500 before, 900 after, in 2 entries
  compress: strip  600 saved
  2026-11-30       600 saved (40.0 %): 1,500 before, 900 after, in 2 entries

tokens counted by words@1
  all  0 saved: 0 before, 0 after, in 1 entry

not counted: 1 entry that cannot be read
`)
  })

  it('says that there is nothing, or nothing that was asked for', () => {
    const none = {
      entries: 0,
      unreadable: 0,
      tokenizers: [],
      usage: { requests: 0, models: [], sessions: [] },
      ...NO_REQUESTS,
    }
    expect(renderSavings(none)).toBe('nothing is recorded\n')
    expect(renderSavings(none, true)).toBe('no entry matches these options\n')
  })
})

describe('usage as text', () => {
  const billed = {
    requests: 2,
    inputTokens: 2_000,
    cacheReadTokens: 16_000,
    cacheWriteTokens: 2_000,
    outputTokens: 900,
    reasoningTokens: 100,
  }
  const cache = { requests: 20, share: 0.8, recentShare: 0.5, earlierShare: 0.9, hasFallen: true }

  it('sets what was avoided beside what was billed, and warns of sessions whose cache hits fell', () => {
    const avoided = [{ tokenizer: 'heuristic@1', tokens: 700, billedTokens: 840 }]
    const model = { model: 'm', billed, nested: { ...billed, requests: 1 }, avoided, cache }
    const usage = {
      requests: 3,
      models: [
        { ...model, calibration: { ratio: 1.2, requests: 2 } },
        {
          ...model,
          model: 'n',
          nested: { ...billed, requests: 0 },
          avoided: [],
          calibration: null,
          cache: { ...cache, recentShare: null, earlierShare: null, hasFallen: false },
        },
      ],
      sessions: [
        { sessionId: 's', model: 'm', ...cache },
        { sessionId: 't', model: 'm', ...cache, hasFallen: false },
      ],
    }
    expect(renderSavings({ entries: 0, unreadable: 0, tokenizers: [], usage, ...NO_REQUESTS })).toBe(`requests to m
  billed       2,000 input, 16,000 read from the cache, 2,000 written to it, 900 output (100 reasoning), in 2 requests
  nested       2,000 input, 16,000 read from the cache, 2,000 written to it, 900 output (100 reasoning), in 1 request
  cache hits   80.0 %; lately 50.0 %, before 90.0 %
  avoided      700, about 840 as billed; counted by heuristic@1, again at each request
  calibration  1.200 billed for each estimated, from 2 requests

requests to n
  billed      2,000 input, 16,000 read from the cache, 2,000 written to it, 900 output (100 reasoning), in 2 requests
  cache hits  80.0 %

the cache hits of session s with m fell from 90.0 % to 50.0 %
`)
  })
})

describe('effective tokens as text', () => {
  it('name the profile, both calls and both headlines', () => {
    const inputs = { rawTokens: 10_000, stableTokens: 2_000, volatileTokens: 500 }
    expect(renderEffective(effectiveTokens(inputs, 'anthropic@2026-07-29'))).toBe(
      'anthropic@2026-07-29: first call 3,000, each later one 700 effective tokens (2,000 of them cached); saved by a later one: 93.0 % of the raw text uncached, 51.7 % of it cached',
    )
  })

  it('say that a text is too short for a cache', () => {
    const inputs = { rawTokens: 2_000, stableTokens: 500, volatileTokens: 0 }
    expect(renderEffective(effectiveTokens(inputs, 'openai@2026-11-30'))).toContain('(too short for its cache)')
  })
})

describe('packgraph savings', () => {
  let workspace: Workspace
  const run = (...parameters: string[]) => runCli(parameters, { cwd: workspace.folder })

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': `<!-- draft -->\n\n${harbour}` })
    await run('compress', 'harbour.md', '--budget', '500', '--tokenizer', 'heuristic', '--store', 'short.packgraph')
  })
  afterAll(() => workspace.remove())

  it('adds up what was compressed into a store', async () => {
    const { stdout, exitCode } = await run('savings', '--store', 'short.packgraph')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^tokens counted by heuristic@1\n {2}all .* in 1 entry\n/)
    expect((await run('savings', '--index', 'short.packgraph', '--until', '2000-01-01')).stdout).toBe(
      'no entry matches these options\n',
    )
  })

  it('refuses what is no day and no kind', async () => {
    for (const wrong of [
      ['--since', 'yesterday'],
      ['--kind', 'magic'],
    ]) {
      const { stderr, exitCode } = await run('savings', '--store', 'short.packgraph', ...wrong)
      expect({ stderr: stderr.split('\n').length, exitCode }).toEqual({ stderr: expect.any(Number), exitCode: 2 })
    }
  })

  it('shows the stored original by its alias', async () => {
    const { stdout } = await run(
      'compress',
      'harbour.md',
      '--budget',
      '500',
      '--tokenizer',
      'heuristic',
      '--store',
      'short.packgraph',
      '--json',
    )
    const { original } = JSON.parse(stdout)
    const shown = await run('show', `${original.slice(0, 8)}#0-14`, '--store', 'short.packgraph')
    expect(shown.stdout).toBe('<!-- draft -->')
  })
})
