import { expect, it } from 'vitest'
import type { SavedArrays, Store } from '../../src/ports/store.ts'
import { draftOf } from './store-drafts.ts'

export function savedOf(generation: number, lastHyperedgeId: number, more: Partial<SavedArrays> = {}): SavedArrays {
  const large = Uint8Array.from({ length: 9 << 20 }, (_, at) => (at * 2_654_435_761) >>> 24)
  const arrays = new Map([
    ['empty', new Uint8Array(0)],
    ['large', large],
    ['small', Uint8Array.of(1, 2, 3)],
  ])
  return { generation, lastHyperedgeId, stamp: 'a', arrays, ...more }
}

/** Arrays that are derived from rows and saved with them. */
export function describeSavedArrays(current: () => Store): void {
  const read = async (stamp: string): Promise<SavedArrays | undefined> => {
    const snapshot = await current().snapshot()
    const saved = await snapshot.savedArrays(stamp)
    await snapshot.close()
    return saved
  }

  it('gives saved arrays back byte by byte, aligned, under their stamp alone', async () => {
    const store = current()
    const { generation } = await store.write({ put: [draftOf('a', 'one')] })
    expect(await read('a')).toBeUndefined()
    const saved = savedOf(generation, 1)
    expect(await store.saveArrays(saved)).toBe(true)
    expect(await store.generation()).toBe(generation)
    const back = await read('a')
    expect(back && { ...back, arrays: [] }).toEqual({ ...saved, arrays: [] })
    for (const [name, bytes] of saved.arrays) {
      expect(Buffer.compare(back!.arrays.get(name)!, bytes), name).toBe(0)
      expect(back!.arrays.get(name)!.byteOffset % 8).toBe(0)
    }
    expect(await read('b')).toBeUndefined()
  })

  it('keeps the arrays of the later state, whoever saves last', async () => {
    const store = current()
    const { generation } = await store.write({ put: [draftOf('a', 'one')] })
    const next = await store.write({ put: [draftOf('b', 'two')] })
    expect(await store.saveArrays(savedOf(next.generation, 2))).toBe(true)
    expect(await store.saveArrays(savedOf(generation, 1))).toBe(false)
    expect(await store.saveArrays(savedOf(next.generation, 2))).toBe(false)
    expect((await read('a'))?.generation).toBe(next.generation)
    expect(await store.saveArrays(savedOf(next.generation, 2, { stamp: 'b' }))).toBe(true)
    expect(await read('a')).toBeUndefined()
  })

  it('tells how many hyperedges came since', async () => {
    const store = current()
    const { generation, addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\ntwo\nthree')] })
    expect(await store.savedArraysAge('a')).toEqual({ hyperedges: 3, newHyperedges: 3 })
    await store.saveArrays(savedOf(generation, addedHyperedgeIds.at(-1)!))
    expect(await store.savedArraysAge('a')).toEqual({ hyperedges: 3, newHyperedges: 0 })
    await store.write({ put: [draftOf('a', 'one\ntwo'), draftOf('b', 'two')] })
    expect(await store.savedArraysAge('a')).toEqual({ hyperedges: 3, newHyperedges: 3 })
    expect(await store.savedArraysAge('b')).toEqual({ hyperedges: 3, newHyperedges: 3 })
  })
}
