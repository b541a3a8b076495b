/**
 * How long one pack takes: 100 candidates of about 120 tokens, exact tokenizer, fill and excerpts on. Run with
 * `npm run bench:pack`; needs the evaluation data (`PACKGRAPH_DATA`, or `../shared/data` beside the repository).
 */
import { existsSync, readFileSync } from 'node:fs'
import { Bench } from 'tinybench'
import { loadTiktokenTokenizer } from '../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import type { Candidate, Ranking } from '../../src/domain/candidate.ts'
import { termsOf } from '../../src/domain/text/terms.ts'
import { packCandidates } from '../../src/pack/pack-candidates.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { dataFolder } from '../data-folder.ts'

const CANDIDATES = 100
const QUESTIONS = 100

interface Passage {
  readonly id: string
  readonly title: string
  readonly text: string
}

const setFolder = `${dataFolder}/multihop-hotpot500`

function readLines<T>(file: string): readonly T[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

/** A stand-in for retrieval: candidates by the number of terms that they share with the question. */
function rank(question: string, passages: readonly (Passage & { readonly terms: ReadonlySet<string> })[]): Ranking {
  const terms = [...new Set(termsOf(question))]
  const scored = passages.map((passage, index) => ({
    index,
    passage,
    score: terms.filter((term) => passage.terms.has(term)).length / terms.length,
  }))
  const best = scored.toSorted((left, right) => right.score - left.score || left.index - right.index)
  return {
    query: question,
    termWeights: new Map(terms.map((term) => [term, 1 / terms.length])),
    candidates: best.slice(0, CANDIDATES).map(({ passage, index, score }) => candidateOf(passage, index, score)),
    knownShare: 1,
    graphGate: 1,
  }
}

function candidateOf(passage: Passage, index: number, score: number): Candidate {
  const span = { start: 0, end: Buffer.byteLength(passage.text) }
  const originalId = index.toString(16).padStart(64, '0')
  return {
    hyperedge: {
      id: index,
      documentId: index,
      kind: 'passage',
      ordinal: 0,
      span,
      text: passage.text,
      headingPath: [],
      opening: '',
      closing: '',
      tokenCost: { tokens: Math.ceil(passage.text.length / 4.4), tokenizer: 'characters@1' },
    },
    document: {
      uri: passage.id,
      collection: 'default',
      title: passage.title,
      mediaType: 'text/plain',
      metadata: {},
      stable: false,
      origin: '',
      originalId,
    },
    reference: `${originalId}#0-${span.end}`,
    score,
    lanes: {},
    anchors: [],
    duplicates: [],
  }
}

async function main(): Promise<void> {
  if (!existsSync(setFolder)) {
    console.error(`no evaluation data at ${setFolder}; set PACKGRAPH_DATA`)
    return
  }
  const passages = readLines<Passage>(`${setFolder}/corpus.jsonl`).map((passage) => ({
    ...passage,
    terms: new Set(termsOf(`${passage.title} ${passage.text}`)),
  }))
  const rankings = readLines<{ readonly question: string }>(`${setFolder}/queries.jsonl`)
    .slice(0, QUESTIONS)
    .map(({ question }) => rank(question, passages))
  const exact = await loadTiktokenTokenizer('o200k_base')
  const clock = { monotonicMs: () => performance.now(), epochMs: () => Date.now() }
  const packNext = (budgetTokens: number, fill: boolean, tokenizer: Tokenizer): (() => Promise<void>) => {
    let turn = 0
    const options = { preamble: '', reserveTokens: 0, fill, verify: 'always', appendQuery: false, stamp: '' } as const
    return async () => {
      const ranking = rankings[turn++ % rankings.length]
      if (ranking) await packCandidates({ ranking, pinned: [], budgetTokens, options }, tokenizer, clock)
    }
  }
  await reportCounts(rankings, exact, packNext)
  const bench = new Bench({ time: 1_000 })
  for (const budgetTokens of [256, 1_024, 2_000, 4_000]) {
    bench.add(`pack into ${budgetTokens}`, packNext(budgetTokens, true, exact))
    bench.add(`pack into ${budgetTokens}, no fill`, packNext(budgetTokens, false, exact))
  }
  await bench.run()
  console.table(
    bench.tasks.map(({ name, result }) => ({
      name,
      ...('latency' in result ? { p50Ms: result.latency.p50.toFixed(3), p99Ms: result.latency.p99.toFixed(3) } : {}),
    })),
  )
}

/** Calls of the tokenizer for one pack: how many, and how many of them on at least half of the budget. */
async function reportCounts(
  rankings: readonly Ranking[],
  exact: Tokenizer,
  packNext: (budgetTokens: number, fill: boolean, tokenizer: Tokenizer) => () => Promise<void>,
): Promise<void> {
  for (const budgetTokens of [256, 1_024, 4_000]) {
    for (const fill of [true, false]) {
      let calls = 0
      let wholeCalls = 0
      const count = (text: string): number => {
        const tokens = Number(exact.count(text))
        calls++
        if (tokens > budgetTokens / 2) wholeCalls++
        return tokens
      }
      const packOne = packNext(budgetTokens, fill, { ...exact, count })
      for (const _ranking of rankings) await packOne()
      const perPack = (value: number): string => (value / rankings.length).toFixed(1)
      console.log(
        `budget ${budgetTokens}, fill ${fill}: ${perPack(calls)} counts a pack, ${perPack(wholeCalls)} of them of the whole text`,
      )
    }
  }
}

await main()
