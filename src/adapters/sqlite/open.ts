import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Database } from 'better-sqlite3'
import { PackgraphError } from '../../domain/errors.ts'
import type { Store } from '../../ports/store.ts'
import { connect, prepareForWriting } from './connection.ts'
import { createFolder } from './create-folder.ts'
import { isSidecarFailure, readOnlyError } from './errors.ts'
import { logBytes } from './file-guard.ts'
import { checkHeader, migrate, packagedMigrations, readHeader } from './migrate.ts'
import { retryWhileBusy } from './retry.ts'
import { type OpenedFile, SqliteStore } from './store.ts'

export interface SqliteStoreOptions {
  /** Never write, not even to bring an older file up to date. Default: false; what cannot be written is opened for reading all the same. */
  readonly readOnly?: boolean
  /** Make the file, and the folders that lead to it, when there is none. Default: true, or false with `readOnly`. */
  readonly create?: boolean
  /** How long to wait for another process that holds the lock. Default: 10,000. */
  readonly busyTimeoutMs?: number
}

const DEFAULT_BUSY_TIMEOUT_MS = 10_000

/**
 * Opens the index in the file at `path`, and brings it up to date if it is of an older version. A file that cannot be written (or whose folder cannot) is
 * opened for reading: `Store.readOnly` tells, and writes then fail with `INDEX_READ_ONLY`.
 *
 * @throws PackgraphError `INDEX_NOT_FOUND`; `INDEX_INVALID` for what is no index or is damaged; `INDEX_NEWER`; `INDEX_BUSY`; `INDEX_READ_ONLY` when the
 *   file would have to be created, completed or brought up to date and cannot be written; `INDEX_IO`; `INVALID_OPTION` for a path that names no file.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<Store> {
  const readOnly = options.readOnly ?? false
  const create = !readOnly && (options.create ?? true)
  const busyTimeoutMs = options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS
  const absolutePath = resolve(path)
  // The driver trims names, and would open another file than the one we look at.
  if (path === '' || path === ':memory:' || path.includes('\0') || absolutePath !== absolutePath.trim())
    throw notAPath(path)
  return retryWhileBusy(absolutePath, busyTimeoutMs, () => {
    findFile(absolutePath, create)
    const writable = !readOnly && isWritable(absolutePath)
    const file = writable ? openForWriting(absolutePath, create) : openForReading(absolutePath)
    return closingOnError(file.database, () => new SqliteStore(file, busyTimeoutMs))
  })
}

function openForWriting(path: string, create: boolean): OpenedFile {
  const migrations = packagedMigrations()
  const database = connect(path, 'write')
  return closingOnError(database, () => {
    const header = readHeader(database)
    if (!(header.blank && create)) checkHeader(header, path, migrations.length)
    prepareForWriting(database)
    if (header.schemaVersion < migrations.length) migrate(database, migrations)
    return { database, path, mode: 'write' }
  })
}

function openForReading(path: string): OpenedFile {
  const file = connectForReading(path)
  return closingOnError(file.database, () => {
    const header = readHeader(file.database)
    const knownVersion = packagedMigrations().length
    checkHeader(header, path, knownVersion)
    if (header.schemaVersion < knownVersion) throw outdated(path, header.schemaVersion, knownVersion)
    return file
  })
}

/** Falls back to a copy in memory; but a log that is left over cannot be read then, and must not be passed over. */
function connectForReading(path: string): OpenedFile {
  const database = connect(path, 'read')
  try {
    return closingOnError(database, () => {
      readHeader(database)
      return { database, path, mode: 'read' }
    })
  } catch (error) {
    if (!isSidecarFailure(error)) throw error
    if (logBytes(path) > 0) throw unreadableLog(path, error)
    return { database: wrapped(path, 'copied into memory', () => connect(path, 'copy')), path, mode: 'copy' }
  }
}

function closingOnError<Result>(database: Database, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    database.close()
    throw error
  }
}

/** Makes sure that `path` names a readable file, or a new one in a folder that exists. */
function findFile(path: string, create: boolean): void {
  const stat = wrapped(path, 'reached', () => statSync(path, { throwIfNoEntry: false }))
  if (stat?.isDirectory()) {
    throw new PackgraphError('INDEX_INVALID', `${path} is a folder, not an index file`, {
      facts: { path },
      hint: 'Name a file; by custom it ends in .packgraph.',
    })
  }
  if (stat) {
    wrapped(path, 'read', () => accessSync(path, constants.R_OK))
  } else if (create) {
    wrapped(path, 'created', () => createFolder(dirname(path)))
    if (!canAccess(dirname(path), constants.W_OK)) throw readOnlyError(path)
  } else {
    throw new PackgraphError('INDEX_NOT_FOUND', `there is no index at ${path}`, {
      facts: { path },
      hint: 'Check the path, or build the index with `packgraph index`.',
    })
  }
}

/** SQLite writes beside the file as well as into it. */
function isWritable(path: string): boolean {
  const exists = statSync(path, { throwIfNoEntry: false }) !== undefined
  return (!exists || canAccess(path, constants.W_OK)) && canAccess(dirname(path), constants.W_OK)
}

function canAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function wrapped<Result>(path: string, verb: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
    throw new PackgraphError('INDEX_IO', `${path} cannot be ${verb} (${reason})`, {
      facts: { path, reason },
      hint: 'Check the path and the permissions of the file and of its folders.',
      cause,
    })
  }
}

function notAPath(path: string): PackgraphError {
  return new PackgraphError('INVALID_OPTION', `${JSON.stringify(path)} cannot name an index file`, {
    facts: { path },
    hint: 'An index lives in a file, because readers open it once more, and its name does not end in a space; a temporary file serves an index that need not stay.',
  })
}

function outdated(path: string, schemaVersion: number, knownVersion: number): PackgraphError {
  return new PackgraphError(
    'INDEX_READ_ONLY',
    `${path} has schema version ${schemaVersion} and must be brought to ${knownVersion}, but is open for reading only`,
    { facts: { path, schemaVersion, knownVersion }, hint: 'Open it once where it can be written.' },
  )
}

function unreadableLog(path: string, cause: unknown): PackgraphError {
  return new PackgraphError('INDEX_READ_ONLY', `changes of ${path} still lie in ${path}-wal and cannot be brought in`, {
    facts: { path },
    hint: 'Open and close it once where its folder can be written, or make the folder writable.',
    cause,
  })
}
