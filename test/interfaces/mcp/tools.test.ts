import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, engineer, harbour, runCli, type Workspace } from '../cli/start-cli.ts'
import { type Connection, connect, failureIn, textsOf, valuesOf } from './start-server.ts'

const tokenizer = 'tiktoken:o200k_base'

describe('the tools of packgraph mcp', () => {
  let workspace: Workspace
  let server: Connection

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer })
    workspace.write('long.md', `# Log\n\n${'The keeper of the lighthouse wrote a line.\n'.repeat(3_000)}`)
    await runCli(['index', '.', '--index', 'town.packgraph'], { cwd: workspace.folder })
    server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder })
  })
  afterAll(async () => {
    await server.close()
    workspace.remove()
  })

  it('pack gives the very text that was counted, with its proof and where it comes from', async () => {
    const result = await server.call('pack', {
      query: 'Who keeps the lighthouse?',
      budgetTokens: 120,
      tokenizer,
      uri: 'harbour.md',
    })
    const { text, proof, items } = valuesOf(result) as Record<string, unknown>
    expect(textsOf(result)).toEqual([text])
    expect(proof).toMatchObject({ tokenizer, level: 'exact', budgetTokens: 120, verified: true })
    const source = { ref: expect.stringMatching(/^[0-9a-f]{64}#\d+-\d+$/), uri: 'harbour.md', title: 'Harbour' }
    expect(items).toMatchObject([source, source])
    const counted = await server.call('count_tokens', { text, tokenizer })
    expect(valuesOf(counted)).toEqual({
      tokens: (proof as { countedTokens: number }).countedTokens,
      tokenizer,
      level: 'exact',
    })
  })

  it('pack says when there is nothing', async () => {
    const nothing = await server.call('pack', { query: 'zygote', budgetTokens: 100, tokenizer, uri: 'nowhere/*' })
    expect(textsOf(nothing)).toEqual(['Nothing in the index answers this within the budget.'])
    expect(valuesOf(nothing)).toMatchObject({ text: '', items: [] })
  })

  it('search and fetch keep the common contract: what search names, fetch reads', async () => {
    const found = await server.call('search', { query: 'lighthouse of Gull Rock', limit: 2 })
    expect(textsOf(found)).toEqual([JSON.stringify(valuesOf(found))])
    const results = valuesOf(found).results as unknown as { id: string; title: string; url: string; text: string }[]
    expect(results).toHaveLength(2)
    const [first] = results
    expect(Object.keys(first!)).toEqual(['id', 'title', 'url', 'text'])
    expect(first).toMatchObject({
      title: 'Harbour › Lighthouse',
      url: expect.stringMatching(/^packgraph:\/\/\/default\/harbour\.md#\d+-\d+$/),
    })
    for (const id of [first!.id, first!.url]) {
      const fetched = await server.call('fetch', { id })
      expect(textsOf(fetched)).toEqual([JSON.stringify(valuesOf(fetched))])
      expect(valuesOf(fetched)).toMatchObject({
        id,
        title: 'Harbour',
        text: first!.text,
        url: first!.url,
        metadata: { ref: first!.id, uri: 'harbour.md', collection: 'default' },
      })
    }
  })

  it('fetch reads a whole document by its uri, a long one in parts that join to it', async () => {
    expect(valuesOf(await server.call('fetch', { id: 'engineer.md' }))).toMatchObject({ text: engineer })
    let text = ''
    let parts = 0
    for (let id: string | undefined = 'long.md'; id !== undefined; parts++) {
      const part = valuesOf(await server.call('fetch', { id })) as unknown as {
        text: string
        metadata: { next?: string }
      }
      expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(50_000)
      text += part.text
      id = part.metadata.next
    }
    expect(parts).toBe(3)
    expect(text).toBe(`# Log\n\n${'The keeper of the lighthouse wrote a line.\n'.repeat(3_000)}`)
  })

  it('retrieve_original gives a span, the lines around it, and parts of a size, also for a marker', async () => {
    const ask = async (ref: string, more: object = {}) => server.call('retrieve_original', { ref, ...more })
    const exact = await ask('harbour.md#2-9')
    expect(textsOf(exact)).toEqual(['Harbour'])
    const { ref } = valuesOf(exact) as unknown as { ref: string }
    expect(textsOf(await ask(`<!-- pg:src=${ref} -->`))).toEqual(['Harbour'])
    expect(textsOf(await ask(ref, { linesAround: 0 }))).toEqual(['# Harbour\n'])
    expect(textsOf(await ask(ref, { linesAround: 2 }))).toEqual([
      '# Harbour\n\nThe harbour of Oakport was dug in 1871 by the engineer Ada Quill.\n',
    ])
    const cut = await ask('harbour.md', { maxBytes: 12 })
    const { next } = valuesOf(cut) as unknown as { next: string }
    expect(textsOf(cut)).toEqual(['# Harbour\n\n', `The text goes on. next: ${next}`])
    expect(textsOf(await ask(next)).join('')).toBe(harbour.slice(11))
  })

  it('status says what is served, and the limits', async () => {
    expect(valuesOf(await server.call('status'))).toMatchObject({
      documents: 3,
      readOnly: true,
      server: { limits: { argumentBytes: 4_194_304, budgetTokens: 250_000 } },
    })
  })

  it('refuse a ref of another index, saying what to do', async () => {
    const other = createWorkspace({ 'other.md': '# Elsewhere\n\nNothing of Oakport is told here.\n' })
    await runCli(['index', '.', '--index', 'other.packgraph'], { cwd: other.folder })
    const elsewhere = await connect(['--index', 'other.packgraph'], { cwd: other.folder })
    const found = valuesOf(await elsewhere.call('search', { query: 'Oakport' })) as unknown as {
      results: { id: string }[]
    }
    await elsewhere.close()
    other.remove()
    for (const [tool, parameters] of [
      ['fetch', { id: found.results[0]!.id }],
      ['retrieve_original', { ref: found.results[0]!.id }],
    ] as const) {
      const failure = failureIn(await server.call(tool, parameters))
      expect(failure).toMatchObject({ code: 'NOT_FOUND', hint: expect.stringContaining('another index') })
    }
  })

  it.each([
    ['an unknown argument', 'search', { query: 'x', limt: 3 }, /“limt”/],
    ['a missing one', 'pack', { query: 'x' }, /budgetTokens/],
    ['a wrong type', 'search', { query: 7 }, /query/],
    ['a budget beyond the limit', 'pack', { query: 'x', budgetTokens: 1e9, tokenizer }, /250000/],
  ])('answer %s with what is wrong and which arguments there are', async (_, tool, parameters, wrong) => {
    const result = await server.call(tool, parameters)
    const failure = failureIn(result)
    expect(failure).toMatchObject({ code: 'INVALID_OPTION', message: expect.stringMatching(wrong) })
    expect(failure.hint).toContain(`The arguments of ${tool} are query, `)
    expect(textsOf(result)).toEqual([`INVALID_OPTION: ${failure.message}\nhint: ${failure.hint}`])
  })

  it('pass on what the library refuses, with its code and hint', async () => {
    const ask = async (tool: string, parameters: Record<string, unknown>) =>
      failureIn(await server.call(tool, parameters))
    expect(await ask('search', { query: '   ' })).toMatchObject({ code: 'INPUT' })
    expect(await ask('fetch', { id: 'nope.md' })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask('fetch', { id: 'harbour.md#5-999999' })).toMatchObject({ code: 'INVALID_REFERENCE' })
    expect(await ask('count_tokens', { text: 'x', model: 'gpt-40' })).toMatchObject({ code: 'UNKNOWN_MODEL' })
    expect(await ask('count_tokens', { text: 'x', tokenizer, model: 'gpt-4o' })).toMatchObject({
      code: 'INVALID_OPTION',
    })
  })
})

describe('the tokenizer of a call', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour })
    await runCli(['index', '.', '--index', 'town.packgraph'], { cwd: workspace.folder })
  })
  afterAll(() => workspace.remove())

  it('must be named somewhere: the answer lists what is known', async () => {
    const server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder })
    const failure = failureIn(await server.call('pack', { query: 'harbour', budgetTokens: 100 }))
    expect(failure.code).toBe('TOKENIZER_REQUIRED')
    expect(failure.hint).toMatch(/gpt-4o.*tiktoken:o200k_base.*--model/)
    await server.close()
  })

  it('is the one that the server was started with, unless the call names another', async () => {
    const server = await connect(['--index', 'town.packgraph', '--model', 'gpt-4'], { cwd: workspace.folder })
    const countedBy = async (more: object) =>
      valuesOf(await server.call('count_tokens', { text: 'word', ...more })).tokenizer
    expect(await countedBy({})).toBe('tiktoken:cl100k_base')
    expect(await countedBy({ model: 'gpt-4o' })).toBe(tokenizer)
    expect(await countedBy({ tokenizer: 'heuristic' })).toBe('heuristic@1')
    expect(valuesOf(await server.call('status')).server).toMatchObject({ model: 'gpt-4' })
    await server.close()
  })

  it('is never a file that a caller names', async () => {
    const server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder })
    for (const tokenizer of ['hf:/etc/passwd', 'hf:../tokenizer.json']) {
      const failure = failureIn(await server.call('count_tokens', { text: 'x', tokenizer }))
      expect(failure).toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining('in a file') })
    }
    await server.close()
  })
})

