import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openIndex } from '../../../src/index.ts'
import { decodeBytes, MAX_TEXT_BYTES } from '../../../src/ingest/decode.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()

/** A file of a size that takes no room on the disk: a mark of UTF-16, and zeros. */
function sparseFile(name: string, sizeBytes: number): string {
  const path = folder.path(name)
  const file = openSync(path, 'w')
  writeSync(file, Uint8Array.of(0xff, 0xfe))
  ftruncateSync(file, sizeBytes)
  closeSync(file)
  return path
}

describe('what is too large', () => {
  it('is a text above the limit, in every encoding, before a character of it is read', () => {
    const bytes = new Uint8Array(MAX_TEXT_BYTES + 1)
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const) {
      expect(() => decodeBytes(bytes, { encoding })).toThrow(
        expect.objectContaining({
          code: 'DECODE',
          message: `the content has ${bytes.length} bytes, and the limit is ${MAX_TEXT_BYTES}`,
        }),
      )
    }
  })

  it('is left out and named when a program hands it in, and does not stop the others', async () => {
    const index = await openIndex(folder.path('large.packgraph'))
    const report = await index.add([
      { uri: 'large.md', bytes: new Uint8Array(MAX_TEXT_BYTES + 1).fill(0x61) },
      { uri: 'small.md', text: 'Small.' },
    ])
    expect(report).toMatchObject({ documentsAdded: 1 })
    expect([...report.skipped, ...report.failed]).toEqual([
      { uri: 'large.md', reason: expect.stringMatching(/^the content has \d+ bytes, and the limit is \d+$/) },
    ])
    expect(await index.verify()).toMatchObject({ sound: true, documents: 1 })
    await index.close()
  })

  it('is a file of 600 MB, which is skipped without being read; the limit cannot be moved that far', async () => {
    const path = sparseFile('huge.txt', 600_000_000)
    const index = await openIndex(folder.path('huge.packgraph'))
    expect(await index.addFiles([path])).toMatchObject({
      documentsAdded: 0,
      skipped: [{ uri: 'huge.txt', reason: 'the file has 600000000 bytes, and the limit is 67108864' }],
    })
    await expect(index.addFiles([path], { maxFileBytes: 1_000_000_000 })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining(String(MAX_TEXT_BYTES)),
    })
    expect(await index.addFiles([path], { maxFileBytes: MAX_TEXT_BYTES })).toMatchObject({
      skipped: [{ uri: 'huge.txt' }],
    })
    await index.close()
  })
})
