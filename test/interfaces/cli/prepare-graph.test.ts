import { describe, expect, it } from 'vitest'
import { importHnswlib } from '../../../src/adapters/vectors/hnsw/hnswlib.ts'
import { openIndex } from '../../../src/index.ts'
import { prepareGraph } from '../../../src/interfaces/cli/prepare-graph.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { fakeTerminal } from './fake-terminal.ts'

const folder = temporaryFolder()
const isBuilt = await importHnswlib().then(
  () => true,
  () => false,
)
const TOWN = Array.from({ length: 60 }, (_, number) => ({
  uri: `${number}.md`,
  text: `House ${number} stands in street ${number % 7} beside garden ${number * 31}.`,
}))

async function townIndex(name: string, hnswFromVectors: number) {
  const index = await openIndex(folder.path(name), { hnswFromVectors })
  await index.add(TOWN)
  return index
}

describe('the graph of vectors on the command line', () => {
  it.skipIf(!isBuilt)('is built where one is wanted, with progress, and once', async () => {
    const index = await townIndex('wanted.packgraph', 50)
    const { terminal, written } = fakeTerminal()
    const session = { terminal, signal: new AbortController().signal }
    await prepareGraph(index, session)
    const { generation, vectorIndex } = await index.status()
    expect(vectorIndex).toMatchObject({ serving: 'hnsw', savedGenerations: [generation] })
    const said = written.stderr
    await prepareGraph(index, session)
    expect(written).toEqual({ stdout: '', stderr: said })
    await index.close()
  })

  it.skipIf(!isBuilt)('is left out when it is interrupted, and the index is sound', async () => {
    const index = await townIndex('interrupted.packgraph', 50)
    const { terminal, written } = fakeTerminal()
    const signal = AbortSignal.abort()
    await expect(prepareGraph(index, { terminal, signal })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(written.stderr).toMatch(/interrupted: 60 units indexed and intact, without a new graph/)
    expect((await index.status()).vectorIndex.savedGenerations).toEqual([])
    expect(await index.verify()).toMatchObject({ sound: true, faults: [] })
    await index.close()
  })

  it('is nothing that a small index waits for', async () => {
    const index = await townIndex('small.packgraph', 61)
    const { terminal, written } = fakeTerminal()
    await prepareGraph(index, { terminal, signal: new AbortController().signal })
    expect((await index.status()).vectorIndex.serving).toBe('none')
    expect(written.stderr).toBe('')
    await index.close()
  })
})
