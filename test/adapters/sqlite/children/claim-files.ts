// Races for new indexes: `claim-files.ts <embedder> <path>…` waits for the file `<path>.go`, then writes one document to each path as that embedder's.
// Prints, for each path, `stored` or the code of the error, as a JSON list.
import { existsSync } from 'node:fs'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { DIMENSIONS, draftOf } from '../../../contracts/store-drafts.ts'

const [embedder = '', ...paths] = process.argv.slice(2)
const identity = { embedder: { identity: embedder, dimensions: DIMENSIONS }, extractor: 'words@1' }

async function claim(path: string): Promise<string> {
  try {
    const store = await openSqliteStore(path, { busyTimeoutMs: 20_000 })
    try {
      await store.write({ identity, put: [draftOf(embedder, `made by ${embedder}`)] })
      return 'stored'
    } finally {
      await store.close()
    }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

process.stdout.write('ready\n')
while (!existsSync(`${paths[0]}.go`)) await new Promise((resolve) => setTimeout(resolve, 1))
const outcomes: string[] = []
for (const path of paths) outcomes.push(await claim(path))
process.stdout.write(`${JSON.stringify(outcomes)}\n`)
