import { isUtf8 } from 'node:buffer'
import { type FileHandle, open as openFile } from 'node:fs/promises'
import { messageOf } from './file-error.ts'

/** Bytes that are looked at to tell a binary file from text. */
const SNIFFED_BYTES = 8192
/** A file that changes under our hands is tried this often. */
const ATTEMPTS = 2

export type FileContent =
  | { readonly kind: 'content'; readonly bytes: Uint8Array }
  | { readonly kind: 'skipped' | 'failed'; readonly reason: string }

export interface ReadFileOptions {
  readonly maxFileBytes: number
  readonly latin1: boolean
  /** How files are opened. Default: the file system's own way. */
  readonly open?: (path: string) => Promise<Pick<FileHandle, 'stat' | 'read' | 'close'>>
}

/**
 * Reads a text file whole, and makes sure that it is one: all bytes are of one state of the file (size and time of change are the same before and
 * after; otherwise it is read once more), not too many, and text in an encoding that can be decoded.
 */
export async function readTextFile(path: string, options: ReadFileOptions): Promise<FileContent> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const content = await readOnce(path, options)
      if (content !== undefined) return content
    }
    return { kind: 'failed', reason: `the file changed while it was read, ${ATTEMPTS} times` }
  } catch (error) {
    return { kind: 'failed', reason: `the file cannot be read: ${messageOf(error)}` }
  }
}

/** @returns undefined when the file changed meanwhile. */
async function readOnce(path: string, options: ReadFileOptions): Promise<FileContent | undefined> {
  const handle = await (options.open ?? openFile)(path)
  try {
    const before = await handle.stat()
    if (before.size > options.maxFileBytes) {
      return { kind: 'skipped', reason: `the file has ${before.size} bytes, and the limit is ${options.maxFileBytes}` }
    }
    // One byte more than there should be, so that a file that has grown is noticed.
    const bytes = new Uint8Array(before.size + 1)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    const after = await handle.stat()
    if (length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) return undefined
    return checkText(bytes.subarray(0, length), options.latin1)
  } finally {
    await handle.close()
  }
}

function checkText(bytes: Uint8Array, latin1: boolean): FileContent {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return { kind: 'content', bytes }
  const zero = bytes.subarray(0, SNIFFED_BYTES).indexOf(0)
  if (zero >= 0) return { kind: 'skipped', reason: `the file looks binary: byte ${zero} is zero` }
  if (latin1 || isUtf8(bytes)) return { kind: 'content', bytes }
  return {
    kind: 'skipped',
    reason: 'the file is neither UTF-8 nor UTF-16 with a byte order mark; it may be binary or Latin-1',
  }
}
