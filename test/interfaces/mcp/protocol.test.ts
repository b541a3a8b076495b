import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer, wellBehaved } from '../../adapters/models/openai/model-server.ts'
import { createWorkspace, engineer, harbour, runCli, type Workspace } from '../cli/start-cli.ts'
import {
  type Connection,
  connect,
  failureIn,
  initialize,
  initialized,
  type RawServer,
  startRaw,
  toolCall,
  valuesOf,
} from './start-server.ts'

const tokenizer = 'tiktoken:o200k_base'

describe('packgraph mcp', () => {
  let workspace: Workspace
  const raws: RawServer[] = []
  const raw = () => {
    const server = startRaw(['--index', 'town.packgraph'], workspace.folder)
    raws.push(server)
    return server
  }

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer })
    await runCli(['index', '.', '--index', 'town.packgraph'], { cwd: workspace.folder })
  })
  afterEach(() => {
    for (const server of raws.splice(0)) server.process.kill('SIGKILL')
  })
  afterAll(() => workspace.remove())

  it('says who it is and what to do with it, in both generations of the protocol', async () => {
    for (const options of [{}, { modern: true }] as const) {
      const server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder, ...options })
      expect(server.client.getServerVersion()).toMatchObject({ name: 'packgraph', version: '0.1.0' })
      expect(server.client.getInstructions()).toContain('call pack')
      expect(server.client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} })
      expect(valuesOf(await server.call('status'))).toMatchObject({ documents: 2 })
      await server.close()
    }
  })

  it('answers the handshake before it loads the engine or looks for the index', async () => {
    const server = startRaw(['--index', 'there/is/none.packgraph'], workspace.folder)
    raws.push(server)
    const answer = server.answer(0)
    server.send(initialize)
    expect(await answer).toMatchObject({ result: { serverInfo: { name: 'packgraph' } } })
  })

  it('answers what is malformed with an error of the protocol, and goes on', async () => {
    const server = raw()
    server.send(initialize)
    server.send(initialized)
    const [unknownTool, noName, badArguments, unknownMethod] = [1, 2, 3, 4].map((id) => server.answer(id))
    server.send(toolCall(1, 'nope'))
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { arguments: {} } })
    server.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'search', arguments: 'x' } })
    server.send({ jsonrpc: '2.0', id: 4, method: 'tools/cull' })
    expect(await unknownTool).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('pack, search') },
    })
    expect(await noName).toMatchObject({ error: { code: -32602 } })
    expect(await badArguments).toMatchObject({ error: { code: -32602 } })
    expect(await unknownMethod).toMatchObject({ error: { code: -32601 } })
    const [noMessage, answer] = [5, 6].map((id) => server.answer(id))
    server.send('this is no JSON')
    server.send('')
    server.send('[]')
    server.send({ jsonrpc: '2.0', id: 5, method: 7 })
    server.send(toolCall(6, 'search', { query: 'harbour' }))
    expect(await noMessage).toMatchObject({ error: { code: -32600 } })
    expect(await answer).toMatchObject({ result: { structuredContent: { results: expect.any(Array) } } })
    const codes = server.lines
      .map((line) => JSON.parse(line))
      .flatMap(({ id, error }) => (id === undefined ? error.code : []))
    expect(codes).toEqual([-32700, -32600])
  })

  it('writes nothing but messages of the protocol to stdout, whatever goes wrong', async () => {
    const server = raw()
    server.send(initialize)
    server.send(initialized)
    const answers = [1, 2, 3].map((id) => server.answer(id))
    server.send('no JSON')
    server.send(toolCall(1, 'pack', { query: 'lighthouse', budgetTokens: 100, tokenizer }))
    server.send(toolCall(2, 'fetch', { id: 'nope' }))
    server.send(toolCall(3, 'count_tokens', { text: 'x', model: 'nope' }))
    await Promise.all(answers)
    server.process.stdin?.end()
    await server.ended
    expect(server.lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(['2.0', '2.0', '2.0', '2.0', '2.0'])
    expect(server.stderr()).toContain('serving town.packgraph')
  })

  it('refuses an argument of 10 MB and goes on', async () => {
    const server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder })
    const text = 'ships of Oakport '.repeat(600_000)
    const failure = failureIn(await server.call('count_tokens', { text, tokenizer }))
    expect(failure).toMatchObject({
      code: 'INVALID_OPTION',
      message: `count_tokens: text has ${text.length} bytes, and at most 4194304 are taken`,
    })
    expect(valuesOf(await server.call('count_tokens', { text: 'ships', tokenizer }))).toMatchObject({ tokens: 1 })
    await server.close()
  })

  it('refuses a message that is larger than any call may be, by its id where that can be told, and goes on', async () => {
    const server = raw()
    server.send(initialize)
    server.send(initialized)
    const [idLast, idFirst, next] = [1, 2, 3].map((id) => server.answer(id))
    const params = { name: 'count_tokens', arguments: { text: 'x'.repeat(34_000_000), tokenizer } }
    server.send({ method: 'tools/call', params, jsonrpc: '2.0', id: 1 })
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })
    server.send(toolCall(3, 'search', { query: 'harbour' }))
    for (const answer of [idLast, idFirst]) {
      expect(await answer).toMatchObject({
        error: { code: -32600, message: expect.stringContaining('at most 33554432') },
      })
    }
    expect(await next).toHaveProperty('result.structuredContent.results')
  })

  it('answers calls side by side', async () => {
    const server = await connect(['--index', 'town.packgraph', '--tokenizer', tokenizer], { cwd: workspace.folder })
    const packs = await Promise.all(
      Array.from({ length: 40 }, () => server.call('pack', { query: 'lighthouse', budgetTokens: 150 })),
    )
    expect(new Set(packs.map((pack) => valuesOf(pack).text))).toHaveProperty('size', 1)
    await server.close()
  })
})

