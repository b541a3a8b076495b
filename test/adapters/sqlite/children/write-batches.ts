// Writes batches of documents to the index named by its first argument, each named after the second; prints the generation after each commit.
// The third says how many batches; without it the child writes until it is killed.
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { IDENTITY } from '../../../contracts/store-drafts.ts'
import { batchOf } from './batches.ts'

const [path = '', writer = '', batches] = process.argv.slice(2)
const store = await openSqliteStore(path)
await store.write({ identity: IDENTITY })
const first = await store.generation()
const last = batches === undefined ? Number.POSITIVE_INFINITY : Number(batches)
for (let batch = 0; batch < last; batch += 1) {
  const { generation } = await store.write({
    put: batchOf(batches === undefined ? `${writer} ${first}` : writer, batch),
  })
  process.stdout.write(`${generation}\n`)
}
await store.close()
