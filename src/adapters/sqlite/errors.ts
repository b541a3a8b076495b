import Database from 'better-sqlite3'
import { type ErrorCode, PackgraphError } from '../../domain/errors.ts'

/**
 * Says in packgraph's words what SQLite could not do with the index at `path`. What SQLite did not raise, or raised because of a
 * defect of ours, comes back unchanged.
 * @returns an error to throw: `INDEX_INVALID`, `INDEX_READ_ONLY`, `INDEX_GONE` or `INDEX_IO`, with SQLite's own as `cause`.
 */
export function translateError(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined) return error
  const make = (kind: ErrorCode, message: string, hint: string): PackgraphError =>
    new PackgraphError(kind, message, { facts: { path, sqliteCode: code }, hint, cause: error })
  if (code.startsWith('SQLITE_NOTADB')) return make('INDEX_INVALID', `${path} is not a SQLite file`, OTHER_FILE_HINT)
  if (code.startsWith('SQLITE_CORRUPT')) return make('INDEX_INVALID', `${path} is damaged`, DAMAGED_HINT)
  if (code === 'SQLITE_READONLY_DBMOVED') return goneError(path)
  if (code.startsWith('SQLITE_READONLY')) return readOnlyError(path, error)
  if (code === 'SQLITE_FULL') return make('INDEX_IO', `the disk that holds ${path} is full`, FULL_HINT)
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN')) {
    return make('INDEX_IO', `${path} could not be read or written (${code})`, IO_HINT)
  }
  return error
}

const OTHER_FILE_HINT = 'Name another file, or move this one away to build an index here.'
const DAMAGED_HINT = 'Build the index again in a new file.'
const FULL_HINT = 'Make room and repeat; the last write was undone, earlier ones are kept.'
const IO_HINT = 'Check the disk and the permissions of the file and its folder, then repeat.'

/** Whether another connection held a lock that this one needed. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== undefined && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)
}

/** Whether a read-only connection failed because it may not create or map the files beside the index. */
export function isSidecarFailure(error: unknown): boolean {
  const code = sqliteCode(error)
  return code?.startsWith('SQLITE_CANTOPEN') === true || code?.startsWith('SQLITE_READONLY') === true
}

/** SQLite's (extended) result code, found through the errors that wrap it; an error of ours has been translated already. */
function sqliteCode(error: unknown): string | undefined {
  if (error instanceof PackgraphError) return undefined
  if (error instanceof Database.SqliteError) return error.code
  return error instanceof Error && error.cause !== undefined ? sqliteCode(error.cause) : undefined
}

/** `INDEX_BUSY`: the lock was not free within `waitedMs`. */
export function busyError(path: string, waitedMs: number, cause: unknown): PackgraphError {
  return new PackgraphError('INDEX_BUSY', `another process kept ${path} locked for ${waitedMs} ms`, {
    facts: { path, waitedMs },
    hint: 'Repeat when it is done, or wait longer (busyTimeoutMs).',
    cause,
  })
}

/** `INDEX_READ_ONLY`: something had to be written and may not be. */
export function readOnlyError(path: string, cause?: unknown): PackgraphError {
  return new PackgraphError('INDEX_READ_ONLY', `${path} is open for reading only`, {
    facts: { path },
    hint: 'Open it without readOnly, where the file and its folder can be written.',
    cause,
  })
}

/** `INDEX_IO`: what was written does not come back. */
export function unkeptError(path: string, originalId: string): PackgraphError {
  return new PackgraphError('INDEX_IO', `${path} does not give the original ${originalId} back as it was stored`, {
    facts: { path, originalId },
    hint: 'Check the disk, let `verify` look at the index, then repeat.',
  })
}

/** `INDEX_GONE`: the path no longer names the file that was opened. */
export function goneError(path: string): PackgraphError {
  return new PackgraphError('INDEX_GONE', `${path} was removed, replaced or changed from outside while it was open`, {
    facts: { path },
    hint: 'Close this index and open it again.',
  })
}

/** `INDEX_CLOSED`. */
export function closedError(path: string): PackgraphError {
  return new PackgraphError('INDEX_CLOSED', `${path} was closed`, { facts: { path }, hint: 'Open the index again.' })
}
