/**
 * How each stage's time grows from ten thousand to a million hyperedges, on invented text with vectors from hashed words. Each size is measured in a process of
 * its own, and every question is asked once. The reference of a row is the same stage at a tenth of the size.
 */
import { openIndex, type PackOptions, type SearchOptions } from '../../src/index.ts'
import { inventedQuestions } from '../corpora/invented-corpus.ts'
import { INVENTED_EMBEDDER, inventedIndex } from '../corpora/invented-index.ts'
import { type BenchmarkRun, digits, type Measure, type Row, shareRow } from '../harness/benchmark.ts'
import { runInProcess, type Task } from '../harness/processes.ts'
import { median, timeMs } from '../harness/statistics.ts'

const BUDGET_TOKENS = 4000
const WARMING_QUESTIONS = 20

interface GrowthJob {
  readonly run: BenchmarkRun
  readonly hyperedges: number
}

/** Median milliseconds of each stage, in the order in which rows are shown. */
type StageTimes = Readonly<Record<string, number>>

const WHOLE_PACK = 'a pack, embedding and all lanes'

export const measure: Measure = async (run, progress) => {
  const sizes = run.quick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000]
  const rows: Row[] = []
  let smaller: { readonly size: number; readonly times: StageTimes } | undefined
  for (const size of sizes) {
    const job: GrowthJob = { run, hyperedges: size }
    try {
      const times = await runInProcess<GrowthJob, StageTimes>(new URL(import.meta.url), 'measureSize', job, progress)
      if (smaller) rows.push(...growthRows(smaller.size, smaller.times, size, times))
      smaller = { size, times }
    } catch (error) {
      // A size that cannot be had is a result, and no reason to lose the others.
      rows.push(failedRow(size, error))
    }
  }
  return rows
}

function growthRows(smallSize: number, small: StageTimes, largeSize: number, large: StageTimes): readonly Row[] {
  const named = [largeSize, smallSize].map((size) => size.toLocaleString('en'))
  const linearithmic = (largeSize * Math.log(largeSize)) / (smallSize * Math.log(smallSize))
  return Object.entries(large).map(([stage, largeMs]) => {
    const smallMs = small[stage]!
    return shareRow(
      {
        work: `${stage}, ${named[0]} hyperedges`,
        reference: `the same at ${named[1]}`,
        note: `${digits(largeMs)} ms against ${digits(smallMs)} ms`,
        figures: { largeMs, smallMs },
      },
      largeMs / smallMs,
      stage === WHOLE_PACK ? linearithmic : undefined,
    )
  })
}

function failedRow(size: number, error: unknown): Row {
  return {
    work: `every stage, ${size.toLocaleString('en')} hyperedges`,
    reference: '',
    measured: 'failed',
    isReached: false,
    note: error instanceof Error ? error.message.split('\n')[0]! : String(error),
    figures: {},
  }
}

/** Indexes one size if need be, and asks it. */
export const measureSize: Task<GrowthJob, StageTimes> = async ({ run, hyperedges }, progress) => {
  const { path, indexingMs } = await inventedIndex(hyperedges, run, progress)
  progress(`asking ${hyperedges.toLocaleString('en')} hyperedges`)
  const first = await openIndex(path, { embedder: INVENTED_EMBEDDER })
  const preparingMs = await timeMs(() => first.prepare())
  await first.close()
  const index = await openIndex(path, { embedder: INVENTED_EMBEDDER })
  const asked = [...inventedQuestions(run.quick ? 40 : 220, { hyperedges })]
  const openingMs = await timeMs(() => index.search(asked[0]!))
  const searchMs = (options: SearchOptions) => async (question: string) =>
    (await index.search(question, options)).timings.totalMs
  const packTimings = (options: PackOptions) => async (question: string) =>
    (await index.pack(question, BUDGET_TOKENS, { tokenizer: 'tiktoken:o200k_base', ...options })).timings
  const pack = packTimings({})
  const stages: Readonly<Record<string, (question: string) => Promise<number>>> = {
    'search, lexical lane': searchMs({ lanes: ['lexical'] }),
    'search, lexical and graph lanes': searchMs({ lanes: ['lexical', 'graph'] }),
    'search, dense lane': searchMs({ lanes: ['dense'] }),
    [WHOLE_PACK]: async (question) => (await pack(question)).totalMs,
    'select, lay out and verify': async (question) => {
      const { selectMs, verifyMs } = await packTimings({ fill: false })(question)
      return selectMs + verifyMs
    },
    fill: async (question) => (await pack(question)).fillMs,
  }
  const names = Object.keys(stages)
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (const [position, question] of asked.entries()) {
    const name = names[position % names.length]!
    const ms = await stages[name]!(question)
    if (position >= WARMING_QUESTIONS) times[name]!.push(ms)
  }
  await index.close()
  return {
    indexing: indexingMs,
    'preparing what queries read, once (a graph of vectors from 200,000 on)': preparingMs,
    'opening until the first answer': openingMs,
    ...Object.fromEntries(names.map((name) => [name, median(times[name]!)])),
  }
}
