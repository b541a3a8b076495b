import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { structureReaders } from '../../src/adapters/readers/structure-readers.ts'
import { decodeSpan } from '../../src/ingest/decode.ts'
import { ingestDocument } from '../../src/ingest/ingest-document.ts'
import { createReaderRegistry } from '../../src/ingest/reader-registry.ts'
import { quarterOfLength } from './support/estimate.ts'

const data = process.env.PACKGRAPH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))
const folder = join(data, 'docs-scale')
const corpora = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')) : []
const context = { readers: createReaderRegistry(structureReaders), estimateTokens: quarterOfLength }

function* textsOf(corpus: string): Generator<string> {
  for (const line of gunzipSync(readFileSync(join(folder, corpus)))
    .toString('utf8')
    .split('\n')) {
    if (line !== '') yield (JSON.parse(line) as { text: string }).text
  }
}

/** The same text as it would lie in files of other kinds. */
function* formsOf(text: string): Generator<Uint8Array> {
  yield new TextEncoder().encode(text)
  yield new TextEncoder().encode(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
  yield Buffer.from(`\uFEFF${text}`, 'utf16le')
}

describe('documents of real corpora', () => {
  it.skipIf(corpora.length > 0)(
    'are not tested here: set PACKGRAPH_DATA to a folder with docs-scale/*.jsonl.gz',
    () => {},
  )

  it.each(corpora)('of %s lead every unit back to its bytes and keep all words', (corpus) => {
    for (const text of textsOf(corpus)) {
      for (const bytes of formsOf(text)) {
        const { encoding, units } = ingestDocument({ bytes, mediaType: 'text/markdown' }, context)
        for (const unit of units) {
          if (decodeSpan(bytes, encoding, unit.span) !== unit.text)
            expect.unreachable(`unit ${unit.ordinal} does not round-trip`)
          if (quarterOfLength(unit.text) > 240) expect.unreachable(`unit ${unit.ordinal} is above the cap`)
        }
        const kept = units.reduce((sum, unit) => sum + unit.text.length, 0)
        expect(kept).toBeGreaterThan(text.length * 0.8)
      }
    }
  })
})
