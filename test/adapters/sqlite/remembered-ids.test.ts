import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { draftOf, hyperedgeOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { dumpStore } from '../../contracts/store-dump.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()

it('forgets the ids of entities when another connection has written', async () => {
  const path = folder.path('two-connections.packgraph')
  const left = await openSqliteStore(path)
  const right = await openSqliteStore(path)
  await left.write({ identity: IDENTITY })
  await left.write({ put: [draftOf('a', 'rome')] })
  await right.write({ remove: [{ collection: 'default', uri: 'a' }] })
  await right.write({ put: [draftOf('b', 'oslo')] })
  await left.write({ put: [draftOf('c', 'rome oslo')] })
  await right.write({ put: [draftOf('a', 'rome')] })
  const { documents, totals } = await dumpStore(right)
  const names = documents.map(({ hyperedges }) => hyperedges[0]?.incidences.map(({ entity }) => entity))
  expect(names).toEqual([['rome'], ['oslo'], ['rome', 'oslo']])
  expect(totals.entities).toBe(2)
  await left.close()
  await right.close()
})

it('forgets the ids that a failed batch stored', async () => {
  const store = await openSqliteStore(folder.path('failed-batch.packgraph'))
  await store.write({ identity: IDENTITY })
  const tokenCost = { tokens: 1, tokenizer: 'new@1' }
  const edge = hyperedgeOf('rome', 0, { tokenCost })
  await expect(store.write({ put: [{ ...draftOf('a', ''), hyperedges: [edge, edge] }] })).rejects.toThrow('UNIQUE')
  expect(await store.generation()).toBe(1)
  await store.write({ put: [draftOf('b', 'oslo'), { ...draftOf('c', ''), hyperedges: [edge] }] })
  const { documents, totals } = await dumpStore(store)
  expect(documents.map(({ hyperedges }) => hyperedges[0]?.incidences[0]?.entity)).toEqual(['oslo', 'rome'])
  expect(totals.tokenizers.map(({ identity }) => identity)).toEqual(['letters@1', 'new@1'])
  await store.close()
})
