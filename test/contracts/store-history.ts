import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DocumentDraft, DocumentKey, Store } from '../../src/ports/store.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import type { StoreContract } from './store-contract.ts'
import { draftOf, IDENTITY } from './store-drafts.ts'
import { dumpStore } from './store-dump.ts'

type Change =
  | { readonly type: 'write'; readonly remove: readonly DocumentKey[]; readonly put: readonly DocumentDraft[] }
  | { readonly type: 'rename'; readonly from: DocumentKey; readonly to: DocumentKey }

// Few keys, texts and words, so that changes meet.
const key = fc.record({ collection: fc.constantFrom('c', 'd'), uri: fc.constantFrom('1', '2', '3') })
const line = fc.array(fc.constantFrom('rome', 'paris', 'oslo', 'kyoto'), { minLength: 1, maxLength: 3 })
const text = fc.array(line, { maxLength: 2 }).map((lines) => lines.map((words) => words.join(' ')).join('\n'))
const put = fc.tuple(key, text).map(([{ collection, uri }, body]) => draftOf(uri, body, { collection }))
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('write' as const),
      remove: fc.array(key, { maxLength: 2 }),
      put: fc.array(put, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rename' as const), from: key, to: key }) },
)

/** That a store is what its last state says, however it came about. */
export function describeStoreHistory(create: StoreContract['create']): void {
  it('equals a model after any history, and a new store filled with the final state', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const stores = { tested: await create(), fresh: await create(), model: new MemoryStore() }
        for (const store of Object.values(stores)) await store.write({ identity: IDENTITY })
        for (const each of changes) {
          expect(await outcome(stores.tested, each)).toEqual(await outcome(stores.model, each))
        }
        const drafts = await finalDrafts(stores.model, changes)
        await stores.fresh.write({ put: drafts })
        const dump = await dumpStore(stores.tested)
        expect(dump).toEqual(await dumpStore(stores.model))
        expect(withoutTitles(dump)).toEqual(withoutTitles(await dumpStore(stores.fresh)))
        for (const store of Object.values(stores)) await store.close()
      }),
      { numRuns: 40 },
    )
  })
}

/** Generation, and how many hyperedges went and came, or the code of the error. Ids are the store's own business. */
async function outcome(store: Store, change: Change): Promise<unknown> {
  try {
    if (change.type === 'rename') return await store.rename(change.from, change.to)
    const { generation, removedHyperedgeIds, addedHyperedgeIds } = await store.write(change)
    return [generation, removedHyperedgeIds.length, addedHyperedgeIds.length]
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

/** What a build from nothing would put: for each document that is left, a draft made from its original's text. */
async function finalDrafts(model: MemoryStore, changes: readonly Change[]): Promise<readonly DocumentDraft[]> {
  const textOf = new Map(
    changes
      .flatMap((change) => (change.type === 'write' ? change.put : []))
      .map(({ original }) => [original.id, new TextDecoder().decode(original.bytes)]),
  )
  const { documents } = await dumpStore(model)
  return documents.map(({ description: { uri, collection, originalId } }) =>
    draftOf(uri, textOf.get(originalId) ?? '', { collection }),
  )
}

/** A renamed document keeps the title that its old uri gave it. */
function withoutTitles({ documents, totals }: Awaited<ReturnType<typeof dumpStore>>): unknown {
  return {
    totals,
    documents: documents.map(({ description, ...rest }) => ({ ...rest, description: { ...description, title: '' } })),
  }
}
