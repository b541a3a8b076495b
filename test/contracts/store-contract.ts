import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import { describeArchive } from './store-archive.ts'
import { DIMENSIONS, draftOf, IDENTITY, originalOf } from './store-drafts.ts'
import { dumpStore, rowsOf, vectorsOf } from './store-dump.ts'
import { describeStoreHistory } from './store-history.ts'
import { describeIdentity } from './store-identity.ts'
import { describeLedger } from './store-ledger.ts'
import { describeRequestMemory } from './store-request-memory.ts'
import { describeRoundTrips } from './store-round-trips.ts'
import { describeSavedArrays } from './store-saved-arrays.ts'
import { describeSnapshots } from './store-snapshots.ts'
import { describeToolCalls } from './store-tool-calls.ts'

export interface StoreContract {
  /** Makes an empty store that shares nothing with others. The suite closes it. */
  readonly create: () => Promise<Store>
}

/** Gives the store under test, with its identity set. */
type StoreUnderTest = () => Store

/** What every store must do, wherever it keeps its rows. */
export function describeStoreContract(name: string, { create }: StoreContract): void {
  describe(`${name} as a store`, () => {
    let store: Store
    beforeEach(async () => {
      store = await create()
      await store.write({ identity: IDENTITY })
    })
    afterEach(() => store.close())

    describe('round trips', () => describeRoundTrips(() => store))
    describe('identity', () => describeIdentity(create))
    describe('replacing and removing', () => describeReplacing(() => store))
    describe('archive', () => describeArchive(() => store))
    describe('ledger', () => describeLedger(() => store))
    describe('tool calls', () => describeToolCalls(() => store))
    describe('request memory', () => describeRequestMemory(() => store))
    describe('renaming', () => describeRenaming(() => store))
    describe('costs', () => describeCosts(() => store))
    describe('generation', () => describeGeneration(() => store))
    describe('snapshots', () => describeSnapshots(() => store))
    describe('saved arrays', () => describeSavedArrays(() => store))
    describe('vectors', () => describeVectors(() => store))
    describe('history', () => describeStoreHistory(create))
    describe('closing', () => describeClosing(() => store))
  })
}

function describeVectors(current: StoreUnderTest): void {
  it('reads vectors by id, in the order asked for, and leaves out what does not exist', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\ntwo\nthree')] })
    const [first = 0, second = 0, third = 0] = addedHyperedgeIds
    const snapshot = await store.snapshot()
    const all = await vectorsOf(snapshot)
    const { ids, vectors } = await store.readEmbeddings([third, 999_999, first])
    expect(ids).toEqual([third, first])
    expect([...vectors]).toEqual([...all.get(third)!, ...all.get(first)!])
    await store.write({ remove: [{ collection: 'default', uri: 'a' }] })
    expect((await store.readEmbeddings([first, second])).ids).toEqual([])
    await snapshot.close()
  })

  it('remembers the two newest saved graphs, without another generation', async () => {
    const store = current()
    const generation = await store.generation()
    const snapshotOf = (atGeneration: number, sha256: string) => ({
      generation: atGeneration,
      sha256,
      sizeBytes: 100,
      dimensions: DIMENSIONS,
      vectors: 7,
    })
    const [older, newer, newest, late] = [
      snapshotOf(3, 'c3'),
      snapshotOf(5, 'c5'),
      snapshotOf(5, 'c6'),
      snapshotOf(4, 'c4'),
    ]
    expect(await store.vectorSnapshots()).toEqual([])
    expect(await store.recordVectorSnapshot(older)).toEqual([older])
    expect(await store.recordVectorSnapshot(newer)).toEqual([newer, older])
    expect(await store.recordVectorSnapshot(newest)).toEqual([newest, newer])
    expect(await store.recordVectorSnapshot(late)).toEqual([newest, newer])
    expect(await store.recordVectorSnapshot({ ...newer, generation: 6 })).toEqual([{ ...newer, generation: 6 }, newest])
    expect(await store.vectorSnapshots()).toEqual([{ ...newer, generation: 6 }, newest])
    expect(await store.generation()).toBe(generation)
  })
}

