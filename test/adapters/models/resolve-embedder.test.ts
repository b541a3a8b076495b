import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveEmbedder } from '../../../src/adapters/models/resolve-embedder.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { startModelServer, wellBehaved } from './openai/model-server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('resolving embedders', () => {
  it.each(['static', 'static@1'])('knows %s', async (name) => {
    expect((await resolveEmbedder(name)).identity).toBe('static@1')
  })

  it('opens openai:<model> at the address of the environment', async () => {
    const server = await startModelServer(wellBehaved)
    vi.stubEnv('OPENAI_BASE_URL', server.baseUrl)
    const embedder = await resolveEmbedder('openai:nomic-embed-text:v1.5')
    await server.close()
    expect(embedder).toMatchObject({ identity: 'openai:nomic-embed-text:v1.5', dimensions: 3 })
  })

  it('looks for the folder of transformers:<folder>', async () => {
    await expect(resolveEmbedder('transformers:./no-such-model')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('./no-such-model'),
    })
  })

  it('adapts objects', async () => {
    expect((await resolveEmbedder(fakeEmbedder())).identity).toBe('fake@1')
  })

  it.each([
    ['statik', 'static'],
    ['transformer:model', 'transformers'],
    ['open-ai:model', 'openai'],
  ])('refuses %s and names the nearest', async (name, nearest) => {
    await expect(resolveEmbedder(name)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(`did you mean ${nearest}?`),
      hint: expect.stringContaining('openai:<model>'),
    })
  })

  it.each(['', 'word2vec', 'transformers', 'openai:'])('refuses %j', async (name) => {
    await expect(resolveEmbedder(name)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})
