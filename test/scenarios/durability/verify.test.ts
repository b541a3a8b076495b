import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/adapters/sqlite/open.ts'
import {
  type ContextIndex,
  FAULT_KINDS,
  openIndex,
  type PackgraphEvent,
  type RebuildReport,
  type VerifyReport,
} from '../../../src/index.ts'
import { dumpStore, type StoreDump } from '../../contracts/store-dump.ts'
import { inventedDocument } from '../../support/invented-corpus.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted-faults.ts'

const folder = temporaryFolder()

const TOWN = `# The town

Ada Brandt founded the town at Elm Bridge. Milo Okafor came later.

## Costs

| item | tokens |
|---|---|
| bridge | 12 |

## Code

\`\`\`
build()
\`\`\`

North Depot closed in 1950. Ines Varga wrote about North Depot.
`

async function build(path: string): Promise<void> {
  const index = await openIndex(path)
  await index.add([
    { uri: 'town.md', text: TOWN, metadata: { kind: 'town' } },
    { uri: 'guide.md', text: 'Read this first. Saint Clare is far.', title: 'A guide', stable: true },
    { uri: 'again.md', text: TOWN },
    { uri: 'wide.txt', bytes: Buffer.from('\uFEFFGröße 😀\r\n\r\nOld Mint', 'utf16le') },
    { uri: 'empty.md', text: '' },
    ...Array.from({ length: 20 }, (_, number) => inventedDocument(number)),
  ])
  // `town.md` has an original of its own.
  await index.add([{ uri: 'again.md', text: `${TOWN}\nMore.` }])
  await index.close()
}

async function using<Result>(path: string, work: (index: ContextIndex) => Promise<Result>): Promise<Result> {
  const index = await openIndex(path)
  try {
    return await work(index)
  } finally {
    await index.close()
  }
}

const verify = (path: string, limit?: number): Promise<VerifyReport> =>
  using(path, (index) => index.verify(limit === undefined ? {} : { limit }))

const rebuild = (path: string): Promise<RebuildReport> => using(path, (index) => index.rebuild())

async function dumpOf(path: string): Promise<StoreDump> {
  const store = await openSqliteStore(path, { readOnly: true })
  try {
    return await dumpStore(store)
  } finally {
    await store.close()
  }
}

function damage(path: string, sql: string): void {
  const database = new Database(path)
  database.pragma('foreign_keys = OFF')
  database.exec(sql)
  database.close()
}

