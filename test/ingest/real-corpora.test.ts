import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { structureReaders } from '../../src/adapters/readers/structure-readers.ts'
import { decodeSpan } from '../../src/ingest/decode.ts'
import { ingestDocument } from '../../src/ingest/ingest-document.ts'
import { createReaderRegistry } from '../../src/ingest/reader-registry.ts'
import { NEEDS_DATA, realData, recordsOf } from '../support/real-data.ts'
import { quarterOfLength } from './support/estimate.ts'

const folder = realData('docs-scale')
const corpora = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))
const context = { readers: createReaderRegistry(structureReaders), estimateTokens: quarterOfLength }

/** The same text as it would lie in files of other kinds. */
function* formsOf(text: string): Generator<Uint8Array> {
  yield new TextEncoder().encode(text)
  yield new TextEncoder().encode(`\uFEFF${text.replaceAll('\n', '\r\n')}`)
  yield Buffer.from(`\uFEFF${text}`, 'utf16le')
}

describe.skipIf(folder === undefined)(`documents of real corpora (${NEEDS_DATA})`, () => {
  it.each(corpora)('of %s lead every unit back to its bytes and keep all words', (corpus) => {
    for (const { text } of recordsOf<{ text: string }>(join(folder!, corpus))) {
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
