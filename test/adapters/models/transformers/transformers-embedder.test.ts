import { appendFileSync, cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTransformersEmbedder } from '../../../../src/adapters/models/transformers/transformers-embedder.ts'
import { describeEmbedderContract } from '../../../contracts/embedder-contract.ts'
import { TINY_DIMENSIONS, tokenState, VOCABULARY, type Word, writeTinyModel } from './tiny-model.ts'

let scratch: string
let folder: string

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'packgraph-model-'))
  folder = join(scratch, 'tiny-model')
  writeTinyModel(folder)
})

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
})

/** What the tiny model must give: the mean of the states of all tokens, or the state of the first one, at unit length. */
function expectedVector(words: readonly Word[], pooling: 'mean' | 'cls'): number[] {
  const ids = ['[CLS]' as const, ...words, '[SEP]' as const].map((word) => VOCABULARY.indexOf(word))
  const states = (pooling === 'cls' ? ids.slice(0, 1) : ids).map(tokenState)
  const sums = Array.from({ length: TINY_DIMENSIONS }, (_, axis) =>
    states.reduce((sum, state) => sum + state[axis]!, 0),
  )
  const length = Math.hypot(...sums)
  return sums.map((sum) => sum / length)
}

function expectClose(vector: Float32Array | undefined, expected: readonly number[]): void {
  expect(vector).toHaveLength(expected.length)
  for (const [axis, value] of expected.entries()) expect(vector![axis]).toBeCloseTo(value, 5)
}

describe('the transformers embedder with a local folder', () => {
  describeEmbedderContract('transformers, local folder', () => openTransformersEmbedder(folder))

  it('gives the normalised mean of the token states', async () => {
    const embedder = await openTransformersEmbedder(folder)
    expect(embedder.dimensions).toBe(TINY_DIMENSIONS)
    const [first, second] = await embedder.embed(['Red apple', 'blue ship ship'], { kind: 'document' })
    expectClose(first, expectedVector(['red', 'apple'], 'mean'))
    expectClose(second, expectedVector(['blue', 'ship', 'ship'], 'mean'))
  })

  it('takes the state of the first token when asked', async () => {
    const embedder = await openTransformersEmbedder(folder, { pooling: 'cls' })
    const [vector] = await embedder.embed(['red apple'], { kind: 'document' })
    expectClose(vector, expectedVector(['red', 'apple'], 'cls'))
  })

  it('puts the prefix of its kind before a text', async () => {
    const embedder = await openTransformersEmbedder(folder, { queryPrefix: 'query: ' })
    const [asked] = await embedder.embed(['red'], { kind: 'query' })
    const [stored] = await embedder.embed(['red'], { kind: 'document' })
    expectClose(asked, expectedVector(['query', ':', 'red'], 'mean'))
    expectClose(stored, expectedVector(['red'], 'mean'))
  })

  it('names in its identity what changes vectors, and not where the folder lies', async () => {
    const { identity } = await openTransformersEmbedder(folder)
    expect(identity).toMatch(/^transformers:tiny-model#[0-9a-f]{16};mean$/)
    const copy = join(mkdtempSync(join(scratch, 'elsewhere-')), 'tiny-model')
    cpSync(folder, copy, { recursive: true })
    expect((await openTransformersEmbedder(relative('.', copy))).identity).toBe(identity)
    const others = await Promise.all([
      openTransformersEmbedder(folder, { pooling: 'cls' }),
      openTransformersEmbedder(folder, { queryPrefix: 'query: ' }),
      openTransformersEmbedder(folder, { documentPrefix: 'query: ' }),
    ])
    appendFileSync(join(copy, 'tokenizer.json'), '\n')
    others.push(await openTransformersEmbedder(copy))
    expect(new Set([identity, ...others.map((other) => other.identity)]).size).toBe(5)
  })

  it('uses the quantized file where the folder has only that', async () => {
    const small = join(scratch, 'small-model')
    writeTinyModel(small, 'model_quantized.onnx')
    const embedder = await openTransformersEmbedder(small)
    const [vector] = await embedder.embed(['red'], { kind: 'document' })
    expectClose(vector, expectedVector(['red'], 'mean'))
    await expect(openTransformersEmbedder(small, { quantized: false })).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('onnx/model.onnx'),
    })
  })

  it('leaves the settings of the package as it found them', async () => {
    const { env } = await import('@xenova/transformers')
    const { allowRemoteModels, localModelPath, useFSCache } = env
    await openTransformersEmbedder(folder)
    expect(env).toMatchObject({ allowRemoteModels, localModelPath, useFSCache })
    expect(allowRemoteModels).toBe(true)
  })

  it('says what is missing from a folder', async () => {
    await expect(openTransformersEmbedder('./no-such-model')).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('./no-such-model'),
      hint: expect.stringContaining('onnx/model.onnx'),
    })
    const bare = join(scratch, 'without-tokenizer')
    writeTinyModel(bare)
    renameSync(join(bare, 'tokenizer.json'), join(bare, 'tokens.json'))
    await expect(openTransformersEmbedder(bare)).rejects.toMatchObject({ code: 'EMBEDDER_UNAVAILABLE' })
    const broken = join(scratch, 'broken')
    writeTinyModel(broken)
    appendFileSync(join(broken, 'onnx', 'model.onnx'), 'not a protobuf any more')
    await expect(openTransformersEmbedder(broken)).rejects.toMatchObject({
      code: 'EMBEDDER_UNAVAILABLE',
      message: expect.stringContaining('cannot be loaded'),
    })
  })
})