describe('verify', () => {
  let sound: string
  let whole: StoreDump

  beforeAll(async () => {
    sound = folder.path('sound.packgraph')
    await build(sound)
    whole = await dumpOf(sound)
  })

  function copy(name: string): string {
    const path = folder.path(`${name.replaceAll(' ', '-')}.packgraph`)
    copyFileSync(sound, path)
    return path
  }

  it('finds nothing wrong with what was indexed, recosted, replaced, renamed and removed', async () => {
    expect(await verify(sound)).toEqual({
      sound: true,
      documents: 25,
      hyperedges: expect.any(Number),
      faultCount: 0,
      faults: [],
      unchecked: [],
      generation: 2,
    })
    const path = copy('changed')
    await using(path, async (index) => {
      await index.recost('tiktoken:cl100k_base')
      await index.remove(['reports/3.md'])
      await index.rename('guide.md', 'first.md')
      await index.add([inventedDocument(4, 1)])
    })
    expect(await verify(path)).toMatchObject({ sound: true, unchecked: [] })
  })

  it('finds nothing wrong with an index that holds nothing', async () => {
    const path = folder.path('nothing.packgraph')
    await using(path, async () => {})
    expect(await verify(path)).toMatchObject({ sound: true, documents: 0, generation: 0 })
    expect(await rebuild(path)).toMatchObject({ documentsRebuilt: 0, failed: [] })
  })

  it.each(PLANTED_FAULTS)('names $name; rebuild restores what the originals give', async (planted: PlantedFault) => {
    const path = copy(planted.name)
    damage(path, planted.sql)
    const report = await verify(path)
    expect(report.sound).toBe(false)
    expect(report.faults).toContainEqual(
      expect.objectContaining({ kind: planted.kind, message: expect.stringMatching(planted.message) }),
    )
    const { failed } = await rebuild(path)
    if (planted.lost === undefined) {
      expect(failed).toEqual([])
      expect(await verify(path)).toMatchObject({ sound: true, faults: [] })
      expect(await dumpOf(path)).toEqual(whole)
    } else {
      expect(failed.map(({ uri, reason }) => `${uri}: ${reason}`)).toEqual([expect.stringMatching(planted.lost)])
      // The rest of the index is whole, and the source mends what is lost.
      await using(path, (index) => index.add([{ uri: 'town.md', text: TOWN, metadata: { kind: 'town' } }]))
      expect(await verify(path)).toMatchObject({ sound: true, faults: [] })
      expect(await dumpOf(path)).toEqual(whole)
    }
  })

  it('has a planted fault of every kind', () => {
    const planted = new Set(PLANTED_FAULTS.map(({ kind }) => kind))
    expect(FAULT_KINDS.filter((kind) => kind !== 'file' && !planted.has(kind))).toEqual([])
  })

  it('names damage of the file, which rebuild restores or says that it cannot', async () => {
    const path = copy('zeroed')
    const database = new Database(path, { readonly: true })
    const pageBytes = Number(database.pragma('page_size', { simple: true }))
    const page = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'incidences_by_entity'")
      .pluck()
      .get()
    database.close()
    const bytes = readFileSync(path)
    const start = (Number(page) - 1) * pageBytes
    bytes.fill(0, start + pageBytes - 400, start + pageBytes)
    writeFileSync(path, bytes)
    const report = await verify(path)
    expect(report.faults[0]).toMatchObject({ kind: 'file', message: expect.stringMatching(/^SQLite: /) })
    const outcome = await rebuild(path).then(
      () => 'restored',
      (error: unknown) => (error as { code: string }).code,
    )
    if (outcome === 'restored') expect(await dumpOf(path)).toEqual(whole)
    else expect(outcome).toBe('INDEX_INVALID')
  })

  it('counts all faults and names as many as are asked for', async () => {
    const path = copy('many')
    damage(path, 'UPDATE hyperedges SET token_cost = token_cost + 1')
    const { hyperedges, ...all } = await verify(path, 10_000)
    expect(all.faultCount).toBe(hyperedges)
    expect(all.faults).toHaveLength(hyperedges)
    expect(await verify(path, 3)).toMatchObject({ faultCount: hyperedges, faults: all.faults.slice(0, 3) })
    expect(await verify(path, 0)).toMatchObject({ sound: false, faults: [] })
  })

  it('says what it cannot check', async () => {
    const path = copy('foreign')
    damage(
      path,
      "UPDATE tokenizers SET identity = 'someone@1'; UPDATE documents SET content_hash = 'of another version'",
    )
    const report = await verify(path)
    expect(report).toMatchObject({ sound: true, faults: [] })
    expect(report.unchecked).toEqual([
      'the costs that someone@1 counted: it is not at hand; open the index with it',
      expect.stringMatching(/^whether 25 documents are cut and described as their originals give: /),
    ])
  })

  it('tells how far it is, and stops when it is told to', async () => {
    const events: PackgraphEvent[] = []
    await using(sound, (index) => index.verify({ onEvent: (event) => events.push(event) }))
    expect(events).toHaveLength(25)
    expect(events.at(-1)).toMatchObject({ phase: 'verify', documentsDone: 25, documentsTotal: 25 })
    const controller = new AbortController()
    const stopped = using(sound, (index) =>
      index.verify({ signal: controller.signal, onEvent: () => controller.abort() }),
    )
    await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

describe('rebuild', () => {
  it('gives the same index again, with costs of the tokenizer that it was opened with', async () => {
    const path = folder.path('again.packgraph')
    await build(path)
    const whole = await dumpOf(path)
    const events: PackgraphEvent[] = []
    const report = await using(path, (index) => index.rebuild({ onEvent: (event) => events.push(event) }))
    expect(report).toMatchObject({ documentsRebuilt: 25, hyperedges: whole.totals.hyperedges, failed: [] })
    expect(events.at(-1)).toMatchObject({ phase: 'rebuild', documentsDone: 25, documentsTotal: 25 })
    expect(await dumpOf(path)).toEqual(whole)
    // What was rebuilt is what indexing would make: the next run has nothing to do.
    expect(await using(path, (index) => index.add([inventedDocument(7)]))).toMatchObject({ documentsUnchanged: 1 })
  })

  it('is refused with another embedder, and changes nothing then', async () => {
    const path = folder.path('other-embedder.packgraph')
    const embedder = {
      identity: 'two@1',
      dimensions: 2,
      denseWeight: 0,
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
    }
    const index = await openIndex(path, { embedder })
    await index.add([inventedDocument(1)])
    await index.close()
    await expect(rebuild(path)).rejects.toMatchObject({ code: 'EMBEDDER_MISMATCH' })
    expect(await verify(path)).toMatchObject({ sound: true })
  })

  it('leaves a document alone that another caller replaces meanwhile', async () => {
    const path = folder.path('meanwhile.packgraph')
    await build(path)
    const tokenizer = {
      identity: 'interfering@1',
      exactness: 'estimated' as const,
      count: async (text: string) => {
        await interfere()
        return text.length
      },
    }
    const interfere = once(() =>
      using(path, async (other) => {
        await other.add([{ uri: 'town.md', text: 'Rewritten meanwhile.' }])
        await other.remove(['guide.md'])
      }),
    )
    const index = await openIndex(path, { tokenizer })
    expect(await index.rebuild()).toMatchObject({ documentsRebuilt: 23, failed: [] })
    const { documents } = await index.status()
    expect(documents).toBe(24)
    const [hit] = (await index.search('Rewritten meanwhile')).hits
    expect(hit).toMatchObject({ uri: 'town.md', text: 'Rewritten meanwhile.' })
    expect(await index.verify()).toMatchObject({ sound: true })
    await index.close()
  })
})

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= work()
    return result
  }
}
