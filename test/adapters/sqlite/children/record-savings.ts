// Archives originals and records as many ledger rows, named after the second argument, in the store named by the first; the third says how many. Prints each alias.
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { originalOf } from '../../../contracts/store-drafts.ts'

const [path = '', writer = '', count] = process.argv.slice(2)
const store = await openSqliteStore(path)
for (let number = 0; number < Number(count); number += 1) {
  // Every other original is one that the other process archives, too.
  const { alias } = await store.archive(originalOf(number % 2 === 0 ? `both ${number}` : `${writer} ${number}`))
  await store.recordSavings([{ atMs: number, kind: 'compress', tokenizer: writer, data: { number, alias } }])
  process.stdout.write(`${alias}\n`)
}
await store.close()
