import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openSqliteStore } from '../../../../src/adapters/sqlite/open.ts'
import {
  createStoredVectors,
  type StoredVectorsOptions,
} from '../../../../src/adapters/vectors/stored/stored-vectors.ts'
import type { DocumentDraft, Store } from '../../../../src/ports/store.ts'
import type { StoredVectors } from '../../../../src/ports/vector-index.ts'
import { draftOf, hyperedgeOf, sha256 } from '../../../contracts/store-drafts.ts'
import { DIMENSIONS, numbersTo, seededVectors } from '../hnsw/graphs.ts'

export const VECTORS = 300

/** A document of that many units, each with a vector of its own. */
export function documentOf(uri: string, units: number, seed: number): DocumentDraft {
  const vectors = seededVectors(units + seed, DIMENSIONS)
  const vectorOf = (unit: number) => vectors.slice((unit + seed) * DIMENSIONS, (unit + seed + 1) * DIMENSIONS)
  return {
    ...draftOf(uri, uri),
    hyperedges: numbersTo(units).map((unit) => hyperedgeOf(`${uri} ${unit}`, unit, { embedding: vectorOf(unit) })),
  }
}

/** Makes an index of {@link VECTORS} vectors at the path, and leaves it open. */
export async function filledStore(path: string): Promise<Store> {
  const store = await openSqliteStore(path)
  const identity = { embedder: { identity: 'seeded@1', dimensions: DIMENSIONS }, extractor: 'words@1' }
  await store.write({ identity, put: [documentOf('a', 200, 0), documentOf('b', 100, 7)] })
  return store
}

/** The vectors of a store, with every notice that they gave. */
export interface WatchedVectors extends StoredVectors {
  readonly notices: readonly string[]
}

export function watchedVectors(
  store: Store,
  indexPath: string,
  options: Partial<Pick<StoredVectorsOptions, 'hnswFromVectors' | 'importPackage' | 'patience'>> = {},
): WatchedVectors {
  const notices: string[] = []
  const vectors = createStoredVectors({
    store,
    indexPath,
    hnswFromVectors: 100,
    onEvent: (event) => {
      if (event.type === 'notice') notices.push(event.message)
    },
    ...options,
  })
  return {
    notices,
    current: (dimensions) => vectors.current(dimensions),
    prepare: (dimensions, prepareOptions) => vectors.prepare(dimensions, prepareOptions),
    status: () => vectors.status(),
    damagedGraphs: () => vectors.damagedGraphs(),
    discardDamagedGraphs: () => vectors.discardDamagedGraphs(),
    settled: () => vectors.settled(),
    close: () => vectors.close(),
  }
}

/** Makes an index with a saved graph, and closes it. @returns the path of the graph. */
export async function savedGraph(path: string): Promise<string> {
  const store = await filledStore(path)
  const vectors = watchedVectors(store, path)
  await vectors.current(DIMENSIONS)
  await vectors.settled()
  await vectors.close()
  await store.close()
  const [graph] = graphsBeside(path)
  if (!graph) throw new Error('no graph was saved')
  return graph
}

/** The files of graphs that lie beside an index. */
export function graphsBeside(path: string): readonly string[] {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.vectors-`))
  return names.sort().map((name) => join(dirname(path), name))
}

/** Spoils a saved graph and records what came out as if it had been meant, so that size and hash give nothing away. */
export async function spoilGraph(path: string, graph: string, spoil: (file: Buffer) => Buffer): Promise<void> {
  const file = spoil(readFileSync(graph))
  const store = await openSqliteStore(path)
  const [recorded] = await store.vectorSnapshots()
  const generation = recorded!.generation + 1
  const spoilt = { ...recorded!, generation, sha256: sha256(file), sizeBytes: file.length }
  await store.recordVectorSnapshot(spoilt)
  writeFileSync(`${path}.vectors-${generation}-${spoilt.sha256.slice(0, 12)}.hnsw`, file)
  await store.close()
}
