import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openIndex } from '../../../src/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { type Death, deaths, seededRandom } from './kill/deaths.ts'
import { indexDigest } from './kill/index-digest.ts'
import { runUntilKilled } from './kill/killed-run.ts'

/** `npm run test:kill` asks for hundreds. */
const KILLS = Number(process.env.PACKGRAPH_KILLS ?? 10)
const SEED = Number(process.env.PACKGRAPH_SEED ?? 20_240_601)
const RECORDS = 1_400

const folder = temporaryFolder()

/** Small records, so that a run of many transactions takes about a second. In revision 1 every second one is another. */
function corpus(revision: 0 | 1): string {
  const record = (number: number): string => {
    const isNew = number % 2 < revision
    const text = `Ship ${number} of Captain Marlow${number % 50} reached Port Elm${number % 400}. It carried cargo${number} in ${isNew ? 'barrels' : 'crates'}.`
    return JSON.stringify({ id: `ship-${number}`, title: `Ship ${number}`, text })
  }
  return Array.from({ length: RECORDS }, (_, number) => record(number)).join('\n')
}

interface Scene {
  readonly name: string
  /** The index that the killed run begins with; none for a new one. */
  readonly start: string | undefined
  readonly corpus: string
  readonly whole: string
  readonly wholeMs: number
}

async function prepare(name: string, start: string | undefined, revision: 0 | 1): Promise<Scene & { path: string }> {
  const path = folder.path(`${name}.packgraph`)
  const corpusPath = folder.path('ships.jsonl')
  writeFileSync(corpusPath, corpus(revision))
  if (start !== undefined) copyFileSync(start, path)
  const startMs = performance.now()
  const run = await runUntilKilled(['index', corpusPath, '--index', path], undefined, 0)
  expect(run).toMatchObject({ killed: false, exitCode: 0 })
  return { name, start, corpus: corpus(revision), path, whole: indexDigest(path), wholeMs: performance.now() - startMs }
}

/** What has to hold of an index whose writer was killed, before anything mends it. */
async function expectSound(path: string, scene: Scene, committed: number): Promise<void> {
  // What was killed while it made the file leaves an empty one, which the next that may create completes.
  const index = await openIndex(path)
  try {
    expect(await index.verify()).toMatchObject({ sound: true, faults: [], unchecked: [] })
    const uris = new Set((await index.documents()).map(({ uri }) => uri))
    expect(uris.size).toBeGreaterThanOrEqual(scene.start === undefined ? committed : RECORDS)
    // Batches are written in the order of the corpus.
    const last = Math.min(committed, RECORDS) - 1
    if (scene.start === undefined && last >= 0) expect(uris).toContain(`ship-${last}`)
    if (uris.size === 0) return
    const { hits } = await index.search('cargo0', { limit: 1 })
    expect(hits[0]).toMatchObject({ uri: 'ship-0' })
  } finally {
    await index.close()
  }
}

describe(`a run that is killed (${KILLS} times, seed ${SEED})`, () => {
  const scenes: Scene[] = []

  beforeAll(async () => {
    const fresh = await prepare('fresh', undefined, 0)
    scenes.push(fresh, await prepare('changed', fresh.path, 1))
  }, 300_000)

  it.each(deaths(KILLS, seededRandom(SEED)).map((death, position) => [nameOf(death), death, position] as const))(
    'leaves an index that is sound, misses nothing committed and is completed by the next run: %s',
    async (_, death, position) => {
      const scene = scenes[position % scenes.length]!
      const path = folder.path(`killed-${position}.packgraph`)
      const corpusPath = folder.path('ships.jsonl')
      writeFileSync(corpusPath, scene.corpus)
      if (scene.start !== undefined) copyFileSync(scene.start, path)
      const parameters = ['index', corpusPath, '--index', path]
      const run = await runUntilKilled(parameters, death, scene.wholeMs)
      if (!run.killed) expect(run).toMatchObject({ exitCode: 0 })
      if (existsSync(path)) await expectSound(path, scene, run.committed)
      expect(await runUntilKilled(parameters, undefined, 0)).toMatchObject({ exitCode: 0 })
      expect(indexDigest(path)).toBe(scene.whole)
    },
    120_000,
  )
})

function nameOf(death: Death): string {
  return death.kind === 'delay'
    ? `after ${Math.round(death.share * 100)} % of the time`
    : `${death.when} ${death.step} (${death.nth})`
}
