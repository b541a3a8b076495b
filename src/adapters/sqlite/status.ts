import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { asc, count, eq, sum } from 'drizzle-orm'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { StoreStatus } from '../../ports/store.ts'
import { logBytes } from './file-guard.ts'
import { Meta } from './meta.ts'
import { readHeader } from './migrate.ts'
import { archive, documents, entities, hyperedges, incidences, originals, tokenizers } from './schema.ts'

/** Counts what is stored, in one consistent state. Reads every hyperedge's cost: tens of milliseconds at 100,000. */
export function readStatus(database: Database, path: string, readOnly: boolean): StoreStatus {
  const orm = drizzle(database)
  const read = database.transaction((): StoreStatus => {
    const meta = new Meta(database)
    const [original] = orm
      .select({ rows: count(), bytes: sum(originals.sizeBytes) })
      .from(originals)
      .all()
    return {
      path,
      readOnly,
      schemaVersion: readHeader(database).schemaVersion,
      generation: meta.generation(),
      identity: meta.identity(),
      sizeBytes: statSync(path).size + logBytes(path),
      originals: original?.rows ?? 0,
      originalBytes: Number(original?.bytes ?? 0),
      archivedOriginals: countRows(orm, archive),
      documents: countRows(orm, documents),
      collections: readCollections(orm),
      hyperedges: countRows(orm, hyperedges),
      entities: countRows(orm, entities),
      incidences: countRows(orm, incidences),
      tokenizers: readTokenizers(orm),
    }
  })
  return read.deferred()
}

function countRows(orm: BetterSQLite3Database, table: SQLiteTable): number {
  return orm.select({ rows: count() }).from(table).get()?.rows ?? 0
}

function readCollections(orm: BetterSQLite3Database): readonly string[] {
  const rows = orm
    .selectDistinct({ collection: documents.collection })
    .from(documents)
    .orderBy(asc(documents.collection))
    .all()
  return rows.map((row) => row.collection)
}

function readTokenizers(orm: BetterSQLite3Database): StoreStatus['tokenizers'] {
  const rows = orm
    .select({ identity: tokenizers.identity, hyperedges: count(), tokens: sum(hyperedges.tokenCost) })
    .from(hyperedges)
    .innerJoin(tokenizers, eq(tokenizers.id, hyperedges.tokenizerId))
    .groupBy(tokenizers.id)
    .orderBy(asc(tokenizers.identity))
    .all()
  return rows.map((row) => ({ ...row, tokens: Number(row.tokens) }))
}
