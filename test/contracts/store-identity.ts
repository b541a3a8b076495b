import { expect, it } from 'vitest'
import type { StoreIdentity } from '../../src/ports/store.ts'
import type { StoreContract } from './store-contract.ts'
import { DIMENSIONS, draftOf, hyperedgeOf, IDENTITY } from './store-drafts.ts'

/** What a store was built with, and when that may change. */
export function describeIdentity(create: StoreContract['create']): void {
  const otherEmbedder: StoreIdentity = { ...IDENTITY, embedder: { identity: 'other@1', dimensions: DIMENSIONS } }
  const otherExtractor: StoreIdentity = { ...IDENTITY, extractor: 'other@1' }

  it('has none at first, and refuses documents until it is set', async () => {
    const store = await create()
    expect(await store.identity()).toBeUndefined()
    await expect(store.write({ put: [draftOf('a', 'text')] })).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' })
    await store.write({ identity: IDENTITY })
    await store.write({ put: [draftOf('a', 'text')] })
    expect(await store.identity()).toEqual(IDENTITY)
    await store.close()
  })

  it('comes with the first documents, in one change', async () => {
    const store = await create()
    const { generation } = await store.write({ identity: IDENTITY, put: [draftOf('a', 'text')] })
    expect(generation).toBe(1)
    expect(await store.identity()).toEqual(IDENTITY)
    await store.close()
  })

  it('changes its embedder only while no other document is stored', async () => {
    const store = await create()
    const put = [draftOf('a', 'text')]
    await store.write({ identity: otherEmbedder })
    await store.write({ identity: IDENTITY, put })
    await store.write({ identity: IDENTITY })
    await expect(store.write({ identity: otherEmbedder })).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' })
    await expect(store.write({ identity: otherEmbedder, put: [draftOf('b', 'text')] })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
    })
    expect(await store.identity()).toEqual(IDENTITY)
    expect((await store.status()).documents).toBe(1)
    await store.write({ identity: otherEmbedder, put })
    expect(await store.identity()).toEqual(otherEmbedder)
    await store.close()
  })

  it('takes another extractor at any time', async () => {
    const store = await create()
    await store.write({ identity: IDENTITY, put: [draftOf('a', 'text')] })
    await store.write({ identity: otherExtractor })
    expect(await store.identity()).toEqual(otherExtractor)
    await store.close()
  })

  it('is not taken from a batch that fails', async () => {
    const store = await create()
    const bad = draftOf('\ud800', 'text')
    await expect(store.write({ identity: IDENTITY, put: [bad] })).rejects.toMatchObject({ code: 'INPUT' })
    expect(await store.identity()).toBeUndefined()
    await store.close()
  })

  it('refuses a batch with a vector of another dimension, whole', async () => {
    const store = await create()
    await store.write({ identity: IDENTITY })
    const wrong = { ...draftOf('b', ''), hyperedges: [hyperedgeOf('short', 0, { embedding: Float32Array.of(1, 2) })] }
    await expect(store.write({ put: [draftOf('a', 'fine'), wrong] })).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
      facts: { uri: 'b', dimensions: 2, expected: DIMENSIONS },
    })
    expect((await store.status()).documents).toBe(0)
    await store.close()
  })
}
