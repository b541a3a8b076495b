import { utimesSync } from 'node:fs'
import { expect, it } from 'vitest'
import { connect } from '../../../src/adapters/sqlite/connection.ts'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { SqliteStore } from '../../../src/adapters/sqlite/store.ts'
import { draftOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { dumpStore } from '../../contracts/store-dump.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()

async function makeIndex(name: string): Promise<string> {
  const path = folder.path(name)
  const store = await openSqliteStore(path)
  await store.write({ identity: IDENTITY })
  await store.write({ put: [draftOf('a', 'some text\nmore text')] })
  await store.close()
  return path
}

function openCopy(path: string): SqliteStore {
  return new SqliteStore({ database: connect(path, 'copy'), path, mode: 'copy' }, 0)
}

it('reads everything from a copy in memory', async () => {
  const path = await makeIndex('copied.packgraph')
  const copy = openCopy(path)
  const original = await openSqliteStore(path, { readOnly: true })
  expect(copy.readOnly).toBe(true)
  expect(await dumpStore(copy)).toEqual(await dumpStore(original))
  await copy.close()
  await original.close()
})

it('notices that the file is no longer what was copied', async () => {
  const gone = { code: 'INDEX_GONE' }
  const path = await makeIndex('changed.packgraph')
  const touched = openCopy(path)
  utimesSync(path, 1, 1)
  await expect(touched.generation()).rejects.toMatchObject(gone)
  await expect(touched.snapshot()).rejects.toMatchObject(gone)
  await touched.close()

  const overtaken = openCopy(path)
  const writer = await openSqliteStore(path)
  await writer.write({ put: [draftOf('b', 'text')] })
  await expect(overtaken.generation()).rejects.toMatchObject(gone)
  await overtaken.close()
  await writer.close()
})
