// Opens the index named by its argument and prints what that gave, as JSON.
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { rowsOf } from '../../../contracts/store-dump.ts'

export interface OpeningReport {
  readonly error?: string
  readonly readOnly?: boolean
  readonly generation?: number
  readonly texts?: readonly string[]
  readonly writeError?: string
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : `${error}`)

async function report(path: string): Promise<OpeningReport> {
  const store = await openSqliteStore(path)
  const snapshot = await store.snapshot()
  const edges = await rowsOf(snapshot.hyperedges())
  await snapshot.close()
  const remove = [{ collection: 'default', uri: 'absent' }]
  const writeError = await store.write({ remove }).then(() => 'none', codeOf)
  const { readOnly } = store
  const generation = await store.generation()
  await store.close()
  return { readOnly, generation, texts: edges.map(({ text }) => text), writeError }
}

const [path = ''] = process.argv.slice(2)
console.log(JSON.stringify(await report(path).catch((error): OpeningReport => ({ error: codeOf(error) }))))
