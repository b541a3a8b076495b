import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import {
  type OpenAiEmbedderOptions,
  openOpenAiEmbedder,
} from '../../../../src/adapters/models/openai/openai-embedder.ts'
import type { Embedder } from '../../../../src/ports/embedder.ts'
import { describeEmbedderContract } from '../../../contracts/embedder-contract.ts'
import {
  type Behaviour,
  fail,
  type ModelServer,
  startModelServer,
  succeed,
  vectorFor,
  wellBehaved,
} from './model-server.ts'

const KEY = 'sk-secret-0123456789'
const servers: ModelServer[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(behave: Behaviour): Promise<ModelServer> {
  const server = await startModelServer(behave)
  servers.push(server)
  return server
}

/** An embedder of a server's service that knows its dimension already and waits little. */
function open(server: ModelServer, options: OpenAiEmbedderOptions = {}): Promise<Embedder> {
  return openOpenAiEmbedder('test-model', {
    baseUrl: server.baseUrl,
    apiKey: KEY,
    dimensions: 3,
    backoffMs: 1,
    ...options,
  })
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return Float32Array.from(values, (value) => value / length)
}

describe('the OpenAI-compatible embedder', () => {
  let shared: ModelServer | undefined
  describeEmbedderContract('openai', async () => {
    shared ??= await startModelServer(wellBehaved)
    return open(shared)
  })
  afterAll(() => shared?.close())

  it('asks /embeddings with model, key and plain numbers, and normalises what comes', async () => {
    const server = await serve(wellBehaved)
    const embedder = await open(server)
    const texts = ['a', 'bb', 'ccc']
    expect(await embedder.embed(texts, { kind: 'document' })).toEqual(texts.map((text) => unit(vectorFor(text))))
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: `Bearer ${KEY}` },
      body: { model: 'test-model', input: texts, encoding_format: 'float', dimensions: 3 },
    })
    expect(embedder.identity).toBe('openai:test-model;dimensions=3')
  })

  it('finds the dimension with one short text when none is given, and then asks for no other', async () => {
    const server = await serve(wellBehaved)
    const embedder = await openOpenAiEmbedder('test-model', { baseUrl: `${server.baseUrl}/` })
    expect(embedder).toMatchObject({ identity: 'openai:test-model', dimensions: 3 })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.body.dimensions).toBeUndefined()
  })

  it('takes address and key from the environment, and works without a key', async () => {
    const server = await serve(wellBehaved)
    vi.stubEnv('OPENAI_BASE_URL', server.baseUrl)
    vi.stubEnv('OPENAI_API_KEY', KEY)
    await openOpenAiEmbedder('test-model')
    vi.stubEnv('OPENAI_API_KEY', '')
    await openOpenAiEmbedder('test-model')
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`, undefined])
  })

  it('puts vectors in the order of the texts by their index', async () => {
    const server = await serve(({ body }, response) => {
      const data = body.input.map((text, index) => ({ index, embedding: vectorFor(text) }))
      succeed(response, data.reverse())
    })
    const texts = ['a', 'bb', 'ccc']
    expect(await (await open(server)).embed(texts, { kind: 'document' })).toEqual(
      texts.map((text) => unit(vectorFor(text))),
    )
  })

  it('cuts many texts into requests by count and size, at most so many at once', async () => {
    const server = await serve((request, response, number) => {
      setTimeout(() => wellBehaved(request, response, number), 5)
    })
    const texts = Array.from({ length: 40 }, (_, length) => 'x'.repeat(length + 1))
    const embedder = await open(server, { batchTexts: 7, batchBytes: 100, concurrency: 3 })
    expect(await embedder.embed(texts, { kind: 'document' })).toEqual(texts.map((text) => unit(vectorFor(text))))
    for (const { body } of server.requests) {
      expect(body.input.length).toBeLessThanOrEqual(7)
      expect(body.input.length === 1 || body.input.join('').length <= 100).toBe(true)
    }
    expect(server.requests.flatMap(({ body }) => body.input).length).toBe(40)
    expect(server.busiest()).toBeGreaterThan(1)
    expect(server.busiest()).toBeLessThanOrEqual(3)
  })

  it('puts the prefix of its kind before a text and sends no empty ones', async () => {
    const server = await serve(wellBehaved)
    const embedder = await open(server, { queryPrefix: 'query: ' })
    await embedder.embed(['x', ''], { kind: 'query' })
    await embedder.embed(['x', ''], { kind: 'document' })
    expect(server.requests.map(({ body }) => body.input)).toEqual([
      ['query: x', 'query: '],
      ['x', ' '],
    ])
  })

  it('tries again after server errors, rate limits and broken connections', async () => {
    const server = await serve((request, response, number) => {
      if (number === 0) fail(response, 500, 'overloaded')
      else if (number === 1) fail(response, 429, 'slow down', { 'retry-after': '0' })
      else if (number === 2) response.destroy()
      else wellBehaved(request, response, number)
    })
    expect(await (await open(server)).embed(['a'], { kind: 'document' })).toEqual([unit([1, 1, 2])])
    expect(server.requests).toHaveLength(4)
  })

  it('waits as long as Retry-After asks', async () => {
    const server = await serve((request, response, number) => {
      if (number === 0) fail(response, 429, 'slow down', { 'retry-after': '0.2' })
      else wellBehaved(request, response, number)
    })
    const embedder = await open(server)
    const startMs = performance.now()
    await embedder.embed(['a'], { kind: 'document' })
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(190)
  })

  it('gives up at once when Retry-After asks for longer than there is time', async () => {
    const server = await serve((_, response) => fail(response, 429, 'quota used up', { 'retry-after': '3600' }))
    const embedding = (await open(server)).embed(['a'], { kind: 'document' })
    await expect(embedding).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('quota used up'),
      facts: { status: 429, attempts: 1 },
    })
  })

  it('gives up after its last attempt', async () => {
    const server = await serve((_, response) => fail(response, 503, 'down'))
    const embedding = (await open(server, { retries: 2 })).embed(['a'], { kind: 'document' })
    await expect(embedding).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringMatching(/after 3 attempts: status 503: down$/),
    })
    expect(server.requests).toHaveLength(3)
  })

  it('does not repeat a request that is wrong, and starts no other after it', async () => {
    const server = await serve((_, response) => fail(response, 400, 'no such model'))
    const embedder = await open(server, { batchTexts: 1, concurrency: 1 })
    await expect(embedder.embed(['a', 'b', 'c'], { kind: 'document' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('no such model'),
    })
    expect(server.requests).toHaveLength(1)
  })

  it('says so when nothing listens at the address', async () => {
    const server = await startModelServer(wellBehaved)
    await server.close()
    await expect((await open(server, { retries: 1 })).embed(['a'], { kind: 'document' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('ECONNREFUSED'),
      hint: expect.stringContaining('OPENAI_BASE_URL'),
    })
  })

  it('gives up on a service that never answers', async () => {
    const server = await serve(() => undefined)
    const embedder = await open(server, { timeoutMs: 100 })
    await expect(embedder.embed(['a'], { kind: 'document' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('took longer than 100 ms'),
    })
  })

  it.each(['while a request runs', 'while it waits to repeat one'])('stops %s when cancelled', async (when) => {
    const controller = new AbortController()
    const server = await serve((_, response) => {
      if (when !== 'while a request runs') fail(response, 503, 'down')
      setTimeout(() => controller.abort(), 20)
    })
    const embedder = await open(server, { backoffMs: 5_000 })
    const embedding = embedder.embed(['a'], { kind: 'document', signal: controller.signal })
    await expect(embedding).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it.each<[string, (input: readonly string[]) => unknown, RegExp]>([
    ['a null for a NaN', (input) => input.map((_, index) => ({ index, embedding: [1, null, 2] })), /null for number 1/],
    [
      'a zero vector',
      (input) => input.map((_, index) => ({ index, embedding: [0, 0, 0] })),
      /zero vector at position 0/,
    ],
    ['wrong lengths', (input) => input.map((_, index) => ({ index, embedding: [1, 2] })), /2 numbers instead of 3/],
    [
      'too few vectors',
      (input) => input.slice(1).map((_, index) => ({ index, embedding: [1, 2, 3] })),
      /1 vectors for 2/,
    ],
    ['one index twice', (input) => input.map(() => ({ index: 0, embedding: [1, 2, 3] })), /index 0 twice/],
    ['no vector in an entry', (input) => input.map((_, index) => ({ index })), /no vector at position 0/],
    ['no list', () => 'nonsense', /no list of vectors/],
  ])('refuses an answer with %s', async (_, answer, message) => {
    const server = await serve(({ body }, response) => succeed(response, answer(body.input)))
    await expect((await open(server)).embed(['a', 'b'], { kind: 'document' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringMatching(message),
    })
  })

  it('refuses an answer that is not JSON', async () => {
    const server = await serve((_, response) => response.end('<html>'))
    await expect((await open(server)).embed(['a'], { kind: 'document' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: expect.stringContaining('not JSON'),
    })
  })

  it('never shows the key', async () => {
    const server = await serve((_, response) => fail(response, 401, `Incorrect API key provided: ${KEY}`))
    const error = await (await open(server)).embed(['a'], { kind: 'document' }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'EMBEDDER_FAILED', hint: 'Check OPENAI_API_KEY.' })
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toContain(KEY)
    const broken = await openOpenAiEmbedder('m', { apiKey: `${KEY}\nx` }).catch((caught: unknown) => caught)
    expect(broken).toMatchObject({ code: 'INVALID_OPTION' })
    expect(String(broken)).not.toContain(KEY)
  })

  it.each<[string, OpenAiEmbedderOptions]>([
    ['an address that is none', { baseUrl: 'localhost' }],
    ['an address with a password', { baseUrl: 'https://user:password@example.org/v1' }],
    ['no requests at once', { concurrency: 0 }],
    ['half a text per request', { batchTexts: 0.5 }],
    ['no time', { timeoutMs: Number.NaN }],
    ['more time than a timer can measure', { timeoutMs: 2 ** 31 }],
    ['a dimension that is none', { dimensions: -1 }],
    ['too much weight', { dimensions: 3, denseWeight: 2 }],
  ])('refuses %s', async (_, options) => {
    await expect(openOpenAiEmbedder('m', options)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})
