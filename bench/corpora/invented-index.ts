import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openIndex } from '../../src/index.ts'
import type { BenchmarkRun, Progress } from '../harness/benchmark.ts'
import { timeMs } from '../harness/statistics.ts'
import { hashedWordEmbedder } from './hashed-words.ts'
import { inventedDocuments } from './invented-corpus.ts'

/** Few, so that an index of a million hyperedges fits on a small disk. */
const DIMENSIONS = 64

/** The embedder of the index below: vectors from hashed words. Name it when opening the index. */
export const INVENTED_EMBEDDER: object = hashedWordEmbedder(DIMENSIONS)

export interface InventedIndex {
  readonly path: string
  /** How long it took to make. */
  readonly indexingMs: number
}

/** An index of an invented corpus, made once in a run for all benchmarks that ask for its size. */
export async function inventedIndex(hyperedges: number, run: BenchmarkRun, progress: Progress): Promise<InventedIndex> {
  const path = join(run.scratchFolder, `invented-${hyperedges}.packgraph`)
  const record = `${path}.json`
  if (existsSync(record)) return JSON.parse(readFileSync(record, 'utf8')) as InventedIndex
  progress(`indexing ${hyperedges.toLocaleString('en')} invented hyperedges`)
  const index = await openIndex(path, { embedder: INVENTED_EMBEDDER })
  let told = 0
  const indexingMs = await timeMs(() =>
    index.add(inventedDocuments({ hyperedges }), {
      onEvent: (event) => {
        if (event.type !== 'progress' || event.hyperedgesDone - told < 100_000) return
        told = event.hyperedgesDone
        progress(`${told.toLocaleString('en')} hyperedges`)
      },
    }),
  )
  await index.close()
  const made: InventedIndex = { path, indexingMs }
  writeFileSync(record, JSON.stringify(made))
  return made
}
