/**
 * Resident memory of one process, with the default embedder: while it indexes, whether ten times as much takes more, and while it serves. Nothing else runs in
 * the measured process but what loads these benchmarks, whose share is in the figures and told in the notes.
 */
import { join } from 'node:path'
import { openIndex } from '../../src/index.ts'
import { inventedDocuments, inventedQuestions } from '../corpora/invented-corpus.ts'
import { digits, figureRow, type Measure, shareRow } from '../harness/benchmark.ts'
import { runInProcess, settledMegabytes, type Task } from '../harness/processes.ts'

const BUDGET_TOKENS = 4000
const PACKS = 100
const RESIDENT_MEGABYTES = 600
/** What counts as flat. */
const FLAT_TIMES = 1.1

/** The tasks below, each run in a process of its own. */
const DOING = { indexMuch: 'indexing', prepareOnce: 'preparing', packOften: 'packing from' } as const

interface MemoryJob {
  readonly path: string
  readonly hyperedges: number
}

interface Resident {
  readonly beforeMegabytes: number
  readonly peakMegabytes: number
  readonly afterMegabytes: number
}

export const measure: Measure = async (run, progress) => {
  const [small, large] = run.quick ? [2_000, 20_000] : [100_000, 1_000_000]
  const inProcess = (task: keyof typeof DOING, hyperedges: number): Promise<Resident> => {
    const named = hyperedges.toLocaleString('en')
    progress(`${DOING[task]} ${named} hyperedges`)
    const path = join(run.scratchFolder, `memory-${hyperedges}.packgraph`)
    return runInProcess(new URL(import.meta.url), task, { path, hyperedges } satisfies MemoryJob, progress)
  }
  const indexing = await inProcess('indexMuch', small)
  const preparing = await inProcess('prepareOnce', small)
  const serving = await inProcess('packOften', small)
  const indexingMore = await inProcess('indexMuch', large)
  const named = `${small.toLocaleString('en')} hyperedges`
  const note = ({ beforeMegabytes, peakMegabytes }: Resident): string =>
    `at most ${digits(peakMegabytes)} MB; ${digits(beforeMegabytes)} MB before the index was opened`
  return [
    figureRow(
      {
        work: `resident memory after ${PACKS} packs from ${named}, vectors included`,
        reference: '',
        note: note(serving),
        figures: { ...serving },
      },
      serving.afterMegabytes,
      'MB',
      { atMost: RESIDENT_MEGABYTES },
    ),
    figureRow(
      {
        work: `most resident memory while indexing ${named}`,
        reference: '',
        note: note(indexing),
        figures: { ...indexing },
      },
      indexing.peakMegabytes,
      'MB',
      { atMost: RESIDENT_MEGABYTES },
    ),
    figureRow(
      {
        work: `most resident memory while ${named} are prepared for queries`,
        reference: '',
        note: note(preparing),
        figures: { ...preparing },
      },
      preparing.peakMegabytes,
      'MB',
    ),
    shareRow(
      {
        work: `most resident memory while indexing ${large.toLocaleString('en')} hyperedges`,
        reference: `while indexing ${small.toLocaleString('en')}`,
        note: note(indexingMore),
        figures: { ...indexingMore },
      },
      indexingMore.peakMegabytes / indexing.peakMegabytes,
      FLAT_TIMES,
    ),
  ]
}

/** Indexes an invented corpus, in a process of its own. */
export const indexMuch: Task<MemoryJob, Resident> = ({ path, hyperedges }, progress) =>
  watched(async () => {
    const index = await openIndex(path)
    let told = 0
    await index.add(inventedDocuments({ hyperedges }), {
      onEvent: (event) => {
        if (event.type !== 'progress' || event.hyperedgesDone - told < 100_000) return
        told = event.hyperedgesDone
        progress(`${told.toLocaleString('en')} hyperedges, ${digits(process.memoryUsage.rss() / 1e6)} MB`)
      },
    })
    await index.close()
  })

/** Builds what queries read for the first time, a graph of vectors if there are many, in a process of its own. */
export const prepareOnce: Task<MemoryJob, Resident> = ({ path }) =>
  watched(async () => {
    const index = await openIndex(path)
    await index.prepare()
    await index.close()
  })

/** Opens the index and packs from it, in a process of its own. */
export const packOften: Task<MemoryJob, Resident> = ({ path, hyperedges }) =>
  watched(async (settle) => {
    const index = await openIndex(path)
    for (const question of inventedQuestions(PACKS, { hyperedges }))
      await index.pack(question, BUDGET_TOKENS, { tokenizer: 'tiktoken:o200k_base' })
    settle()
    await index.close()
  })

/** Watches the process during some work. `settle` fixes the last figure before the work ends. */
async function watched(work: (settle: () => void) => Promise<void>): Promise<Resident> {
  const beforeMegabytes = settledMegabytes()
  let afterMegabytes: number | undefined
  await work(() => {
    afterMegabytes = settledMegabytes()
  })
  return {
    beforeMegabytes,
    // The kernel's own record of the highest, which no sampling misses.
    peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
    afterMegabytes: afterMegabytes ?? settledMegabytes(),
  }
}
