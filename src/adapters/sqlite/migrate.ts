import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PackgraphError } from '../../domain/errors.ts'

/** Marks a SQLite file as a packgraph index ("PGRF"). */
export const APPLICATION_ID = 0x50475246

/** Statements of one migration, in order. */
export type Migration = readonly string[]

/** What the header of a SQLite file says. */
export interface FileHeader {
  readonly applicationId: number
  /** How many migrations the file has seen. */
  readonly schemaVersion: number
  /** Whether the file holds nothing at all yet. */
  readonly blank: boolean
}

let packaged: readonly Migration[] | undefined

/** The migrations that come with the package, oldest first; their number is the schema version. Read from disk once. */
export function packagedMigrations(): readonly Migration[] {
  const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))
  packaged ??= readMigrationFiles({ migrationsFolder }).map((migration) => migration.sql)
  return packaged
}

/** Looks at one state of the file, so that one which another process is just completing is either blank or complete. */
export function readHeader(database: Database): FileHeader {
  return database.transaction((): FileHeader => {
    const applicationId = Number(database.pragma('application_id', { simple: true }))
    const schemaVersion = Number(database.pragma('user_version', { simple: true }))
    const objects = database.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get()
    return { applicationId, schemaVersion, blank: applicationId === 0 && schemaVersion === 0 && objects === 0 }
  })()
}

/**
 * @throws PackgraphError `INDEX_INVALID` for an empty file and one of another application, `INDEX_NEWER` for one with migrations that are not known here.
 */
export function checkHeader(header: FileHeader, path: string, knownVersion: number): void {
  if (header.blank) {
    throw new PackgraphError(
      'INDEX_INVALID',
      `${path} is empty: the process that was to make an index of it was ended`,
      {
        facts: { path },
        hint: 'Index something into it, or remove it.',
      },
    )
  }
  if (header.applicationId !== APPLICATION_ID) {
    throw new PackgraphError('INDEX_INVALID', `${path} is a SQLite file but not a packgraph index`, {
      facts: { path, applicationId: header.applicationId },
      hint: 'Name another file, or move this one away to build an index here.',
    })
  }
  if (header.schemaVersion > knownVersion) {
    throw new PackgraphError(
      'INDEX_NEWER',
      `${path} has schema version ${header.schemaVersion}; this packgraph knows versions up to ${knownVersion}`,
      { facts: { path, schemaVersion: header.schemaVersion, knownVersion }, hint: 'Use a newer packgraph.' },
    )
  }
}

/**
 * Applies the migrations that the file has not seen, all or none. drizzle's own migrator looks before it locks, so two processes that open a new file at
 * once would both create its tables; here the look is inside the lock.
 */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  // A migration may rebuild a table, and dropping the old one would cascade. SQLite ignores this switch inside a transaction.
  database.pragma('foreign_keys = OFF')
  const apply = database.transaction(() => {
    const { schemaVersion } = readHeader(database)
    if (schemaVersion >= migrations.length) return
    for (const statement of migrations.slice(schemaVersion).flat()) database.exec(statement)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    database.pragma(`user_version = ${migrations.length}`)
  })
  try {
    apply.immediate()
  } finally {
    database.pragma('foreign_keys = ON')
  }
}
