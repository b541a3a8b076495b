import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { UsageError } from './report-error.ts'
import type { Session } from './session.ts'

/** Reads the bytes of a file named on the command line, or of stdin for `-`; an interrupt ends the wait for stdin. */
export async function readInput({ terminal, signal }: Session, file: string): Promise<Uint8Array> {
  if (file !== '-') return await readFile(file)
  return await buffer(addAbortSignal(signal, terminal.host.stdin))
}

/**
 * Reads the bytes of an input that the command cannot do without.
 * @throws UsageError when it cannot be read.
 */
export async function readBytes(session: Session, file: string): Promise<Uint8Array> {
  try {
    return await readInput(session, file)
  } catch (error) {
    if (session.signal.aborted) throw error
    throw new UsageError(`${file === '-' ? 'stdin' : file} cannot be read: ${reasonOf(error)}`)
  }
}

/**
 * Reads a text that the command cannot do without.
 * @throws UsageError when it cannot be read or is not UTF-8.
 */
export async function readText(session: Session, file: string): Promise<string> {
  try {
    return decodeStrictly(await readInput(session, file))
  } catch (error) {
    if (session.signal.aborted) throw error
    throw new UsageError(`${file === '-' ? 'stdin' : file} cannot be read: ${reasonOf(error)}`)
  }
}

/** @throws TypeError when the bytes are not UTF-8. */
export function decodeStrictly(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Why an input could not be read, in a few words. */
export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way'
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied'
  if (code === 'ENOSPC') return 'no space is left on the device'
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8 text'
  return error instanceof Error ? error.message : String(error)
}
