import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importHnswlib } from '../../src/adapters/vectors/hnsw/hnswlib.ts'
import { openIndex } from '../../src/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const isBuilt = await importHnswlib().then(
  () => true,
  () => false,
)
const TOWN = Array.from({ length: 60 }, (_, number) => ({
  uri: `${number}.md`,
  text: `House ${number} stands in street ${number % 7} beside garden ${number * 31}.`,
}))

describe('an index with many vectors', () => {
  it.skipIf(!isBuilt)('is prepared with a graph, which readers use, and answers as before', async () => {
    const path = folder.path('town.packgraph')
    const notices: string[] = []
    const index = await openIndex(path, {
      hnswFromVectors: 50,
      onEvent: (event) => {
        if (event.type === 'notice') notices.push(event.message)
      },
    })
    await index.add(TOWN)
    const ask = { lanes: ['dense'], limit: 5 } as const
    const exactly = await index.search('which house is beside a garden', ask)
    await index.prepare()
    expect(notices).toEqual([expect.stringContaining('A graph over 60 vectors was built and saved')])
    const { vectorIndex, generation } = await index.status()
    expect(vectorIndex).toEqual({
      serving: 'hnsw',
      vectors: 60,
      building: false,
      graphFromVectors: 50,
      savedGenerations: [generation],
    })
    const refsOf = ({ hits }: typeof exactly) => hits.map(({ ref }) => ref)
    expect(refsOf(await index.search('which house is beside a garden', ask))).toEqual(refsOf(exactly))
    await index.close()
    const reader = await openIndex(path, { readOnly: true, hnswFromVectors: 50 })
    expect(refsOf(await reader.search('which house is beside a garden', ask))).toEqual(refsOf(exactly))
    expect((await reader.status()).vectorIndex.serving).toBe('hnsw')
    await reader.close()
  })

  it.skipIf(!isBuilt)('is not sound while the file of its graph is damaged, until it is rebuilt', async () => {
    const path = folder.path('damaged.packgraph')
    const index = await openIndex(path, { hnswFromVectors: 50 })
    await index.add(TOWN)
    await index.prepare()
    const [name] = readdirSync(folder.path('.')).filter((each) => each.startsWith('damaged.packgraph.vectors-'))
    const file = folder.path(name!)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(file, bytes)
    const { sound, faults } = await index.verify()
    expect({ sound, faults }).toEqual({
      sound: false,
      faults: [{ kind: 'snapshot', message: expect.stringContaining(name!) }],
    })
    await index.rebuild()
    expect((await index.verify()).sound).toBe(true)
    await index.close()
  })

  it('has no graph when none is wanted', async () => {
    const index = await openIndex(folder.path('never.packgraph'), { hnswFromVectors: Number.POSITIVE_INFINITY })
    await index.add(TOWN)
    await index.prepare()
    expect((await index.status()).vectorIndex).toMatchObject({ serving: 'exact', vectors: 60, savedGenerations: [] })
    await index.close()
  })

  it.each([0, -1, 1.5, Number.NaN, '50'])('refuses a graph from %s vectors on', async (hnswFromVectors) => {
    const open = openIndex(folder.path('refused.packgraph'), { hnswFromVectors } as never)
    await expect(open).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})
