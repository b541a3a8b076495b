import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedEmbedder, type UncheckedEmbedder } from '../../../src/adapters/models/checked.ts'
import { PackgraphError } from '../../../src/domain/errors.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { describeEmbedderContract } from '../../contracts/embedder-contract.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'

const options = { kind: 'document' } as const

/** A user's embedder of three dimensions that returns whatever a test wants. */
function returning(vectors: unknown): Embedder {
  const embed = async (): Promise<readonly Float32Array[]> => vectors as readonly Float32Array[]
  return checkedEmbedder({ identity: 'mine@1', dimensions: 3, denseWeight: 1, embed })
}

describeEmbedderContract('checked fake', async () => checkedEmbedder(fakeEmbedder()))

describe('a checked embedder', () => {
  it.each<[string, unknown, string]>([
    ['too few vectors', [[1, 2, 3]], 'returned 1 vectors for 2 texts'],
    [
      'too many vectors',
      [
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
      'returned 3 vectors for 2 texts',
    ],
    ['no list', undefined, 'returned no list of vectors for 2 texts'],
    [
      'a short vector',
      [
        [1, 2, 3],
        [1, 2],
      ],
      'returned a vector of 2 numbers instead of 3 at position 1',
    ],
    [
      'a long vector',
      [Float32Array.of(1, 2, 3, 4), [1, 2, 3]],
      'returned a vector of 4 numbers instead of 3 at position 0',
    ],
    [
      'NaN',
      [
        [1, 2, 3],
        [1, Number.NaN, 3],
      ],
      'returned NaN for number 1 of the vector at position 1',
    ],
    [
      'infinity',
      [Float32Array.of(1, 1 / 0, 3), [1, 2, 3]],
      'returned Infinity for number 1 of the vector at position 0',
    ],
    [
      'null',
      [
        [1, 2, null],
        [1, 2, 3],
      ],
      'returned null for number 2 of the vector at position 0',
    ],
    [
      'text',
      [
        ['1', '2', '3'],
        [1, 2, 3],
      ],
      'returned 1 for number 0 of the vector at position 0',
    ],
    ['zero', [[1, 2, 3], new Float32Array(3)], 'returned a zero vector at position 1'],
    ['nothing in a place', [[1, 2, 3], undefined], 'returned something that is not a vector at position 1'],
  ])('refuses %s and says where', async (_, vectors, message) => {
    await expect(returning(vectors).embed(['a', 'b'], options)).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: `the embedder mine@1 ${message}`,
      hint: expect.stringContaining('Nothing of this batch was stored'),
    })
  })

  it('scales any other vector to unit length, its direction kept (property)', async () => {
    const numbers = fc.double({ min: -1e30, max: 1e30, noNaN: true })
    await fc.assert(
      fc.asyncProperty(fc.tuple(numbers, numbers, numbers), async (values) => {
        fc.pre(values.some((value) => Math.abs(value) > 1e-30))
        const [vector] = await returning([values]).embed(['a'], options)
        expect(Math.hypot(...vector!)).toBeCloseTo(1, 5)
        const length = Math.hypot(...values)
        for (const [axis, value] of values.entries()) expect(vector![axis]).toBeCloseTo(value / length, 5)
      }),
    )
  })

  it('hands on vectors that are right, bit for bit', async () => {
    const vectors = [Float32Array.of(0.6, 0.8, 0)]
    expect((await returning(vectors).embed(['a'], options))[0]).toBe(vectors[0])
  })

  it('wraps what the embedder throws, and lets our own errors through', async () => {
    const cause = new Error('socket closed')
    const own = new PackgraphError('EMBEDDER_UNAVAILABLE', 'gone')
    const throwing = (error: unknown): Embedder =>
      checkedEmbedder({ ...fakeEmbedder({ identity: 'mine@1' }), embed: () => Promise.reject(error) })
    await expect(throwing(cause).embed(['a'], options)).rejects.toMatchObject({
      code: 'EMBEDDER_FAILED',
      message: 'the embedder mine@1 failed: socket closed',
      cause,
    })
    await expect(throwing(own).embed(['a'], options)).rejects.toBe(own)
  })

  it('says CANCELLED when the embedder fails because it was cancelled', async () => {
    const controller = new AbortController()
    const embed: UncheckedEmbedder['embed'] = async () => {
      controller.abort()
      throw new Error('aborted')
    }
    const embedding = checkedEmbedder({ ...fakeEmbedder(), embed }).embed(['a'], {
      ...options,
      signal: controller.signal,
    })
    await expect(embedding).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it.each<[string, Partial<Embedder>]>([
    ['identity', { identity: '' }],
    ['dimensions', { dimensions: 0 }],
    ['dimensions', { dimensions: 1.5 }],
    ['denseWeight', { denseWeight: Number.NaN }],
    ['denseWeight', { denseWeight: 1.1 }],
  ])('refuses an unusable %s at once', (field, declarations) => {
    expect(() => checkedEmbedder({ ...fakeEmbedder(), ...declarations })).toThrowError(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining(field) }),
    )
  })
})
