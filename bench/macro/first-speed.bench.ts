/**
 * How fast one process indexes and packs, with the reference in the same run: `npm run bench:speed`. Needs the evaluation data (`PACKGRAPH_DATA`, or
 * `../shared/data` beside the repository).
 *
 * The reference for a pack is what the design rules out: plain js-tiktoken counting 2,000 candidates exactly at query time.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getEncoding } from 'js-tiktoken'
import { type ContextIndex, openIndex } from '../../src/index.ts'
import { dataFolder } from '../data-folder.ts'

const RUNS = 5
const CANDIDATES = 2000
const BUDGETS = [1000, 2000, 4000]
const TOKENIZER = 'tiktoken:o200k_base'
const QUESTIONS = [
  'How does EIP-1559 set the base fee?',
  'What does a token contract have to emit when an allowance changes?',
  'Which opcodes does the Berlin hard fork make more expensive?',
  'How are blob transactions priced and how long are blobs kept?',
  'What is the purpose of account abstraction and the entry point contract?',
  'How should a wallet show a typed structured data signature?',
  'When does a proposal move from review to last call?',
  'What happens to the difficulty bomb after the merge?',
  'How is a non-fungible token approved for transfer by an operator?',
  'Which precompiles exist for pairing on BLS12-381?',
  'How do validators withdraw their stake?',
  'What is transient storage and when is it cleared?',
]

const folder = mkdtempSync(join(tmpdir(), 'packgraph-bench-'))
let files = 0

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

/** Indexes a corpus into new files and keeps the last index open. */
async function indexing(name: string, corpus: string): Promise<ContextIndex> {
  const seconds: number[] = []
  let bytes = 0
  let hyperedges = 0
  for (let run = 0; ; run++) {
    const index = await openIndex(join(folder, `${files++}.packgraph`))
    const start = performance.now()
    const report = await index.addFiles([join(dataFolder, corpus)])
    seconds.push((performance.now() - start) / 1000)
    bytes = report.bytesRead
    hyperedges = report.hyperedgesAdded
    if (run + 1 === RUNS) {
      const middle = median(seconds)
      console.log(
        `index ${name}: median ${middle.toFixed(2)} s, best ${Math.min(...seconds).toFixed(2)} s, worst ${Math.max(...seconds).toFixed(2)} s; ` +
          `${(bytes / 1e6 / middle).toFixed(2)} MB/s, ${Math.round(hyperedges / middle)} units/s (${hyperedges} units, ${RUNS} runs)`,
      )
      return index
    }
    await index.close()
  }
}

/** Unit texts of the index, as many as the reference counts. */
async function candidateTexts(index: ContextIndex): Promise<readonly string[]> {
  const texts = new Set<string>()
  for (const question of QUESTIONS) {
    const { hits } = await index.search(question, { limit: CANDIDATES })
    for (const { text } of hits) texts.add(text)
  }
  return [...texts].slice(0, CANDIDATES)
}

async function packing(index: ContextIndex): Promise<void> {
  const texts = await candidateTexts(index)
  const reference = getEncoding('o200k_base')
  const counting: number[] = []
  let tokens = 0
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    tokens = texts.reduce((sum, text) => sum + reference.encode(text, [], []).length, 0)
    counting.push(performance.now() - start)
  }
  const countingMs = median(counting)
  console.log(
    `reference: js-tiktoken counts ${texts.length} candidates (${tokens} tokens) in median ${countingMs.toFixed(0)} ms`,
  )
  for (const budget of BUDGETS) {
    const first: number[] = []
    const again: number[] = []
    for (let run = 0; run < RUNS; run++) {
      for (const question of QUESTIONS) {
        const { timings } = await index.pack(question, budget, { tokenizer: TOKENIZER })
        ;(run === 0 ? first : again).push(timings.totalMs)
      }
    }
    const p50 = median(again)
    console.log(
      `pack at ${budget} tokens: p50 ${p50.toFixed(2)} ms (first time asked ${median(first).toFixed(2)} ms), worst ${Math.max(...again).toFixed(2)} ms; ` +
        `the reference takes ${(countingMs / p50).toFixed(0)}× as long (first ${(countingMs / median(first)).toFixed(0)}×)`,
    )
  }
}

if (existsSync(dataFolder)) {
  try {
    const hotpot = await indexing('4,937 Hotpot passages', 'multihop-hotpot500/corpus.jsonl')
    await hotpot.close()
    const index = await indexing('949 EIPs', 'docs-scale/eips.jsonl.gz')
    const start = performance.now()
    await index.search(QUESTIONS[0]!)
    console.log(`first query after opening: ${(performance.now() - start).toFixed(0)} ms`)
    await packing(index)
    await index.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  console.log(`no corpora at ${dataFolder}: set PACKGRAPH_DATA to their folder`)
}
