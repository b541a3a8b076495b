// Reads an index from before it holds anything until it holds as many documents as the second argument says. Prints, as JSON, how many states it saw, and whatever
// was wrong with one of them.
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { rowsOf } from '../../../contracts/store-dump.ts'

const [path = '', documents = ''] = process.argv.slice(2)
const store = await openSqliteStore(path, { readOnly: true, busyTimeoutMs: 0 })
process.stdout.write('ready\n')
const wrong: string[] = []
const seen = new Set<number>()
let last = 0
let stored = -1
while (stored < Number(documents) && wrong.length === 0) {
  const snapshot = await store.snapshot()
  const rows = await rowsOf(snapshot.documents())
  const edges = await rowsOf(snapshot.hyperedges())
  await snapshot.close()
  stored = rows.length
  seen.add(snapshot.generation)
  if (snapshot.generation < last) wrong.push(`generation ${snapshot.generation} after ${last}`)
  if (edges.length !== 2 * stored) wrong.push(`${edges.length} hyperedges of ${stored} documents`)
  last = snapshot.generation
  await new Promise((resolve) => setTimeout(resolve, 2))
}
await store.close()
process.stdout.write(`${JSON.stringify({ states: seen.size, wrong })}\n`)
