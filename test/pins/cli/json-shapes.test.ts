import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIndex } from '../../../src/index.ts'
import { createWorkspace, engineer, harbour, runCli, type Workspace } from '../../interfaces/cli/start-cli.ts'

/** Names of the fields, with the shape of the first element of a list and the type of everything else. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : []
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]))
}

const span = { start: 'number', end: 'number' }
const failure = { uri: 'string', reason: 'string' }

/** As many as it takes to compare cache hits, in a session with a slimmed output. */
async function recordRequests(path: string): Promise<void> {
  const index = await openIndex(path)
  await index.slim('the same line\n'.repeat(600), { tokenizer: 'heuristic', sessionId: 's' })
  const tokens = { inputTokens: 10, cacheReadTokens: 80, cacheWriteTokens: 10, outputTokens: 5, reasoningTokens: 0 }
  for (let turn = 0; turn < 10; turn++) {
    await index.recordUsage({ model: 'm', sessionId: 's', ...tokens, estimatedInputTokens: 90 })
  }
  await index.close()
}

describe('--json', () => {
  let workspace: Workspace
  let added: unknown
  const json = async (...parameters: string[]) => {
    const { stdout } = await runCli([...parameters, '--json'], { cwd: workspace.folder })
    return JSON.parse(stdout)
  }
  const pack = (...parameters: string[]) =>
    json('pack', 'lighthouse keeper', '--budget', '200', '--tokenizer', 'tiktoken:o200k_base', ...parameters)

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer, 'bad.jsonl': '{"id": oops}\n' })
    workspace.write('picture.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0))
    added = await json('index', '.')
  })
  afterAll(() => workspace.remove())

  it('of slim and of expand is pinned', async () => {
    const line = (n: number): string => `line ${n} of a log, token ghp_${'a1B2'.repeat(9)}`
    workspace.write('a.log', Array.from({ length: 90 }, (_, n) => `${line(n)}\n`).join(''))
    const slimmed = await json('slim', 'a.log', '--tokenizer', 'heuristic')
    const shape = {
      text: 'string',
      route: 'string',
      lossless: 'boolean',
      adopted: 'boolean',
      id: 'string',
      bytesBefore: 'number',
      bytesAfter: 'number',
      tokensBefore: 'number',
      tokensAfter: 'number',
      tokenizer: 'string',
      omitted: 'string',
      omittedLines: [{ first: 'number', last: 'number' }],
      redacted: [{ kind: 'string', count: 'number' }],
    }
    expect(shapeOf(slimmed)).toEqual(shape)
    expect(shapeOf(await json('expand', slimmed.id, '--lines', '2'))).toEqual({
      id: 'string',
      lineCount: 'number',
      lines: [{ number: 'number', text: 'string' }],
    })
    workspace.write('small.log', 'small')
    const passed = { ...shape, reason: 'string', omittedLines: [], redacted: [] }
    expect(shapeOf({ ...(await json('slim', 'small.log', '--tokenizer', 'heuristic')), id: {} })).toEqual({
      ...passed,
      id: {},
    })
  })

  it('of list is pinned', async () => {
    expect(shapeOf(await json('list'))).toEqual({
      documents: [
        {
          uri: 'string',
          collection: 'string',
          title: 'string',
          mediaType: 'string',
          metadata: {},
          stable: 'boolean',
          origin: 'string',
          originalId: 'string',
        },
      ],
    })
  })

  it('of index is pinned', () => {
    expect(shapeOf(added)).toEqual({
      documentsAdded: 'number',
      documentsReplaced: 'number',
      documentsUnchanged: 'number',
      documentsRemoved: 'number',
      hyperedgesAdded: 'number',
      bytesRead: 'number',
      skipped: [failure],
      failed: [{ ...failure, line: 'number' }],
      generation: 'number',
    })
  })

  it('of compress is pinned', async () => {
    workspace.write('long.md', `# Title\n\n${'A sentence that says what the others say, at length. '.repeat(40)}\n`)
    const result = await json('compress', 'long.md', '--budget', '100', '--tokenizer', 'tiktoken:o200k_base')
    const { effective, spans, ...report } = result.report
    expect(Object.keys(result)).toEqual(['text', 'original', 'report'])
    expect(shapeOf(report)).toEqual({
      counter: 'string',
      level: 'string',
      rawTokens: 'number',
      phases: [{ phase: 'string', tokens: 'number' }],
      budgetTokens: 'number',
      countedTokens: 'number',
      fits: 'boolean',
      unchanged: 'boolean',
      breakpoint: { byteOffset: 'number', tokenOffset: 'number', prefixSha256: 'string' },
    })
    expect(report.phases.map(({ phase }: { phase: string }) => phase)).toEqual([
      'structure',
      'strip',
      'summarize',
      'layout',
    ])
    expect(effective.length).toBeGreaterThan(0)
    expect(shapeOf(spans.slice(0, 1))).toEqual([{ ...span, kind: 'string' }])
    expect(shapeOf(spans.slice(1, 2))).toEqual([{ ...span, kind: 'string', reason: 'string' }])
  })

  it('of pack is pinned', async () => {
    const result = await pack('--explain')
    const { lanes, ...decision } = result.decisions[0]
    expect(Object.keys(lanes).filter((lane) => !['lexical', 'dense', 'graph'].includes(lane))).toEqual([])
    expect(shapeOf({ ...result, decisions: [decision] })).toEqual({
      query: 'string',
      text: 'string',
      proof: {
        tokenizer: 'string',
        level: 'string',
        budgetTokens: 'number',
        reserveTokens: 'number',
        countedTokens: 'number',
        slackTokens: 'number',
        verified: 'boolean',
        mismatchedTokenizers: ['string'],
        saturated: 'boolean',
        textSha256: 'string',
      },
      items: [
        {
          id: 'number',
          ref: 'string',
          uri: 'string',
          title: 'string',
          headingPath: ['string'],
          text: 'string',
          spans: [span],
          excerpt: 'boolean',
          section: 'string',
          rank: 'number',
          score: 'number',
          tokenCost: 'number',
          tokenizer: 'string',
          duplicates: [],
        },
      ],
      decisions: [
        {
          id: 'number',
          ref: 'string',
          uri: 'string',
          rank: 'number',
          score: 'number',
          reason: 'string',
          packed: 'boolean',
          estimatedTokens: 'number',
          exactTokens: 'number',
        },
      ],
      knownShare: 'number',
      breakpoints: [{ after: 'string', byteOffset: 'number', tokenOffset: 'number', prefixSha256: 'string' }],
      timings: {
        retrieveMs: 'number',
        selectMs: 'number',
        verifyMs: 'number',
        fillMs: 'number',
        totalMs: 'number',
      },
    })
  })

  it('of pack names lanes in its decisions only with --explain', async () => {
    expect('lanes' in (await pack()).decisions[0]).toBe(false)
  })

  it('of search is pinned', async () => {
    const result = await json('search', 'lighthouse keeper')
    expect(shapeOf(result)).toMatchObject({
      query: 'string',
      hits: [
        {
          id: 'number',
          uri: 'string',
          title: 'string',
          headingPath: ['string'],
          ref: 'string',
          score: 'number',
          lanes: { lexical: { rank: 'number', score: 'number' } },
          text: 'string',
          collection: 'string',
          metadata: {},
          tokenCost: 'number',
          tokenizer: 'string',
          duplicates: [],
        },
      ],
      graphGate: 'number',
      timings: { totalMs: 'number' },
    })
  })

  it('of show is pinned', async () => {
    const { hits } = await json('search', 'lighthouse')
    expect(shapeOf(await json('show', hits[0].ref))).toEqual({
      ref: 'string',
      originalId: 'string',
      span,
      sizeBytes: 'number',
      text: 'string',
      documents: [{ uri: 'string', title: 'string', collection: 'string', mediaType: 'string' }],
    })
  })

  it('of verify is pinned', async () => {
    expect(shapeOf(await json('verify'))).toEqual({
      sound: 'boolean',
      documents: 'number',
      hyperedges: 'number',
      faultCount: 'number',
      faults: [],
      unchecked: [],
      generation: 'number',
    })
  })

  it('of rebuild is pinned', async () => {
    expect(shapeOf(await json('rebuild'))).toEqual({
      documentsRebuilt: 'number',
      hyperedges: 'number',
      failed: [],
      generation: 'number',
    })
  })

  it('of status is pinned', async () => {
    expect(shapeOf(await json('status'))).toEqual({
      path: 'string',
      readOnly: 'boolean',
      schemaVersion: 'number',
      generation: 'number',
      identity: { embedder: { identity: 'string', dimensions: 'number' }, extractor: 'string' },
      sizeBytes: 'number',
      originals: 'number',
      originalBytes: 'number',
      archivedOriginals: 'number',
      documents: 'number',
      collections: ['string'],
      hyperedges: 'number',
      entities: 'number',
      incidences: 'number',
      tokenizers: [{ identity: 'string', hyperedges: 'number', tokens: 'number' }],
      indexTokenizer: 'string',
      embedder: 'string',
      vectorIndex: {
        serving: 'string',
        vectors: 'number',
        building: 'boolean',
        graphFromVectors: 'number',
        savedGenerations: [],
      },
    })
  })

  it('of savings is pinned', async () => {
    const store = ['--store', 'short.packgraph']
    await json('compress', 'harbour.md', '--budget', '500', '--tokenizer', 'heuristic', ...store)
    await recordRequests(join(workspace.folder, 'short.packgraph'))
    const saved = { entries: 'number', rawTokens: 'number', countedTokens: 'number', savedTokens: 'number' }
    const billed = {
      requests: 'number',
      inputTokens: 'number',
      cacheReadTokens: 'number',
      cacheWriteTokens: 'number',
      outputTokens: 'number',
      reasoningTokens: 'number',
    }
    const hits = {
      requests: 'number',
      share: 'number',
      recentShare: 'number',
      earlierShare: 'number',
      hasFallen: 'boolean',
    }
    expect(shapeOf(await json('savings', ...store))).toEqual({
      entries: 'number',
      unreadable: 'number',
      tokenizers: [
        {
          tokenizer: 'string',
          ...saved,
          kinds: [{ kind: 'string', ...saved }],
          phases: [{ kind: 'string', phase: 'string', savedTokens: 'number' }],
          days: [{ day: 'string', ...saved }],
        },
      ],
      usage: {
        requests: 'number',
        models: [
          {
            model: 'string',
            billed,
            nested: billed,
            avoided: [{ tokenizer: 'string', tokens: 'number', billedTokens: 'number' }],
            calibration: { ratio: 'number', requests: 'number' },
            cache: hits,
          },
        ],
        sessions: [{ sessionId: 'string', model: 'string', ...hits }],
      },
      conversations: [],
      shadow: [],
    })
  })

  it('of remove, rename and recost is pinned', async () => {
    const index = ['--index', 'other.packgraph']
    await json('index', 'harbour.md', 'engineer.md', ...index)
    expect(await json('rename', 'harbour.md', 'port.md', ...index)).toEqual({ from: 'harbour.md', to: 'port.md' })
    expect(shapeOf(await json('recost', '--tokenizer', 'heuristic', ...index))).toEqual({
      tokenizer: 'string',
      hyperedges: 'number',
      tokensBefore: 'number',
      tokensAfter: 'number',
      generation: 'number',
    })
    expect(shapeOf(await json('remove', 'port.md', 'none.md', ...index))).toEqual({
      documentsRemoved: 'number',
      notFound: ['string'],
      generation: 'number',
    })
  })

  it('of count is pinned', async () => {
    expect(shapeOf(await json('count', 'harbour.md', 'none.md', '--tokenizer', 'heuristic'))).toEqual({
      tokenizer: 'string',
      level: 'string',
      totalTokens: 'number',
      files: [{ file: 'string', tokens: 'number', bytes: 'number' }],
      failed: [{ file: 'string', reason: 'string' }],
    })
  })
})
