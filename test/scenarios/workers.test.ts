import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { type DocumentInput, openIndex } from '../../src/index.ts'
import { dumpStore, type StoreDump } from '../contracts/store-dump.ts'
import { fakeEmbedder } from '../fakes/fake-embedder.ts'
import { inventedDocument } from '../support/invented-corpus.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let files = 0

/** More than a megabyte, with what workers have to tell apart: encodings, titles, tables, what is no text. */
function corpus(): DocumentInput[] {
  const reports = Array.from({ length: 80 }, (_, n) => {
    const text = Array.from({ length: 30 }, (_, part) => inventedDocument(n * 30 + part).text).join('\n\n')
    return { uri: `reports/${n}.md`, text, ...(n % 3 === 0 && { title: `The “${n}”` }) }
  })
  return [
    ...reports,
    { uri: 'utf16.txt', bytes: new Uint8Array([0xff, 0xfe, ...Buffer.from('Żółw of Elm Bridge', 'utf16le')]) },
    { uri: 'binary.bin', bytes: new Uint8Array([1, 0, 2]) },
    { uri: 'empty.md', text: '' },
    { uri: 'part.md', bytes: new Uint8Array(Buffer.from(`${'x'.repeat(9)}Ada Brandt met a heron.`)).subarray(9) },
  ]
}

async function indexed(
  workers: number,
  opening: object,
): Promise<{ readonly dump: StoreDump; readonly report: object }> {
  const path = folder.path(`${files++}.packgraph`)
  const index = await openIndex(path, opening)
  const report = await index.add(corpus(), { workers })
  await index.close()
  const store = await openSqliteStore(path)
  const dump = await dumpStore(store)
  await store.close()
  return { dump, report }
}

describe('an index built with workers', () => {
  it.each([
    ['static vectors and heuristic costs', {}],
    ['exact costs', { tokenizer: 'tiktoken:o200k_base' }],
    ['an embedder of the caller', { embedder: fakeEmbedder() }],
  ])('is the one that a single thread builds: %s', { timeout: 120_000 }, async (_, opening) => {
    const single = await indexed(0, opening)
    const several = await indexed(2, opening)
    expect(several.report).toEqual(single.report)
    expect(JSON.stringify(several.dump)).toBe(JSON.stringify(single.dump))
  })
})
