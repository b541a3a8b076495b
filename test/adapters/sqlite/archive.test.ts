import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Archive } from '../../../src/adapters/sqlite/archive.ts'
import { migrate, packagedMigrations } from '../../../src/adapters/sqlite/migrate.ts'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import { openIndex } from '../../../src/index.ts'
import { originalOf } from '../../contracts/store-drafts.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folder = temporaryFolder()

describe('an alias', () => {
  // Ids that differ late, so that beginnings meet.
  const id = fc
    .tuple(fc.constantFrom('00000000', '0000000a'), fc.stringMatching(/^[01]{0,4}$/))
    .map(([head, tail]) => `${head}${tail}`.padEnd(64, '2'))

  it('and every longer beginning of its id means one original for ever', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 12 }), (ids) => {
        const database = new Database(':memory:')
        migrate(database, packagedMigrations())
        database.pragma('foreign_keys = OFF')
        const archive = new Archive(database)
        const given = new Map<string, string>()
        for (const originalId of ids) {
          const { alias } = archive.add(originalId)
          expect(originalId.startsWith(alias) && alias.length >= 8).toBe(true)
          for (let digits = alias.length; digits <= 64; digits++) given.set(originalId.slice(0, digits), originalId)
          for (const [text, meant] of given) expect(archive.resolve(text)).toBe(meant)
          expect(archive.add(originalId).alias).toBe(alias)
        }
      }),
      { numRuns: 50 },
    )
  })
})

/** A file with one document, one archived original of its own, and one that the document has too. */
async function build(path: string): Promise<void> {
  const index = await openIndex(path)
  await index.add([{ uri: 'a.md', text: 'Ada Brandt' }])
  await index.close()
  const store = await openSqliteStore(path)
  await store.archive(originalOf('Ada Brandt'))
  await store.archive(originalOf('kept alone'))
  await store.close()
}

function damage(path: string, sql: string): void {
  const database = new Database(path)
  database.pragma('foreign_keys = OFF')
  database.exec(sql)
  database.close()
}

describe('the archive of an index', () => {
  const alone = originalOf('kept alone').id

  it('is found sound, and lives through a rebuild and the loss of every document', async () => {
    const path = folder.path('sound.packgraph')
    await build(path)
    const index = await openIndex(path)
    expect(await index.verify()).toMatchObject({ sound: true, documents: 1 })
    expect(await index.rebuild()).toMatchObject({ documentsRebuilt: 1, failed: [] })
    await index.remove(['a.md'])
    expect(await index.verify()).toMatchObject({ sound: true, documents: 0, faults: [] })
    expect(await index.status()).toMatchObject({ originals: 2, archivedOriginals: 2 })
    expect((await index.show(`${alone.slice(0, 8)}#0-4`)).text).toBe('kept')
    await index.close()
  })

  const faults = [
    {
      name: 'other bytes',
      sql: `UPDATE originals SET bytes = x'41424344', size_bytes = 4 WHERE id = '${alone}'`,
      fault: {
        kind: 'original',
        row: alone,
        message: expect.stringContaining('the archived bytes are not those that the id names'),
      },
      lost: 'this archived original is damaged; compress its source again',
    },
    {
      name: 'no bytes at all',
      sql: `DELETE FROM originals WHERE id = '${alone}'`,
      fault: {
        kind: 'reference',
        row: alone,
        message: expect.stringContaining('the original that it keeps is not stored'),
      },
      lost: 'this archived original is gone; compress its source again',
    },
    {
      name: 'an alias of another id',
      sql: `UPDATE archive SET alias = 'feedc0de' WHERE original_id = '${alone}'`,
      fault: {
        kind: 'value',
        row: alone,
        message: expect.stringContaining('its alias feedc0de is not the beginning of its id'),
      },
      lost: undefined,
    },
  ]

  it.each(faults)(
    'with $name is found out; archiving again mends what rebuild cannot',
    async ({ name, sql, fault, lost }) => {
      const path = folder.path(`${name.replaceAll(' ', '-')}.packgraph`)
      await build(path)
      damage(path, sql)
      const index = await openIndex(path)
      expect((await index.verify()).faults).toEqual([expect.objectContaining({ table: expect.any(String), ...fault })])
      const expected = lost === undefined ? [] : [{ uri: alone, reason: lost }]
      expect((await index.rebuild()).failed).toEqual(expected)
      const store = await openSqliteStore(path)
      await store.archive(originalOf('kept alone'))
      await store.close()
      expect(await index.verify()).toMatchObject({ sound: true, faults: [] })
      expect((await index.show(`${alone.slice(0, 8)}#0-4`)).text).toBe('kept')
      await index.close()
    },
  )

  it('cannot be written to through a store that is open to read only', async () => {
    const path = folder.path('read-only.packgraph')
    await build(path)
    const store = await openSqliteStore(path, { readOnly: true })
    await expect(store.archive(originalOf('more'))).rejects.toMatchObject({ code: 'INDEX_READ_ONLY' })
    expect(await store.resolveOriginal(alone.slice(0, 8))).toBe(alone)
    await store.close()
  })
})
