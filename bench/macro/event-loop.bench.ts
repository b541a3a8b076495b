/** How long queries hold the event loop, so that nothing else of the process has its turn: while the view opens, after a change, and in packs. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContextIndex, countTokens, openIndex } from '../../src/index.ts'
import { inventedDocument, inventedQuestions } from '../corpora/invented-corpus.ts'
import { INVENTED_EMBEDDER, inventedIndex } from '../corpora/invented-index.ts'
import { digits, figureRow, type Measure } from '../harness/benchmark.ts'

const TOKENIZER = 'tiktoken:o200k_base'
const BUDGET_TOKENS = 4000
const PACKS = 100
const MOST_MS = 200

export const measure: Measure = async (run, progress) => {
  const hyperedges = run.quick ? 10_000 : 100_000
  const { path } = await inventedIndex(hyperedges, run, progress)
  // A change is made to it, which others must not see.
  const copy = join(run.scratchFolder, 'event-loop.packgraph')
  copyFileSync(path, copy)
  progress('watching the event loop')
  await countTokens('loads the tokenizer', { tokenizer: TOKENIZER })
  const saving = await openIndex(copy, { embedder: INVENTED_EMBEDDER })
  await saving.prepare()
  await saving.close()
  const questions = [...inventedQuestions(PACKS + 2, { hyperedges })]
  const index = await openIndex(copy, { embedder: INVENTED_EMBEDDER })
  const pack = (question: number): Promise<unknown> => packOf(index, questions[question]!)
  const opening = await longestHoldMs(() => pack(0))
  await index.add([inventedDocument(hyperedges, { hyperedges })])
  const changed = await longestHoldMs(() => pack(1))
  const packs: number[] = []
  for (let question = 2; question < questions.length; question++) packs.push(await longestHoldMs(() => pack(question)))
  await index.close()
  const named = `${hyperedges.toLocaleString('en')} hyperedges`
  const row = (work: string, ms: number, note: string) =>
    figureRow({ work, reference: '', note, figures: { ms } }, Math.round(ms), 'ms', { atMost: MOST_MS })
  return [
    row(`longest hold of the event loop: first pack after opening, saved view, ${named}`, opening, ''),
    row(`longest hold of the event loop: pack after one document was added, ${named}`, changed, ''),
    row(
      `longest hold of the event loop: ${PACKS} packs, ${named}`,
      Math.max(...packs),
      `a pack: ${digits(packs.sort((a, b) => a - b)[PACKS / 2]!)} ms`,
    ),
  ]
}

function packOf(index: ContextIndex, question: string): Promise<unknown> {
  return index.pack(question, BUDGET_TOKENS, { tokenizer: TOKENIZER, lanes: ['lexical', 'graph'] })
}

/** The longest time between two turns of the event loop while some work runs. */
async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let lastMs = performance.now()
  let ended = false
  const look = (): void => {
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
    if (!ended) setImmediate(look)
  }
  setImmediate(look)
  await work()
  ended = true
  await new Promise((resolve) => setImmediate(resolve))
  return longestMs
}
