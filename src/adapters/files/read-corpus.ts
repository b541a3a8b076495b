import { stat } from 'node:fs/promises'
import { throwIfCancelled } from '../../domain/errors.ts'
import type { SourceEntry, SourceOptions } from '../../ports/document-source.ts'
import { readLines } from './corpus-lines.ts'
import { parseRecord } from './corpus-record.ts'
import { messageOf } from './file-error.ts'
import type { FoundFile } from './walk.ts'

/** When none of so many first lines is a record, the file is something else. */
const LINES_BEFORE_GIVING_UP = 100
/** Text hardly ever compresses better; what does is made to fill memory or disk. */
const MAX_COMPRESSION_RATIO = 200

/** Whether a file name says that the file is a corpus of records: JSON lines, compressed or not. */
export function isCorpus(name: string): boolean {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name)
}

/**
 * Reads the records of a corpus file in order, one in memory at a time. A line that is no record, or is too long, is reported with its number, and the rest
 * goes in; so does what stands before the place where a compressed file breaks off.
 */
export async function* readCorpus(file: FoundFile, options: SourceOptions): AsyncGenerator<SourceEntry> {
  const failed = (reason: string, sizeBytes = 0, line?: number): SourceEntry => {
    return {
      kind: 'failed',
      root: file.root,
      uri: file.uri,
      reason,
      sizeBytes,
      ...(line === undefined ? {} : { line }),
    }
  }
  let records = 0
  let failures = 0
  let lines = 0
  try {
    const before = await stat(file.path)
    const maxTotalBytes = Math.max(options.maxFileBytes, before.size * MAX_COMPRESSION_RATIO)
    for await (const line of readLines(file.path, { maxLineBytes: options.maxFileBytes, maxTotalBytes })) {
      throwIfCancelled(options.signal)
      lines = line.number
      if (line.bytes === undefined) {
        failures++
        yield failed(`the line has more than ${options.maxFileBytes} bytes, which is the limit`, line.sizeBytes, lines)
        continue
      }
      if (isBlank(line.bytes)) continue
      const result = parseRecord(line.bytes)
      if (result.kind === 'record') {
        records++
        yield { kind: 'document', root: file.root, input: result.input, sizeBytes: line.sizeBytes, line: line.number }
        continue
      }
      failures++
      yield failed(result.reason, line.sizeBytes, lines)
      if (records === 0 && failures === LINES_BEFORE_GIVING_UP) {
        yield failed(`none of the first ${failures} lines is a record; the rest was not read`)
        return
      }
    }
    const after = await stat(file.path)
    if (after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      yield failed('the file changed while it was read')
  } catch (error) {
    throwIfCancelled(options.signal)
    yield failed(`the file could be read up to line ${lines} only: ${describe(error)}`)
  }
}

function describe(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'Z_BUF_ERROR') return 'its compressed content breaks off'
  if (code?.startsWith('Z_')) return 'its compressed content is damaged'
  return messageOf(error)
}

/** Spaces, tabs, a carriage return, or the byte order mark of an empty file. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0xef || byte === 0xbb || byte === 0xbf,
  )
}
