import { describe, expect, it } from 'vitest'
import { SyncedVectors } from '../../../../src/adapters/vectors/stored/synced-vectors.ts'
import { DIMENSIONS, draftOf, IDENTITY } from '../../../contracts/store-drafts.ts'
import { vectorsOf } from '../../../contracts/store-dump.ts'
import { FakeVectorIndex } from '../../../fakes/fake-vector-index.ts'
import { MemoryStore } from '../../../fakes/memory-store.ts'

/** A vector index that remembers what it was told. */
class WatchedIndex extends FakeVectorIndex {
  readonly added: number[] = []
  readonly removed: number[] = []
  failing = false

  override async add(ids: ArrayLike<number>, vectors: Float32Array): Promise<void> {
    if (this.failing) throw new Error('no memory')
    this.added.push(...Array.from(ids))
    await super.add(ids, vectors)
  }

  override async remove(ids: ArrayLike<number>): Promise<void> {
    this.removed.push(...Array.from(ids))
    await super.remove(ids)
  }
}

async function filledStore(): Promise<MemoryStore> {
  const store = new MemoryStore()
  await store.write({ identity: IDENTITY, put: [draftOf('a', 'one\ntwo'), draftOf('b', 'three')] })
  return store
}

async function idsOf(store: MemoryStore): Promise<readonly number[]> {
  const snapshot = await store.snapshot()
  const ids = [...(await vectorsOf(snapshot)).keys()]
  await snapshot.close()
  return ids
}

describe('vectors that follow a store', () => {
  it('read only what is new, and drop what has gone', async () => {
    const store = await filledStore()
    const index = new WatchedIndex(DIMENSIONS)
    const synced = new SyncedVectors(index)
    await synced.follow(store)
    const first = await idsOf(store)
    expect(index.added).toEqual(first)
    await store.write({ put: [draftOf('a', 'four'), draftOf('c', 'five')] })
    await synced.follow(store)
    const second = await idsOf(store)
    expect(index.added).toEqual([...new Set([...first, ...second])])
    expect(index.removed).toEqual(first.filter((id) => !second.includes(id)))
    expect(index.size).toBe(second.length)
  })

  it('read nothing while the generation stays, and share the work when several ask', async () => {
    const store = await filledStore()
    const index = new WatchedIndex(DIMENSIONS)
    const synced = new SyncedVectors(index)
    await Promise.all([synced.follow(store), synced.follow(store), synced.follow(store)])
    store.snapshot = () => Promise.reject(new Error('read again'))
    await synced.follow(store)
    expect(index.added).toHaveLength(3)
  })

  it('take what an index holds already as read', async () => {
    const store = await filledStore()
    const index = new WatchedIndex(DIMENSIONS)
    const [first = 0, ...others] = await idsOf(store)
    await new SyncedVectors(index, Float64Array.of(first, 999_999)).follow(store)
    expect(index.added).toEqual(others)
    expect(index.removed).toEqual([999_999])
  })

  it('catch up after a failure', async () => {
    const store = await filledStore()
    const index = new WatchedIndex(DIMENSIONS)
    const synced = new SyncedVectors(index)
    index.failing = true
    await expect(synced.follow(store)).rejects.toThrow('no memory')
    index.failing = false
    await synced.follow(store)
    expect(index.size).toBe(3)
  })
})