describe('the tools of packgraph mcp that write', () => {
  let workspace: Workspace
  const prose = Array.from(
    { length: 30 },
    (_, n) =>
      `In the year ${1870 + n} the harbour of Oakport took in ${n * 7} ships. Some of them stayed for the winter. Nobody counted the gulls.`,
  )
  const chronicle = `# Chronicle\n\n${prose.join('\n\n')}\n\n| year | ships |\n|---|---|\n| 1871 | 7 |\n`

  beforeAll(() => {
    workspace = createWorkspace({ 'chronicle.md': chronicle })
  })
  afterAll(() => workspace.remove())

  it('compress a text, in a store that is made for it, so that every marker gives back what was there', async () => {
    const server = await connect(['--index', 'fresh/store.packgraph', '--tokenizer', tokenizer], {
      cwd: workspace.folder,
    })
    const result = await server.call('compress', { text: chronicle, budgetTokens: 500, query: 'ships in 1880' })
    const { text, original, report } = valuesOf(result) as unknown as {
      text: string
      original: string
      report: { countedTokens: number; counter: string }
    }
    expect(textsOf(result)).toEqual([text])
    expect(text).toContain('| 1871 | 7 |')
    expect(text).toContain('In the year 1880')
    expect(report).toMatchObject({ counter: tokenizer, budgetTokens: 500, phases: expect.any(Array) })
    const counted = valuesOf(await server.call('count_tokens', { text })) as unknown as { tokens: number }
    expect(counted.tokens).toBe(report.countedTokens)
    expect(counted.tokens).toBeLessThanOrEqual(500)

    const markers = text.match(/<!-- pg:src=[^>]+-->/g) ?? []
    expect(markers.length).toBeGreaterThan(0)
    for (const marker of markers) {
      const behind = await server.call('retrieve_original', { ref: marker })
      const { span, originalId } = valuesOf(behind) as unknown as {
        span: { start: number; end: number }
        originalId: string
      }
      expect(originalId).toBe(original)
      expect(textsOf(behind)).toEqual([Buffer.from(chronicle).subarray(span.start, span.end).toString()])
    }
    const { rawTokens } = report as unknown as { rawTokens: number }
    expect(valuesOf(await server.call('savings'))).toMatchObject({
      entries: 1,
      tokenizers: [{ tokenizer, entries: 1, rawTokens, savedTokens: rawTokens - report.countedTokens }],
    })
    expect(valuesOf(await server.call('savings', { since: '2999-01-01' }))).toMatchObject({ entries: 0 })
    expect(failureIn(await server.call('savings', { since: 'soon' })).message).toContain('since')

    const alias = /pg:src=([0-9a-f]+)#/.exec(markers[0]!)![1]!
    expect(valuesOf(await server.call('fetch', { id: alias }))).toMatchObject({ text: chronicle })
    await server.close()
  })

  it('compress an indexed document by its id, and refuse a budget that its protected parts exceed', async () => {
    await runCli(['index', 'chronicle.md', '--index', 'town.packgraph'], { cwd: workspace.folder })
    const server = await connect(['--index', 'town.packgraph', '--tokenizer', tokenizer], { cwd: workspace.folder })
    const compressed = valuesOf(await server.call('compress', { id: 'chronicle.md', budgetTokens: 500 }))
    expect(compressed).toMatchObject({ text: expect.stringContaining('# Chronicle') })
    const failure = failureIn(await server.call('compress', { id: 'chronicle.md', budgetTokens: 5 }))
    expect(failure).toMatchObject({ code: 'BUDGET', message: expect.stringMatching(/\d/) })
    for (const both of [{}, { id: 'chronicle.md', text: 'x' }]) {
      const failure = failureIn(await server.call('compress', { ...both, budgetTokens: 500 }))
      expect(failure).toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining('one of the two') })
    }
    await server.close()
  })

  it('are not there when the server is started to read only, and the file is not made', async () => {
    const server = await connect(['--index', 'none.packgraph', '--read-only'], { cwd: workspace.folder })
    expect((await server.client.listTools()).tools.map(({ name }) => name)).not.toContain('compress')
    await expect(server.call('compress', { text: 'x', budgetTokens: 5 })).rejects.toMatchObject({ code: -32602 })
    expect(failureIn(await server.call('status'))).toMatchObject({ code: 'INDEX_NOT_FOUND' })
    await server.close()
  })
})
