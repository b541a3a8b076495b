/**
 * Indexing with entities and embeddings, on two threads (the main one and a worker) beside one, each in a process of its own; and how many megabytes of Markdown
 * a second. With the evaluation data (`PACKGRAPH_DATA`) also Ethereum proposals.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ContextIndex, type DocumentInput, openIndex } from '../../src/index.ts'
import { inventedDocuments } from '../corpora/invented-corpus.ts'
import { packageMarkdown } from '../corpora/package-markdown.ts'
import { PROPOSAL_CORPUS } from '../corpora/proposals.ts'
import { digits, figureRow, type Measure, type Row, speedRow } from '../harness/benchmark.ts'
import { runInProcess, type Task } from '../harness/processes.ts'
import { median } from '../harness/statistics.ts'

/** What the megabytes a second of Markdown are to be. */
const MEGABYTES_A_SECOND = 4
const TWO_CORES_TIMES = 1.6

type CorpusName = 'invented' | 'packages' | 'proposals'

interface IndexingJob {
  readonly corpus: CorpusName
  /** Of the invented corpus. */
  readonly hyperedges: number
  readonly workers: number
  readonly path: string
}

interface Indexed {
  readonly seconds: number
  readonly megabytes: number
  readonly hyperedges: number
}

export const measure: Measure = async (run, progress) => {
  const size = run.quick ? 5_000 : 100_000
  const corpora: Readonly<Record<CorpusName, string>> = {
    invented: `${size.toLocaleString('en')} invented hyperedges`,
    packages: 'the Markdown in node_modules',
    proposals: '949 Ethereum proposals',
  }
  const rows: Row[] = []
  for (const corpus of Object.keys(corpora) as CorpusName[]) {
    if (corpus === 'proposals' && !existsSync(PROPOSAL_CORPUS)) continue
    const one: Indexed[] = []
    const two: Indexed[] = []
    for (let round = 0; round < (run.quick ? 1 : 3); round++) {
      for (const [workers, results] of [
        [0, one],
        [1, two],
      ] as const) {
        progress(`indexing ${corpora[corpus]} with ${workers === 0 ? 'one thread' : 'a worker'}`)
        const path = join(run.scratchFolder, `indexing-${corpus}-${workers}-${round}.packgraph`)
        const job = { corpus, hyperedges: size, workers, path }
        results.push(await runInProcess<IndexingJob, Indexed>(new URL(import.meta.url), 'indexOnce', job, progress))
      }
    }
    rows.push(...compare(corpora[corpus], one, two, corpus === 'invented'))
  }
  return rows
}

function compare(named: string, one: readonly Indexed[], two: readonly Indexed[], isGoal: boolean): readonly Row[] {
  const oneSeconds = median(one.map(({ seconds }) => seconds))
  const twoSeconds = median(two.map(({ seconds }) => seconds))
  const { megabytes, hyperedges } = two[0]!
  const work = `index ${named}, two threads`
  return [
    speedRow(
      {
        work,
        reference: 'the same on one thread',
        note: `${digits(twoSeconds)} s against ${digits(oneSeconds)} s for ${hyperedges.toLocaleString('en')} hyperedges`,
        figures: { oneSeconds, twoSeconds, megabytes, hyperedges },
      },
      oneSeconds / twoSeconds,
      isGoal ? TWO_CORES_TIMES : undefined,
    ),
    figureRow(
      {
        work,
        reference: '',
        note: `${digits(megabytes)} MB; one thread ${digits(megabytes / oneSeconds)} MB/s`,
        figures: {},
      },
      megabytes / twoSeconds,
      'MB/s',
      isGoal ? { atLeast: MEGABYTES_A_SECOND } : {},
    ),
  ]
}

/** Indexes a corpus into a new file, in a process of its own. */
export const indexOnce: Task<IndexingJob, Indexed> = async ({ corpus, hyperedges, workers, path }) => {
  const index = await openIndex(path)
  const documents = documentsOf(corpus, hyperedges)
  const start = performance.now()
  const report = await addTo(index, corpus, documents, workers)
  const seconds = (performance.now() - start) / 1000
  await index.close()
  return { seconds, megabytes: report.bytesRead / 1e6, hyperedges: report.hyperedgesAdded }
}

/** Made before the clock starts: inventing text is no part of indexing it. */
function documentsOf(corpus: CorpusName, hyperedges: number): readonly DocumentInput[] {
  if (corpus === 'invented') return [...inventedDocuments({ hyperedges })]
  return corpus === 'packages' ? packageMarkdown() : []
}

function addTo(
  index: ContextIndex,
  corpus: CorpusName,
  documents: Parameters<ContextIndex['add']>[0],
  workers: number,
): ReturnType<ContextIndex['add']> {
  return corpus === 'proposals' ? index.addFiles([PROPOSAL_CORPUS], { workers }) : index.add(documents, { workers })
}