function describeReplacing(current: StoreUnderTest): void {
  const key = (uri: string) => ({ collection: 'default', uri })

  it('replaces a document whole and tells which hyperedges went and came', async () => {
    const store = current()
    const first = await store.write({ put: [draftOf('a', 'one two\nthree'), draftOf('b', 'four')] })
    expect(first.removedHyperedgeIds).toEqual([])
    expect(first.addedHyperedgeIds).toHaveLength(3)
    const second = await store.write({ put: [draftOf('a', 'five')] })
    expect(second.removedHyperedgeIds).toEqual(first.addedHyperedgeIds.slice(0, 2))
    expect(second.addedHyperedgeIds).toHaveLength(1)
    expect(first.addedHyperedgeIds).not.toContain(second.addedHyperedgeIds[0])
    expect(await store.status()).toMatchObject({ documents: 2, hyperedges: 2, entities: 2, originals: 2 })
    expect(await store.readHyperedges(first.addedHyperedgeIds)).toHaveLength(1)
  })

  it('puts a draft in place of the document that it names, or not at all', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'old'), draftOf('b', 'old')] })
    const [a, b] = await store.findDocuments([key('a'), key('b')])
    await store.write({ remove: [key('a')], put: [draftOf('b', 'newer')] })
    const put = [draftOf('a', 'late'), draftOf('b', 'late'), draftOf('c', 'late')].map((draft, position) => ({
      ...draft,
      replacesId: [a, b, a][position]!.id,
    }))
    const { generation } = await store.write({})
    expect(await store.write({ put })).toMatchObject({ generation, documentsPut: 0, addedHyperedgeIds: [] })
    const [, newer] = await store.findDocuments([key('a'), key('b')])
    expect(await store.write({ put: [{ ...draftOf('b', 'last'), replacesId: newer!.id }] })).toMatchObject({
      documentsPut: 1,
    })
    expect((await dumpStore(store)).documents.map(({ hyperedges }) => hyperedges[0]?.unit.text)).toEqual(['last'])
  })

  it('takes no content of a distrusted document for unchanged', async () => {
    const store = current()
    const { generation } = await store.write({ put: [draftOf('a', 'one')] })
    expect((await store.write({ distrust: [key('a'), key('absent')] })).generation).toBe(generation + 1)
    expect((await store.findDocuments([key('a')]))[0]).toMatchObject({ contentHash: '' })
    expect((await store.write({ distrust: [key('a')] })).generation).toBe(generation + 1)
  })

  it('takes the later of two drafts with one key', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\ntwo'), draftOf('a', 'three')] })
    expect(addedHyperedgeIds).toHaveLength(1)
    expect(await store.status()).toMatchObject({ documents: 1, hyperedges: 1, entities: 1, originals: 1 })
  })

  it('removes before it puts', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'old')] })
    await store.write({ remove: [key('a'), key('absent')], put: [draftOf('a', 'new')] })
    expect((await dumpStore(store)).documents.map(({ hyperedges }) => hyperedges[0]?.unit.text)).toEqual(['new'])
  })

  it('never gives an id twice, not even that of the last hyperedge', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one')] })
    await store.write({ remove: [key('a')] })
    const again = await store.write({ put: [draftOf('a', 'one')] })
    expect(again.addedHyperedgeIds[0]).toBeGreaterThan(addedHyperedgeIds[0]!)
  })

  it('keeps an original as long as one document has it', async () => {
    const store = current()
    const { id } = originalOf('shared words')
    await store.write({ put: [draftOf('a', 'shared words'), draftOf('b', 'shared words')] })
    expect(await store.status()).toMatchObject({ originals: 1, documents: 2, originalBytes: 12 })
    await store.write({ remove: [key('a')] })
    expect((await store.readOriginal(id))?.id).toBe(id)
    await store.write({ put: [draftOf('b', 'other words')] })
    expect(await store.readOriginal(id)).toBeUndefined()
  })

  it('keeps an entity as long as one hyperedge mentions it', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'rome paris'), draftOf('b', 'paris oslo')] })
    await store.write({ remove: [key('a')] })
    expect(await store.status()).toMatchObject({ entities: 2, incidences: 2, hyperedges: 1 })
    await store.write({ put: [draftOf('b', 'rome')], remove: [key('b')] })
    expect(await store.status()).toMatchObject({ entities: 1, incidences: 1, hyperedges: 1 })
    const snapshot = await store.snapshot()
    expect((await rowsOf(snapshot.incidences())).map(({ entity }) => entity)).toEqual(['rome'])
  })

  it('gives an entity that comes back the same name, after any number of batches', async () => {
    const store = current()
    for (const text of ['rome', 'paris', 'rome', 'oslo rome', 'paris rome'])
      await store.write({ put: [draftOf('a', text)] })
    const snapshot = await store.snapshot()
    expect((await rowsOf(snapshot.incidences())).map(({ entity }) => entity)).toEqual(['paris', 'rome'])
  })

  it('keeps collections apart', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one'), draftOf('a', 'two', { collection: 'other' })] })
    await store.write({ remove: [key('a')] })
    expect(await store.status()).toMatchObject({ documents: 1, collections: ['other'] })
  })

  it('keeps nothing of a batch that fails', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one')] })
    const before = await dumpStore(store)
    const generation = await store.generation()
    const bad = draftOf('\ud800', 'new words')
    await expect(store.write({ remove: [key('a')], put: [draftOf('c', 'new'), bad] })).rejects.toMatchObject({
      code: 'INPUT',
    })
    expect(await dumpStore(store)).toEqual(before)
    expect(await store.generation()).toBe(generation)
    await store.write({ put: [draftOf('c', 'new words')] })
    expect(await store.status()).toMatchObject({ documents: 2, entities: 3 })
  })
}