describe('the end of packgraph mcp', () => {
  let workspace: Workspace
  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour })
    await runCli(['index', '.', '--index', 'town.packgraph'], { cwd: workspace.folder })
  })
  afterAll(() => workspace.remove())

  async function running(): Promise<RawServer> {
    const server = startRaw(['--index', 'town.packgraph'], workspace.folder)
    const answer = server.answer(1)
    server.send(initialize)
    server.send(initialized)
    server.send(toolCall(1, 'search', { query: 'harbour' }))
    await answer
    return server
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('comes at %s, with 0 and without a complaint', async (signal) => {
    const server = await running()
    server.process.kill(signal)
    expect(await server.ended).toEqual({ exitCode: 0, signal: null })
    expect(server.stderr()).not.toContain('packgraph:')
  })

  it('comes when stdin ends', async () => {
    const server = await running()
    const startMs = performance.now()
    server.process.stdin?.end()
    expect(await server.ended).toEqual({ exitCode: 0, signal: null })
    expect(performance.now() - startMs).toBeLessThan(3_000)
  })

  it('comes when nobody reads stdout any more', async () => {
    const server = await running()
    server.process.stdout?.destroy()
    server.send(toolCall(2, 'search', { query: 'harbour' }))
    server.send(toolCall(3, 'search', { query: 'harbour' }))
    expect(await server.ended).toEqual({ exitCode: 0, signal: null })
  })
})

describe('a cancelled call', () => {
  let workspace: Workspace
  let embedding: ModelServer
  let server: Connection
  let aborted = 0

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour })
    embedding = await startModelServer((request, response, number) => {
      if (!request.body.input.some((text) => text.includes('forever'))) return wellBehaved(request, response, number)
      response.on('close', () => {
        aborted += 1
      })
    })
    const env = { OPENAI_BASE_URL: embedding.baseUrl }
    const model = ['--embedder', 'openai:test']
    await runCli(['index', '.', '--index', 'town.packgraph', ...model], { cwd: workspace.folder, env })
    server = await connect(['--index', 'town.packgraph', ...model], { cwd: workspace.folder, env })
  })
  afterAll(async () => {
    await server.close()
    await embedding.close()
    workspace.remove()
  })

  it('stops the work that it began, down to the request of the embedder, and others are answered meanwhile', async () => {
    const controller = new AbortController()
    const isAsked = () => embedding.requests.some(({ body }) => body.input.some((text) => text.includes('forever')))
    const waiting = server.call('search', { query: 'wait forever' }, { signal: controller.signal })
    const outcome = waiting.then(
      () => 'answered',
      () => 'cancelled',
    )
    await expect.poll(isAsked, { timeout: 10_000 }).toBe(true)
    expect(valuesOf(await server.call('status'))).toMatchObject({ documents: 1 })
    expect(aborted).toBe(0)
    controller.abort('no longer wanted')
    expect(await outcome).toBe('cancelled')
    await expect.poll(() => aborted, { timeout: 5_000 }).toBe(1)
    expect(valuesOf(await server.call('search', { query: 'harbour' }))).toHaveProperty('results')
    expect(server.notes()).not.toContain('defect')
  })
})

describe('a service that never answers', () => {
  it('does not keep the server when its client has gone', async () => {
    const workspace = createWorkspace({ 'harbour.md': harbour })
    await runCli(['index', '.', '--index', 'town.packgraph'], { cwd: workspace.folder })
    let requests = 0
    const embedding = await startModelServer(() => {
      requests += 1
    })
    const env = { OPENAI_BASE_URL: embedding.baseUrl }
    const server = startRaw(['--index', 'town.packgraph', '--embedder', 'openai:test'], workspace.folder, env)
    server.send(initialize)
    server.send(initialized)
    server.send(toolCall(1, 'search', { query: 'harbour' }))
    await expect.poll(() => requests, { timeout: 10_000 }).toBeGreaterThan(0)
    const startMs = performance.now()
    server.process.stdin?.end()
    expect(await server.ended).toEqual({ exitCode: 0, signal: null })
    expect(performance.now() - startMs).toBeLessThan(6_000)
    await embedding.close()
    workspace.remove()
  })
})
