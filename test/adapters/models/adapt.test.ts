import { describe, expect, it } from 'vitest'
import { adaptEmbedder } from '../../../src/adapters/models/adapt.ts'
import { describeEmbedderContract } from '../../contracts/embedder-contract.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'

const fake = fakeEmbedder({ dimensions: 8 })

async function numbersOf(texts: readonly string[]): Promise<number[][]> {
  return (await fake.embed(texts, { kind: 'document' })).map((vector) => Array.from(vector))
}

/** The shape of the AI SDK's embedding models. */
class SdkModel {
  readonly provider = 'acme'
  readonly modelId = 'embed-3'
  readonly maxEmbeddingsPerCall: number | undefined
  readonly calls: string[][] = []
  constructor(maxEmbeddingsPerCall?: number) {
    this.maxEmbeddingsPerCall = maxEmbeddingsPerCall
  }
  async doEmbed({ values }: { values: string[] }): Promise<{ embeddings: number[][] }> {
    this.calls.push(values)
    return { embeddings: await numbersOf(values) }
  }
}

/** The shape of LangChain's embeddings. */
class ClientEmbeddings {
  readonly model = 'embed-3'
  readonly asked: string[] = []
  async embedDocuments(texts: string[]): Promise<number[][]> {
    return numbersOf(texts)
  }
  async embedQuery(text: string): Promise<number[]> {
    this.asked.push(text)
    return (await numbersOf([text]))[0]!
  }
}

describeEmbedderContract('AI SDK model', () => adaptEmbedder(new SdkModel(3)))
describeEmbedderContract('LangChain embeddings', () => adaptEmbedder(new ClientEmbeddings()))

describe('adapting embedders', () => {
  it('takes our own shape as it is, checked', async () => {
    const adapted = await adaptEmbedder({ ...fake, identity: 'mine@1' })
    expect(adapted).toMatchObject({ identity: 'mine@1', dimensions: 8, denseWeight: 0.5 })
    const zero = { ...fake, embed: async () => [new Float32Array(8)] }
    await expect((await adaptEmbedder(zero)).embed(['a'], { kind: 'query' })).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
    })
  })

  it('keeps the object that a method belongs to', async () => {
    class Mine {
      readonly identity = 'mine@1'
      readonly dimensions = 3
      readonly #vector = Float32Array.of(0, 1, 0)
      async embed(texts: readonly string[]): Promise<Float32Array[]> {
        return texts.map(() => this.#vector.slice())
      }
    }
    const adapted = await adaptEmbedder(new Mine())
    expect(adapted.denseWeight).toBe(0.8)
    expect(await adapted.embed(['a'], { kind: 'query' })).toEqual([Float32Array.of(0, 1, 0)])
  })

  it('names an AI SDK model by provider and model, finds its dimension, and keeps to its limit', async () => {
    const model = new SdkModel(2)
    const adapted = await adaptEmbedder(model)
    expect(adapted).toMatchObject({ identity: 'acme/embed-3', dimensions: 8 })
    const texts = ['a', 'b', 'c', 'd', 'e']
    expect(await adapted.embed(texts, { kind: 'document' })).toEqual(await fake.embed(texts, { kind: 'document' }))
    expect(model.calls.slice(1)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('asks LangChain embeddings for queries one by one', async () => {
    const client = new ClientEmbeddings()
    const adapted = await adaptEmbedder(client, { dimensions: 8 })
    expect(adapted.identity).toBe('ClientEmbeddings/embed-3')
    await adapted.embed(['a', 'b'], { kind: 'document' })
    expect(client.asked).toEqual([])
    await adapted.embed(['c', 'd'], { kind: 'query' })
    expect(client.asked).toEqual(['c', 'd'])
  })

  it('probes nothing when the description says all, and believes the description', async () => {
    const model = new SdkModel()
    const adapted = await adaptEmbedder(model, { identity: 'acme@2', dimensions: 9, denseWeight: 0.3 })
    expect(adapted).toMatchObject({ identity: 'acme@2', dimensions: 9, denseWeight: 0.3 })
    expect(model.calls).toEqual([])
    await expect(adapted.embed(['a'], { kind: 'query' })).rejects.toThrow('8 numbers instead of 9')
  })

  it('refuses objects of no known shape, and models without a name', async () => {
    await expect(adaptEmbedder({ encode: () => [] })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
    const nameless = { embedDocuments: numbersOf, embedQuery: async () => [1] }
    await expect(adaptEmbedder(nameless)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      hint: expect.stringContaining('identity'),
    })
  })

  it('says that a first text failed', async () => {
    const failing = { provider: 'acme', modelId: 'm', doEmbed: () => Promise.reject(new Error('no quota')) }
    await expect(adaptEmbedder(failing)).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: 'the embedder acme/m failed on a first text: no quota',
    })
    const empty = { provider: 'acme', modelId: 'm', doEmbed: async () => ({ embeddings: [[]] }) }
    await expect(adaptEmbedder(empty)).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })
  })
})
