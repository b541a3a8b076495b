import { join } from 'node:path'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { createStoredVectors } from '../../src/adapters/vectors/stored/stored-vectors.ts'
import { openIndex } from '../../src/index.ts'
import type { VectorIndex } from '../../src/ports/vector-index.ts'
import type { BenchmarkRun, Progress } from '../harness/benchmark.ts'
import { timeMs } from '../harness/statistics.ts'

export interface GraphOfVectors {
  readonly index: VectorIndex
  /** Row of the given vectors that an id stands for. */
  readonly rowOf: (id: number) => number
  readonly buildMs: number
  close(): Promise<void>
}

/** The approximate index over some vectors as the engine serves it: built from a store, saved, loaded. @param vectors row-major, of unit length. */
export async function graphOfVectors(
  vectors: Float32Array,
  dimensions: number,
  run: BenchmarkRun,
  progress: Progress,
): Promise<GraphOfVectors> {
  const path = join(run.scratchFolder, 'vectors.packgraph')
  const rows = vectors.length / dimensions
  const embedder = {
    identity: 'given',
    dimensions,
    denseWeight: 1,
    embed: async (texts: readonly string[]) =>
      texts.map((text) => {
        const row = Number(text)
        return vectors.subarray(row * dimensions, (row + 1) * dimensions)
      }),
  }
  progress(`storing ${rows.toLocaleString('en')} vectors`)
  const filled = await openIndex(path, { embedder })
  await filled.add(documents(rows))
  await filled.close()
  const store = await openSqliteStore(path)
  const stored = createStoredVectors({ store, indexPath: path, hnswFromVectors: 1 })
  progress('building the graph')
  const buildMs = await timeMs(async () => {
    await stored.current(dimensions)
    await stored.settled()
  })
  const index = await stored.current(dimensions)
  const { serving, reason } = await stored.status()
  if (serving !== 'hnsw') throw new Error(`no graph serves: ${reason ?? 'it was not built'}`)
  const snapshot = await store.snapshot()
  const rowOfId = new Map<number, number>()
  for await (const page of snapshot.hyperedges()) for (const { id, text } of page) rowOfId.set(id, Number(text))
  await snapshot.close()
  return {
    index,
    rowOf: (id) => rowOfId.get(id)!,
    buildMs,
    close: async () => {
      await stored.close()
      await store.close()
    },
  }
}

function* documents(rows: number): Generator<{ readonly uri: string; readonly text: string }> {
  for (let row = 0; row < rows; row++) yield { uri: `${row}.txt`, text: String(row) }
}
