import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { IDENTITY } from '../../contracts/store-drafts.ts'
import { dumpStore } from '../../contracts/store-dump.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { batchOf, DOCUMENTS_PER_BATCH } from './children/batches.ts'
import { outputOf, startChild } from './children/run-child.ts'

const writeBatches = new URL('./children/write-batches.ts', import.meta.url)
const recordSavings = new URL('./children/record-savings.ts', import.meta.url)
const folder = temporaryFolder()

it('loses nothing when two processes create and fill one index at once', async () => {
  const path = folder.path('two-writers.packgraph')
  const writers = ['left', 'right']
  const batches = 25
  const outputs = await Promise.all(
    writers.map((writer) => outputOf(startChild(writeBatches, [path, writer, String(batches)]))),
  )
  const store = await openSqliteStore(path)
  const model = new MemoryStore()
  await model.write({ identity: IDENTITY })
  for (const writer of writers) {
    for (let batch = 0; batch < batches; batch += 1) await model.write({ put: batchOf(writer, batch) })
  }
  expect(await dumpStore(store)).toEqual(await dumpStore(model))
  const generations = outputs.flatMap((output) => output.trim().split('\n').map(Number))
  expect(generations.sort((left, right) => left - right)).toEqual(
    Array.from({ length: writers.length * batches }, (_, index) => index + 2),
  )
  expect(await store.generation()).toBe(writers.length * batches + 1)
  await store.close()
})

it('loses no original and no ledger entry of two processes that record at once', async () => {
  const path = folder.path('two-recorders.packgraph')
  const writers = ['left', 'right']
  const count = 40
  const outputs = await Promise.all(
    writers.map((writer) => outputOf(startChild(recordSavings, [path, writer, String(count)]))),
  )
  const store = await openSqliteStore(path)
  for (const writer of writers) {
    const numbers: unknown[] = []
    for await (const page of store.ledger({ tokenizer: writer })) {
      numbers.push(...page.map(({ data }) => (data as { number: number }).number))
    }
    expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number))
  }
  const aliases = new Set(outputs.flatMap((output) => output.trim().split('\n')))
  expect(aliases.size).toBe(1.5 * count)
  for (const alias of aliases) expect(await store.resolveOriginal(alias)).toMatch(new RegExp(`^${alias}`))
  expect(await store.status()).toMatchObject({ archivedOriginals: 1.5 * count, originals: 1.5 * count, generation: 0 })
  await store.close()
  expect(flawsOf(path)).toEqual([])
})

it('keeps every committed batch, and only whole ones, when the writer is killed', async () => {
  const path = folder.path('killed.packgraph')
  for (const lifeMs of [5, 40, 90, 160]) {
    const child = startChild(writeBatches, [path, 'writer'])
    let printed = ''
    child.stdout?.on('data', (chunk) => {
      printed += chunk
    })
    await once(child.stdout!, 'data')
    await sleep(lifeMs)
    child.kill('SIGKILL')
    await once(child, 'close')
    const lastReported = Number(printed.slice(0, printed.lastIndexOf('\n')).split('\n').at(-1))
    const store = await openSqliteStore(path)
    const { generation, documents, hyperedges } = await store.status()
    await store.close()
    expect(generation).toBeGreaterThanOrEqual(lastReported)
    // The first generation is that of the identity.
    expect(documents).toBe((generation - 1) * DOCUMENTS_PER_BATCH)
    expect(hyperedges).toBe(2 * documents)
    expect(flawsOf(path)).toEqual([])
  }
})

function flawsOf(path: string): readonly unknown[] {
  const database = new Database(path, { readonly: true })
  const integrity = database.pragma('integrity_check', { simple: true })
  const broken = database.pragma('foreign_key_check') as readonly unknown[]
  database.close()
  return integrity === 'ok' ? broken : [integrity, ...broken]
}