function describeRenaming(current: StoreUnderTest): void {
  const from = { collection: 'default', uri: 'a' }
  const to = { collection: 'other', uri: 'b' }

  it('changes the key and nothing else', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\ntwo')] })
    const [before] = await store.findDocuments([from])
    await store.rename(from, to)
    expect(await store.findDocuments([from, to])).toEqual([undefined, { ...before, ...to }])
    expect(await store.readHyperedges(addedHyperedgeIds)).toHaveLength(2)
  })

  it('refuses an unknown document and a key that is taken', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one'), draftOf('b', 'two', { collection: 'other' })] })
    await expect(store.rename({ ...from, uri: 'absent' }, to)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(store.rename(from, to)).rejects.toMatchObject({ code: 'INPUT' })
    await expect(store.rename(from, { ...to, uri: '\udc00' })).rejects.toMatchObject({ code: 'INPUT' })
    expect((await store.findDocuments([from, to])).map((row) => row?.title)).toEqual(['About a', 'About b'])
  })
}

function describeCosts(current: StoreUnderTest): void {
  it('rewrites costs and leaves everything else', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\nthree')] })
    const before = await dumpStore(store)
    const [first = 0] = addedHyperedgeIds
    const cost = { tokens: 7.5, tokenizer: 'other@2' }
    await store.writeCosts([
      { hyperedgeId: first, cost },
      { hyperedgeId: 999_999, cost },
    ])
    const after = await dumpStore(store)
    const [document] = before.documents
    const [edge, ...others] = document!.hyperedges
    expect(after.documents).toEqual([{ ...document, hyperedges: [{ ...edge, tokenCost: cost }, ...others] }])
    expect(after.totals.tokenizers).toEqual([
      { identity: 'letters@1', hyperedges: 1, tokens: 5 },
      { identity: 'other@2', hyperedges: 1, tokens: 7.5 },
    ])
  })
}

function describeGeneration(current: StoreUnderTest): void {
  const a = { collection: 'default', uri: 'a' }

  it('rises by one with every change and is what the write says', async () => {
    const store = current()
    const start = await store.generation()
    const { generation, addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one'), draftOf('c', 'two')] })
    expect(generation).toBe(start + 1)
    expect(await store.rename(a, { ...a, uri: 'b' })).toBe(start + 2)
    const cost = { tokens: 1, tokenizer: 'other@1' }
    expect(await store.writeCosts([{ hyperedgeId: addedHyperedgeIds[0]!, cost }])).toBe(start + 3)
    expect((await store.write({ remove: [{ ...a, uri: 'b' }] })).generation).toBe(start + 4)
    expect((await store.write({ put: [draftOf('c', '')] })).generation).toBe(start + 5)
    expect((await store.write({ remove: [{ ...a, uri: 'c' }] })).generation).toBe(start + 6)
    expect(await store.generation()).toBe(start + 6)
  })

  it('stays where it is when nothing changes', async () => {
    const store = current()
    const { generation, addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one')] })
    await store.write({})
    await store.write({ remove: [{ ...a, uri: 'absent' }], put: [] })
    await store.rename(a, a)
    await store.write({ identity: IDENTITY })
    const same = { tokens: 3, tokenizer: 'letters@1' }
    await store.writeCosts([{ hyperedgeId: addedHyperedgeIds[0]!, cost: same }])
    await store.writeCosts([{ hyperedgeId: 999_999, cost: same }])
    await store.writeCosts([])
    expect(await store.generation()).toBe(generation)
  })
}

function describeClosing(current: StoreUnderTest): void {
  it('answers INDEX_CLOSED to everything, and closes its snapshots', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one')] })
    const snapshot = await store.snapshot()
    await store.close()
    await store.close()
    const closed = { code: 'INDEX_CLOSED' }
    await expect(store.generation()).rejects.toMatchObject(closed)
    await expect(store.write({})).rejects.toMatchObject(closed)
    await expect(store.findDocuments([])).rejects.toMatchObject(closed)
    await expect(store.readHyperedges([])).rejects.toMatchObject(closed)
    await expect(store.archive(originalOf('one'))).rejects.toMatchObject(closed)
    await expect(store.resolveOriginal('0123456789')).rejects.toMatchObject(closed)
    await expect(store.recordSavings([])).rejects.toMatchObject(closed)
    await expect(rowsOf(store.ledger({}))).rejects.toMatchObject(closed)
    await expect(store.snapshot()).rejects.toMatchObject(closed)
    await expect(store.status()).rejects.toMatchObject(closed)
    await expect(rowsOf(snapshot.documents())).rejects.toMatchObject(closed)
  })
}
