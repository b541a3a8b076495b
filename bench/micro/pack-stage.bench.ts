/**
 * The pack stage alone: 100 ranked candidates into budgets, with and without filling, and how often it counts. Backs docs/decisions/packing.md. There is no
 * reference but the stage without filling, which does least.
 */
import { join } from 'node:path'
import { Bench } from 'tinybench'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { loadTiktokenTokenizer } from '../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import type { Ranking } from '../../src/domain/candidate.ts'
import { openIndex } from '../../src/index.ts'
import { packCandidates } from '../../src/pack/pack-candidates.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { NO_DENSE_LANE } from '../../src/retrieve/dense.ts'
import { retrieve } from '../../src/retrieve/retrieve.ts'
import { PACKAGE_QUESTIONS, packageMarkdown } from '../corpora/package-markdown.ts'
import { type BenchmarkRun, digits, type Measure, type Row, shareRow } from '../harness/benchmark.ts'

const CANDIDATES = 100
const BUDGETS = [256, 1_024, 4_000]
const CLOCK = { monotonicMs: (): number => performance.now() }

type PackNext = (budgetTokens: number, fill: boolean, tokenizer: Tokenizer) => () => Promise<void>

export const measure: Measure = async (run, progress) => {
  progress('ranking the Markdown in node_modules')
  const rankings = await rankingsOf(run)
  const tokenizer = await loadTiktokenTokenizer('o200k_base')
  const packNext: PackNext = (budgetTokens, fill, counter) => {
    let turn = 0
    const options = { preamble: '', reserveTokens: 0, fill, verify: 'always', appendQuery: false, stamp: '' } as const
    return async () => {
      const ranking = rankings[turn++ % rankings.length]!
      await packCandidates({ ranking, pinned: [], budgetTokens, options }, counter, CLOCK)
    }
  }
  const rows: Row[] = []
  for (const budgetTokens of BUDGETS) {
    progress(`packing into ${budgetTokens} tokens`)
    rows.push(await compareFilling(budgetTokens, packNext, tokenizer, rankings.length, run))
  }
  return rows
}

async function rankingsOf({ scratchFolder }: BenchmarkRun): Promise<readonly Ranking[]> {
  const path = join(scratchFolder, 'pack-stage.packgraph')
  const index = await openIndex(path)
  await index.add(packageMarkdown())
  await index.close()
  const store = await openSqliteStore(path, { readOnly: true })
  const snapshot = await store.snapshot()
  const hypergraph = await loadMemoryHypergraph(snapshot)
  const rankings: Ranking[] = []
  for (const query of PACKAGE_QUESTIONS) {
    rankings.push(
      await retrieve({
        hypergraph,
        readHyperedges: (ids) => store.readHyperedges(ids),
        query,
        limit: CANDIDATES,
        mask: undefined,
        dense: NO_DENSE_LANE,
        lanes: new Set(['lexical', 'graph']),
      }),
    )
  }
  await snapshot.close()
  await store.close()
  return rankings
}

async function compareFilling(
  budgetTokens: number,
  packNext: PackNext,
  tokenizer: Tokenizer,
  packs: number,
  { quick }: BenchmarkRun,
): Promise<Row> {
  const bench = new Bench({ time: quick ? 300 : 2_000 })
  bench.add('filled', packNext(budgetTokens, true, tokenizer)).add('plain', packNext(budgetTokens, false, tokenizer))
  const [filledMs, plainMs] = (await bench.run()).map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} did not run`)
    return result.latency.p50
  })
  const filled = await countsOf(budgetTokens, true, packNext, tokenizer, packs)
  const plain = await countsOf(budgetTokens, false, packNext, tokenizer, packs)
  return shareRow(
    {
      work: `${CANDIDATES} candidates packed into ${budgetTokens.toLocaleString('en')} tokens, filled`,
      reference: 'the same without filling',
      note: `${digits(filledMs!)} ms and ${digits(filled.calls)} counts (${digits(filled.whole)} over half of the budget) against ${digits(plainMs!)} ms and ${digits(plain.calls)} (${digits(plain.whole)})`,
      figures: { filledMs: filledMs!, plainMs: plainMs!, filledCounts: filled.calls, plainCounts: plain.calls },
    },
    filledMs! / plainMs!,
  )
}

/** Calls of the tokenizer for one pack: how many, and how many of them on at least half of the budget. */
async function countsOf(
  budgetTokens: number,
  fill: boolean,
  packNext: PackNext,
  tokenizer: Tokenizer,
  packs: number,
): Promise<{ readonly calls: number; readonly whole: number }> {
  let calls = 0
  let whole = 0
  const count = (text: string): number => {
    const tokens = Number(tokenizer.count(text))
    calls++
    if (tokens > budgetTokens / 2) whole++
    return tokens
  }
  const pack = packNext(budgetTokens, fill, { ...tokenizer, count })
  for (let turn = 0; turn < packs; turn++) await pack()
  return { calls: calls / packs, whole: whole / packs }
}
