import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * How a connection sees the file. `copy` reads a copy of it in memory: the only way where the files beside it, which readers of a write-ahead log need,
 * are missing and cannot be made. (SQLite has a flag for such files, `immutable`, but only in file names of a form that the driver turns off.)
 */
export type AccessMode = 'write' | 'read' | 'copy'

/**
 * Vectors of 2 KB lie two to a page of SQLite's default 4 KB and waste half of it; larger pages made the file a third smaller and writing a third faster.
 */
const PAGE_BYTES = 16_384
/** 64 MB: fewer, longer checkpoints suit batches of some thousand hyperedges. */
const CHECKPOINT_PAGES = 4_000
/** A batch touches pages all over the indexes; with SQLite's default of 16 MB they are written to the log more than once. */
const CACHE_KIB = 65_536
const LARGEST_IDLE_LOG_BYTES = 67_108_864

/**
 * Opens one connection to an existing or (mode `write`) new file. Never waits for a lock: see `retryWhileBusy`.
 * @throws SQLite's own errors, and for a `copy` those of reading a file.
 */
export function connect(path: string, mode: AccessMode): Database.Database {
  const database =
    mode === 'copy'
      ? new Database(readWithoutLog(path), { readonly: true })
      : new Database(path, { readonly: mode === 'read', timeout: 0 })
  try {
    database.pragma('foreign_keys = ON')
    if (mode === 'write') database.pragma(`page_size = ${PAGE_BYTES}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Offsets of the two bytes that say whether the file is written and read with a log (2) or without (1). */
const FORMAT_VERSIONS = [18, 19] as const

function readWithoutLog(path: string): Buffer {
  const bytes = readFileSync(path)
  for (const offset of FORMAT_VERSIONS) bytes[offset] = 1
  return bytes
}

/** Sets what writing relies on. Changes the file, so only call it on one that is ours. */
export function prepareForWriting(database: Database.Database): void {
  database.pragma('journal_mode = WAL')
  // With WAL this loses no committed batch when the process dies, and keeps the file sound when the machine does.
  database.pragma('synchronous = NORMAL')
  database.pragma(`cache_size = -${CACHE_KIB}`)
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  database.pragma(`journal_size_limit = ${LARGEST_IDLE_LOG_BYTES}`)
}
