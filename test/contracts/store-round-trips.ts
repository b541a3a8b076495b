import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Metadata } from '../../src/domain/document.ts'
import type { DocumentDraft, Store } from '../../src/ports/store.ts'
import { DIMENSIONS, draftOf, hyperedgeOf, originalOf, sha256 } from './store-drafts.ts'
import { dumpStore } from './store-dump.ts'

const float = fc.float({ noNaN: true })
const wellFormed = fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text))
/** Strings of UTF-16 units, halves of surrogate pairs included. */
const anyString = fc.oneof(
  wellFormed,
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
)

const incidences = fc.uniqueArray(
  fc.record({
    entity: wellFormed,
    weight: fc.oneof(fc.nat(100), fc.double({ noNaN: true, min: 0 })),
    owned: fc.constantFrom('title' as const, 'lead' as const, false as const),
    sentences: fc.array(fc.nat(3000)),
  }),
  { selector: ({ entity }) => entity, maxLength: 5 },
)

const hyperedge = fc.record({
  kind: fc.constantFrom('passage', 'list', 'table', 'code', 'data'),
  span: fc.record({ start: fc.maxSafeNat(), end: fc.maxSafeNat() }),
  text: wellFormed,
  headingPath: fc.array(anyString),
  opening: wellFormed,
  closing: wellFormed,
  tokenCost: fc.record({ tokens: fc.nat(), tokenizer: wellFormed }),
  textHash: wellFormed,
  incidences,
  embedding: fc
    .array(float, { minLength: DIMENSIONS, maxLength: DIMENSIONS })
    .map((values) => Float32Array.from(values)),
})

const draft: fc.Arbitrary<DocumentDraft> = fc
  .record({
    uri: wellFormed,
    collection: wellFormed,
    title: wellFormed,
    mediaType: wellFormed,
    metadata: fc.dictionary(anyString, fc.jsonValue()).map((facts): Metadata => ({ ...facts })),
    stable: fc.boolean(),
    origin: wellFormed,
    bytes: fc.uint8Array(),
    encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const, 'latin1' as const),
    contentHash: wellFormed,
    hyperedges: fc.array(hyperedge, { maxLength: 4 }),
  })
  .map(({ bytes, encoding, contentHash, hyperedges, ...description }) => ({
    document: { ...description, originalId: sha256(bytes) },
    original: { id: sha256(bytes), bytes, encoding },
    contentHash,
    hyperedges: hyperedges.map((edge, index) => ({ ...edge, ordinal: index * 3 })),
  }))

/** That what goes in comes out. */
export function describeRoundTrips(current: () => Store): void {
  it('gives back every field of every row', async () => {
    const store = current()
    await fc.assert(
      fc.asyncProperty(draft, async (put) => {
        await store.write({ put: [put] })
        const { documents } = await dumpStore(store)
        await store.write({ remove: [put.document] })
        expect(documents).toEqual([
          {
            description: { ...put.document, metadata: JSON.parse(JSON.stringify(put.document.metadata)) },
            contentHash: put.contentHash,
            original: put.original,
            hyperedges: put.hyperedges.map(({ tokenCost, textHash, incidences: found, embedding, ...unit }) => ({
              unit,
              tokenCost,
              textHash,
              incidences: found,
              embedding: [...embedding],
            })),
          },
        ])
      }),
      { numRuns: 150 },
    )
  })

  it('keeps large originals, long texts, many headings and no hyperedges at all', async () => {
    const store = current()
    const bytes = Uint8Array.from({ length: 5_000_000 }, (_, index) => (index * 31) % 256)
    const original = { ...originalOf(''), id: sha256(bytes), bytes }
    const long = 'é😀\u0000'.repeat(100_000)
    const large: DocumentDraft = {
      ...draftOf('large', '', { originalId: original.id }),
      original,
      hyperedges: [hyperedgeOf(long, 0, { headingPath: Array.from({ length: 500 }, (_, level) => `h${level}`) })],
    }
    const { addedHyperedgeIds } = await store.write({ put: [large, draftOf('empty', '')] })
    const [read] = await store.readHyperedges(addedHyperedgeIds)
    expect(read?.text === long).toBe(true)
    expect(read?.headingPath).toHaveLength(500)
    const stored = await store.readOriginal(original.id)
    expect(Buffer.compare(Buffer.from(stored!.bytes), bytes)).toBe(0)
    expect(await store.status()).toMatchObject({ documents: 2, hyperedges: 1, originalBytes: 5_000_000 })
  })

  it.each(['uri', 'collection', 'title', 'mediaType', 'origin'] as const)(
    'refuses half a surrogate pair in %s',
    async (field) => {
      const put = [draftOf('a', 'text', { [field]: 'x\ud83d' })]
      await expect(current().write({ put })).rejects.toMatchObject({ code: 'INPUT', facts: { field } })
    },
  )

  it.each([{ text: 'x\ude00' }, { opening: '\ud800' }, { closing: '\ud800' }] as const)(
    'refuses half a surrogate pair in a hyperedge: %j',
    async (more) => {
      const put = [{ ...draftOf('a', ''), hyperedges: [hyperedgeOf('text', 0, more)] }]
      await expect(current().write({ put })).rejects.toMatchObject({ code: 'INPUT' })
    },
  )

  it('reads hyperedges in the order asked for, and leaves out what it does not have', async () => {
    const store = current()
    const { addedHyperedgeIds } = await store.write({ put: [draftOf('a', 'one\ntwo'), draftOf('b', 'three')] })
    const [one = 0, two = 0, three = 0] = addedHyperedgeIds
    const read = await store.readHyperedges([three, 999_999, one, two, one])
    expect(read.map(({ text }) => text)).toEqual(['three', 'one', 'two', 'one'])
    expect(await store.readHyperedges([])).toEqual([])
  })

  it('finds documents by key, in the order asked for', async () => {
    const store = current()
    await store.write({ put: [draftOf('a', 'one'), draftOf('b', 'two')] })
    const key = (uri: string) => ({ collection: 'default', uri })
    const [b, absent, a] = await store.findDocuments([key('b'), key('absent'), key('a')])
    expect([b?.uri, absent, a?.uri]).toEqual(['b', undefined, 'a'])
    expect(await store.readOriginal(sha256('absent'))).toBeUndefined()
  })

  it('finds the documents that have an original, by collection and uri', async () => {
    const store = current()
    await store.write({
      put: [
        draftOf('b', 'same'),
        draftOf('a', 'same', { collection: 'other' }),
        draftOf('a', 'same'),
        draftOf('c', 'not'),
      ],
    })
    const rows = await store.documentsOfOriginal(originalOf('same').id)
    expect(rows.map(({ collection, uri }) => `${collection}/${uri}`)).toEqual(['default/a', 'default/b', 'other/a'])
    expect(await store.documentsOfOriginal(sha256('absent'))).toEqual([])
  })
}
