import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { type ContextIndex, openIndex } from '../../src/index.ts'
import { decodeSpan } from '../../src/ingest/decode.ts'
import { INVENTED_QUESTIONS, inventedDocument } from '../support/invented-corpus.ts'
import { NEEDS_DATA, realData } from '../support/real-data.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = join(root, 'dist/interfaces/cli/main.js')

/** Compares every stored unit with what its span of the stored original says. */
async function expectEverySpanToHold(path: string): Promise<number> {
  const store = await openSqliteStore(path, { readOnly: true })
  const snapshot = await store.snapshot()
  const originals = new Map<number, string>()
  for await (const page of snapshot.documents()) for (const { id, originalId } of page) originals.set(id, originalId)
  let checked = 0
  for await (const page of snapshot.hyperedges()) {
    for (const { documentId, ordinal, span, text } of page) {
      const original = await store.readOriginal(originals.get(documentId)!)
      const decoded = decodeSpan(original!.bytes, original!.encoding, span)
      if (decoded !== text) expect.unreachable(`unit ${ordinal} of document ${documentId} is not its span`)
      checked++
    }
  }
  await snapshot.close()
  await store.close()
  return checked
}

describe('every unit', () => {
  const corpora = ['rust-book.jsonl.gz', 'eips.jsonl.gz'].map((name) => realData(join('docs-scale', name)))

  it.skipIf(corpora.includes(undefined))(
    `of large corpora is its span of an original (${NEEDS_DATA})`,
    async () => {
      const path = folder.path('corpora.packgraph')
      const index = await openIndex(path)
      const report = await index.addFiles(corpora as string[])
      await index.close()
      expect(report.failed).toEqual([])
      expect(await expectEverySpanToHold(path)).toBe(report.hyperedgesAdded)
    },
    120_000,
  )

  it('of a folder of encodings and line ends is its span of an original, and `show` prints it', async () => {
    const text =
      '\uFEFF# Größe 😀\r\n\r\nCafé line one\rline two\n\n* a\n* b ﬁ\r\n\r\n```\r\ncode\r\n```\r\n\r\n👩‍👩‍👧 end'
    const files: Readonly<Record<string, Uint8Array>> = {
      'plain.md': Buffer.from(text.slice(1)),
      'bom.md': Buffer.from(text),
      'utf-16-le.md': Buffer.from(text, 'utf16le'),
      'utf-16-be.txt': Buffer.from(text, 'utf16le').swap16(),
      'latin-1.txt': Buffer.from('Größe und Café in Latin-1', 'latin1'),
      'deep/folder/code.ts': Buffer.from('export const a = 1\r\n\r\n  function b() {}\r\n'),
      'table.csv': Buffer.from('name,note\r\n"a, b","two\r\nlines"\r\nc,d\r\n'),
      'page.html': Buffer.from('<title>T</title><h1>H</h1><p>one &amp; two</p><p>three'),
    }
    const documents = join(folder.path('encodings'))
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(documents, name)), { recursive: true })
      writeFileSync(join(documents, name), bytes)
    }
    const path = folder.path('encodings.packgraph')
    const index = await openIndex(path)
    const report = await index.addFiles([documents], { latin1: true })
    expect({ added: report.documentsAdded, skipped: report.skipped, failed: report.failed }).toEqual({
      added: Object.keys(files).length,
      skipped: [],
      failed: [],
    })
    expect(await expectEverySpanToHold(path)).toBe(report.hyperedgesAdded)
    const { hits } = await index.search('café größe code lines three export function', { limit: 50 })
    expect(new Set(hits.flatMap(({ uri, duplicates }) => [uri, ...duplicates.map(({ uri }) => uri)]))).toEqual(
      new Set(Object.keys(files)),
    )
    for (const { ref, text } of hits) {
      const printed = execFileSync('node', [cli, 'show', ref, '--index', path, '--json'], { encoding: 'utf8' })
      expect(JSON.parse(printed).text).toBe(text)
    }
    await index.close()
  }, 60_000)
})

describe('the same query', () => {
  const packAll = async (index: ContextIndex): Promise<string> => {
    const texts: string[] = []
    for (const question of INVENTED_QUESTIONS) {
      const { timings: _, ...pack } = await index.pack(question, 500, { tokenizer: 'tiktoken:o200k_base' })
      texts.push(JSON.stringify(pack))
    }
    return texts.join('\n')
  }

  it('gives identical bytes a hundred times over and in a new process', async () => {
    const path = folder.path('same.packgraph')
    const index = await openIndex(path)
    await index.add(Array.from({ length: 40 }, (_, number) => inventedDocument(number)))
    const first = await packAll(index)
    for (let repeat = 0; repeat < 100; repeat++) expect(await packAll(index)).toBe(first)
    await index.close()
    for (const [position, question] of INVENTED_QUESTIONS.entries()) {
      const options = ['--index', path, '--budget', '500', '--tokenizer', 'tiktoken:o200k_base', '--json']
      const printed = JSON.parse(execFileSync('node', [cli, 'pack', question, ...options], { encoding: 'utf8' }))
      expect(printed.text).toBe(JSON.parse(first.split('\n')[position]!).text)
    }
  }, 60_000)
})
