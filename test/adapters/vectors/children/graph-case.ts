// Does one thing that ends a process when native code meets it unfenced, and prints how it went: `graph-case.ts <case> <folder>`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import { checkGraphFile } from '../../../../src/adapters/vectors/hnsw/graph-file.ts'
import { GraphWriter } from '../../../../src/adapters/vectors/hnsw/graph-writer.ts'
import { HnswVectorIndex } from '../../../../src/adapters/vectors/hnsw/hnsw-vector-index.ts'
import { loadGraph } from '../../../../src/adapters/vectors/hnsw/loaded-graph.ts'
import { DIMENSIONS, LAYOUT, library, numbersTo, seededVectors, writeGraph } from '../hnsw/graphs.ts'
import { savedGraph, spoilGraph, watchedVectors } from '../stored/vector-stores.ts'

const [name = '', folder = ''] = process.argv.slice(2)
const query = seededVectors(1, DIMENSIONS)
const path = join(folder, `${name.replaceAll(' ', '-')}.packgraph`)

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : `${error}`)
const outcomeOf = (work: Promise<unknown> | (() => unknown)): Promise<string> =>
  (typeof work === 'function' ? new Promise((resolve) => resolve(work())) : work).then(() => 'done', codeOf)

async function openGraph(vectors = 50): Promise<HnswVectorIndex> {
  writeGraph(path, numbersTo(vectors))
  const sound = checkGraphFile(path, { dimensions: DIMENSIONS, vectors })
  return new HnswVectorIndex(await loadGraph(library!, path, sound), DIMENSIONS)
}

/** Opens an index whose saved graph was spoilt and recorded, asks it, and lets it build another one. */
async function useSpoilt(spoil: (file: Buffer) => Buffer): Promise<unknown> {
  await spoilGraph(path, await savedGraph(path), spoil)
  const store = await openSqliteStore(path)
  const vectors = watchedVectors(store, path)
  const hits = await (await vectors.current(DIMENSIONS)).search(query, 10)
  await vectors.close()
  await store.close()
  return { hits: hits.length, told: vectors.notices.length }
}

const word = (offset: number, value: number) => (file: Buffer) => {
  file.writeUInt32LE(value, offset)
  return file
}

const CASES: Readonly<Record<string, () => Promise<unknown>>> = {
  'flipped link bytes': () => useSpoilt(word(LAYOUT.ground + 4, 0xfffffff0)),
  'a bad entry point': () => useSpoilt(word(LAYOUT.entry, 0xfffffff0)),
  'less room than elements': () => useSpoilt(word(LAYOUT.room, 1)),
  'no links in the header': () => useSpoilt(word(LAYOUT.links, 0)),
  'a failed reading beside a live graph': async () => {
    const live = await openGraph()
    writeFileSync(`${path}.other`, Buffer.alloc(9_000))
    const sound = { dimensions: DIMENSIONS, vectors: 50, sizeBytes: 9_000, sha256: '', labels: new Float64Array(50) }
    const reading = await outcomeOf(loadGraph(library!, `${path}.other`, sound))
    return { read: reading === 'done', hits: (await live.search(query, 5)).length }
  },
  'searches while a graph is read': async () => {
    await savedGraph(path)
    const store = await openSqliteStore(path)
    const vectors = watchedVectors(store, path)
    const searches = numbersTo(20).map(async () => (await vectors.current(DIMENSIONS)).search(query, 3))
    const counts = (await Promise.all(searches)).map((hits) => hits.length)
    await vectors.close()
    await store.close()
    return [...new Set(counts)]
  },
  'a filter that throws': async () => {
    const search = (await openGraph()).search as (...args: readonly unknown[]) => Promise<readonly unknown[]>
    const index = await openGraph()
    const hits = await search.call(index, query, 5, () => {
      throw new Error('filter')
    })
    return hits.length
  },
  'elements that are not numbers': async () => {
    const index = await openGraph()
    const unsound = [Array(DIMENSIONS).fill('x'), Array(DIMENSIONS).fill({}), Array(DIMENSIONS).fill(undefined)]
    return Promise.all(unsound.map((vector) => outcomeOf(index.search(vector as unknown as Float32Array, 3))))
  },
  'other dimensions': async () => {
    const index = await openGraph()
    return Promise.all([3, 15, 17].map((count) => outcomeOf(index.search(seededVectors(1, count), 3))))
  },
  'vectors that are not finite': async () => {
    const index = await openGraph()
    const vector = query.slice().fill(Number.NaN, 3, 4)
    return Promise.all([index.search(vector, 3), index.add([1], vector)].map(outcomeOf))
  },
  'labels beyond 32 bits': async () => {
    const writer = new GraphWriter(library!, DIMENSIONS, 5)
    return Promise.all([2 ** 32, -1, 0.5].map((label) => outcomeOf(() => writer.add([label], query))))
  },
  'limits that cannot be': async () => {
    const index = await openGraph()
    const beyond = (await index.search(query, 2 ** 31)).length
    return [beyond, ...(await Promise.all([0, -1, Number.NaN].map((limit) => outcomeOf(index.search(query, limit)))))]
  },
  'an id that was removed and comes back': async () => {
    const index = await openGraph()
    await index.remove([7, 7])
    await index.add([7], query)
    await index.remove([7])
    await index.add([7], query)
    return (await index.search(query, 1))[0]?.id
  },
  'a full disk or a missing folder': async () => {
    const writer = new GraphWriter(library!, DIMENSIONS, 50)
    writer.add(numbersTo(50), seededVectors(50, DIMENSIONS))
    return [
      await outcomeOf(() => writer.save(join(folder, 'absent/graph'))),
      (await outcomeOf(() => writer.save('/dev/full'))) === 'done',
    ]
  },
  'a thread that is ended in the middle': async () => {
    const store = await openSqliteStore(path)
    await store.close()
    await savedGraph(`${path}.other`)
    const other = await openSqliteStore(`${path}.other`)
    const { documentOf } = await import('../stored/vector-stores.ts')
    await other.write({ put: [documentOf('large', 12_000, 1)] })
    const vectors = watchedVectors(other, `${path}.other`)
    await vectors.current(DIMENSIONS)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { building } = await vectors.status()
    await vectors.close()
    await other.close()
    return { building, told: vectors.notices.length }
  },
  build: async () => {
    const store = await openSqliteStore(join(folder, 'shared.packgraph'))
    const vectors = watchedVectors(store, join(folder, 'shared.packgraph'))
    await vectors.current(DIMENSIONS)
    await vectors.settled()
    const { serving } = await vectors.status()
    await vectors.close()
    await store.close()
    return serving === 'hnsw' ? serving : vectors.notices
  },
  'unfenced flipped link': async () => {
    writeGraph(path, numbersTo(50))
    const { readFileSync } = await import('node:fs')
    writeFileSync(path, word(LAYOUT.ground + 4, 0x7ffffff0)(readFileSync(path)))
    const graph = new library!.HierarchicalNSW('ip', DIMENSIONS)
    await graph.readIndex(path)
    graph.setEf(50)
    return graph.searchKnn(Array.from(query), 50).neighbors.length
  },
}

console.log(JSON.stringify(await CASES[name]?.()))
