import { expect, it } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import { draftOf } from './store-drafts.ts'
import { rowsOf, vectorsOf } from './store-dump.ts'

/** A snapshot is one state of the store, whatever is written meanwhile. */
export function describeSnapshots(current: () => Store): void {
  it('shows one state, whatever is written meanwhile', async () => {
    const store = current()
    const put = Array.from({ length: 10 }, (_, index) => draftOf(`old ${index}`, 'one two'))
    const { generation } = await store.write({ put })
    const snapshot = await store.snapshot()
    const edges = snapshot.hyperedges()[Symbol.asyncIterator]()
    const first = await edges.next()
    await store.write({
      remove: put.map(({ document }) => document),
      put: [draftOf('new', 'three'), draftOf('old 5', 'four')],
    })
    expect(await store.generation()).toBe(generation + 1)
    expect(snapshot.generation).toBe(generation)
    expect(first.done).toBe(false)
    expect(await rowsOf(snapshot.hyperedges())).toHaveLength(10)
    expect(await rowsOf(snapshot.incidences())).toHaveLength(20)
    expect((await vectorsOf(snapshot)).size).toBe(10)
    expect((await rowsOf(snapshot.documents())).map(({ uri }) => uri)).toEqual(put.map(({ document }) => document.uri))
    const later = await store.snapshot()
    expect((await rowsOf(later.documents())).map(({ uri }) => uri)).toEqual(['new', 'old 5'])
    await snapshot.close()
    await later.close()
  })

  it('orders documents by collection and uri as UTF-8, and hyperedges by document and ordinal', async () => {
    const store = current()
    await store.write({
      put: [
        draftOf('😀', 'one', { collection: 'b' }),
        draftOf('', 'two', { collection: 'b' }),
        draftOf('b', 'three\nfour', { collection: 'a' }),
        draftOf('B', 'five', { collection: 'a' }),
      ],
    })
    await store.write({ put: [draftOf('a', 'six', { collection: 'a' })] })
    const snapshot = await store.snapshot()
    expect((await rowsOf(snapshot.documents())).map(({ uri }) => uri)).toEqual(['B', 'a', 'b', '', '😀'])
    const texts = (await rowsOf(snapshot.hyperedges())).map(({ text }) => text)
    expect(texts).toEqual(['five', 'six', 'three', 'four', 'two', 'one'])
    const ids = (await rowsOf(snapshot.incidences())).map(({ hyperedgeId }) => hyperedgeId)
    expect(ids).toEqual([...ids].sort((left, right) => left - right))
    expect([...(await vectorsOf(snapshot)).keys()]).toEqual(ids)
    await snapshot.close()
  })

  it('reads the hyperedges and incidences of some documents, in the order asked for', async () => {
    const store = current()
    const many = Array.from({ length: 2_500 }, (_, index) => `w${index}`).join(' ')
    await store.write({ put: [draftOf('a', 'one\ntwo'), draftOf('b', 'three'), draftOf('c', `four\n${many}`)] })
    const snapshot = await store.snapshot()
    const ids = (await rowsOf(snapshot.documents())).map(({ id }) => id)
    const wanted = [ids[2]!, 1e9, ids[0]!]
    const hyperedges = await rowsOf(snapshot.hyperedges(wanted))
    expect(hyperedges.map(({ text }) => text)).toEqual(['four', many, 'one', 'two'])
    const all = await rowsOf(snapshot.incidences())
    const expected = hyperedges.flatMap(({ id }) => all.filter(({ hyperedgeId }) => hyperedgeId === id))
    expect(expected).toHaveLength(2_503)
    expect(await rowsOf(snapshot.incidences(wanted))).toEqual(expected)
    expect(await rowsOf(snapshot.hyperedges([]))).toEqual([])
    expect(await rowsOf(snapshot.incidences([]))).toEqual([])
    await snapshot.close()
  })

  it('gives the id of every hyperedge once', async () => {
    const store = current()
    const put = Array.from({ length: 9 }, (_, index) => draftOf(`old ${index}`, 'one\ntwo\nthree'))
    await store.write({ put })
    await store.write({ put: [draftOf('old 4', 'four')], remove: [{ collection: 'default', uri: 'old 2' }] })
    const snapshot = await store.snapshot()
    await store.write({ put: [draftOf('new', 'five')] })
    const ids = await rowsOf(snapshot.hyperedgeIds())
    expect(ids).toHaveLength(22)
    expect([...ids].sort((left, right) => left - right)).toEqual([...(await vectorsOf(snapshot)).keys()])
    await snapshot.close()
  })

  it('gives no page at all for an empty store', async () => {
    const snapshot = await current().snapshot()
    const pages: unknown[] = []
    for await (const page of snapshot.documents()) pages.push(page)
    for await (const page of snapshot.hyperedges()) pages.push(page)
    for await (const page of snapshot.incidences()) pages.push(page)
    for await (const page of snapshot.embeddings()) pages.push(page)
    for await (const page of snapshot.hyperedgeIds()) pages.push(page)
    expect(pages).toEqual([])
    await snapshot.close()
  })

  it('reads nothing once it is closed', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one')] })
    const snapshot = await store.snapshot()
    await snapshot.close()
    await snapshot.close()
    await expect(rowsOf(snapshot.hyperedges())).rejects.toMatchObject({ code: 'INDEX_CLOSED' })
  })
}
