/**
 * A pack without embedding, beside what the design rules out: js-tiktoken counting the candidates when the query comes. Every question is asked once, as a
 * user does, so that nothing about it is remembered. With the evaluation data (`PACKGRAPH_DATA`) also on Ethereum proposals.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ContextIndex, openIndex, type PackOptions } from '../../src/index.ts'
import { inventedQuestions } from '../corpora/invented-corpus.ts'
import { INVENTED_EMBEDDER, inventedIndex } from '../corpora/invented-index.ts'
import { PROPOSAL_CORPUS, PROPOSAL_QUESTIONS } from '../corpora/proposals.ts'
import { type BenchmarkRun, digits, type Measure, type Progress, type Row, speedRow } from '../harness/benchmark.ts'
import { median, percentile, timeMs } from '../harness/statistics.ts'
import { plainCounting } from '../reference/plain-counting.ts'

const BUDGET_TOKENS = 4000
const WARMING_QUESTIONS = 20
const ROUNDS = 5
/** At a hundred thousand hyperedges; other corpora have no goal. */
const GOAL = { p50: 100, p99: 30 }

/** Retrieve, select, lay out, verify: what the goal names. The default does more: it fills the room that is left. */
const KINDS: Readonly<Record<string, PackOptions>> = { 'no fill': { fill: false }, 'filled (default)': {} }

export const measure: Measure = async (run, progress) => {
  const rows = [...(await packInvented(run, progress))]
  if (existsSync(PROPOSAL_CORPUS)) rows.push(...(await packProposals(run, progress)))
  return rows
}

async function packInvented(run: BenchmarkRun, progress: Progress): Promise<readonly Row[]> {
  const hyperedges = run.quick ? 10_000 : 100_000
  const { path } = await inventedIndex(hyperedges, run, progress)
  const index = await openIndex(path, { embedder: INVENTED_EMBEDDER })
  const { incidences } = await index.status()
  const named = `${hyperedges.toLocaleString('en')} hyperedges, ${incidences.toLocaleString('en')} incidences`
  const questions = [...inventedQuestions(run.quick ? 100 : 1000, { hyperedges })]
  const rows = await compare(named, index, questions, GOAL, progress)
  await index.close()
  return rows
}

async function packProposals(run: BenchmarkRun, progress: Progress): Promise<readonly Row[]> {
  const index = await openIndex(join(run.scratchFolder, 'proposals.packgraph'))
  progress('indexing Ethereum proposals')
  await index.addFiles([PROPOSAL_CORPUS])
  const { hyperedges } = await index.status()
  const rows = await compare(
    `949 Ethereum proposals, ${hyperedges.toLocaleString('en')} hyperedges`,
    index,
    PROPOSAL_QUESTIONS,
    {},
    progress,
  )
  await index.close()
  return rows
}

async function compare(
  named: string,
  index: ContextIndex,
  questions: readonly string[],
  goal: { readonly p50?: number; readonly p99?: number },
  progress: Progress,
): Promise<readonly Row[]> {
  const packMs = async (question: string, options: PackOptions): Promise<number> =>
    (
      await index.pack(question, BUDGET_TOKENS, {
        tokenizer: 'tiktoken:o200k_base',
        lanes: ['lexical', 'graph'],
        ...options,
      })
    ).timings.totalMs
  progress(`packing from ${named}`)
  await index.prepare()
  const openingMs = await timeMs(() => packMs(questions[0]!, {}))
  const reference = await plainCounting(index, questions)
  const [warming, asked] = [questions.slice(0, WARMING_QUESTIONS), questions.slice(WARMING_QUESTIONS)]
  for (const question of warming) for (const options of Object.values(KINDS)) await packMs(question, options)
  const counting: number[] = []
  const packing: Record<string, number[]> = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]))
  const perRound = Math.ceil(asked.length / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    counting.push(await timeMs(() => reference.count()))
    for (const [position, question] of asked.slice(round * perRound, (round + 1) * perRound).entries()) {
      // Each question meets one kind only: the second pack of a question would find its units counted.
      const kind = Object.keys(KINDS)[position % Object.keys(KINDS).length]!
      packing[kind]!.push(await packMs(question, KINDS[kind]!))
    }
  }
  const countingMs = median(counting)
  const text = (kind: string, which: string, ms: number) => ({
    work: `pack of ${BUDGET_TOKENS.toLocaleString('en')} tokens from ${named}, ${kind}, ${which}`,
    reference: `js-tiktoken counting ${reference.candidates.toLocaleString('en')} candidates (${reference.tokens.toLocaleString('en')} tokens)`,
    note: `${digits(ms)} ms against ${digits(countingMs)} ms; ${packing[kind]!.length} questions; first pack after opening ${digits(openingMs)} ms`,
    figures: { ms, countingMs, openingMs },
  })
  return Object.entries(packing).flatMap(([kind, times]) => {
    const [p50, p99] = [median(times), percentile(times, 0.99)]
    return [
      speedRow(text(kind, 'p50', p50), countingMs / p50, goal.p50),
      speedRow(text(kind, 'p99', p99), countingMs / p99, goal.p99),
    ]
  })
}
