/**
 * The lexical lane on own postings in memory beside SQLite's FTS5, on the same units, terms and questions: `npm run bench:lexical`. Needs
 * the evaluation data (`PACKGRAPH_DATA`, or `../shared/data` beside the repository). Backs docs/decisions/retrieval.md.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { termsOf } from '../../src/domain/text/terms.ts'
import { openIndex } from '../../src/index.ts'
import { dataFolder } from '../data-folder.ts'

const POOL = 100
const REPEATS = 20
const QUESTIONS = [
  'How does EIP-1559 set the base fee?',
  'What does a token contract have to emit when an allowance changes?',
  'Which opcodes does the Berlin hard fork make more expensive?',
  'How are blob transactions priced and how long are blobs kept?',
  'How is a non-fungible token approved for transfer by an operator?',
  'What is transient storage and when is it cleared?',
]

const corpus = join(dataFolder, 'docs-scale/eips.jsonl.gz')

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

async function compare(folder: string): Promise<void> {
  const path = join(folder, 'lexical.packgraph')
  const index = await openIndex(path)
  await index.addFiles([corpus])
  await index.close()
  const store = await openSqliteStore(path, { readOnly: true })
  const snapshot = await store.snapshot()

  const loadStart = performance.now()
  const hypergraph = await loadMemoryHypergraph(snapshot)
  const loadMs = performance.now() - loadStart

  const titles = new Map<number, string>()
  for await (const page of snapshot.documents()) for (const { id, title } of page) titles.set(id, title)
  const database = new Database(join(folder, 'fts.sqlite'))
  database.exec("CREATE VIRTUAL TABLE units USING fts5(title, body, content='', tokenize=\"unicode61 tokenchars '_'\")")
  const insert = database.prepare('INSERT INTO units(rowid, title, body) VALUES (?, ?, ?)')
  const insertStart = performance.now()
  database.exec('BEGIN')
  let unit = 0
  for await (const page of snapshot.hyperedges()) {
    for (const { documentId, headingPath, text } of page) {
      const title = [titles.get(documentId) ?? '', ...headingPath].join(' ')
      insert.run(++unit, termsOf(title).join(' '), termsOf(text).join(' '))
    }
  }
  database.exec('COMMIT')
  const insertMs = performance.now() - insertStart

  const select = database
    .prepare('SELECT rowid FROM units WHERE units MATCH ? ORDER BY bm25(units, 3.0, 1.0) LIMIT ?')
    .pluck()
  const own: number[] = []
  const fts: number[] = []
  let shared = 0
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    for (const question of QUESTIONS) {
      const terms = [...new Set(termsOf(question))]
      const ownStart = performance.now()
      const weights = await hypergraph.inverseFrequencies(terms)
      const top = await hypergraph.lexicalTop(weights, POOL, undefined)
      own.push(performance.now() - ownStart)
      const query = [...weights.keys()].map((term) => `"${term}"`).join(' OR ')
      const ftsStart = performance.now()
      const found = new Set(select.all(query, POOL) as number[])
      fts.push(performance.now() - ftsStart)
      if (repeat === 0) shared += top.filter((hit) => found.has(hit.unit + 1)).length / POOL
    }
  }
  console.log(
    `${hypergraph.size} units; own postings: built with the whole hypergraph in ${loadMs.toFixed(0)} ms at opening`,
  )
  console.log(`FTS5: ${insertMs.toFixed(0)} ms to fill at indexing`)
  console.log(
    `pool of ${POOL}: own p50 ${median(own).toFixed(3)} ms, FTS5 p50 ${median(fts).toFixed(3)} ms, ratio ${(median(fts) / median(own)).toFixed(1)}; ` +
      `the pools share ${((100 * shared) / QUESTIONS.length).toFixed(0)} %`,
  )
  database.close()
  await snapshot.close()
  await store.close()
}

if (existsSync(corpus)) {
  const folder = mkdtempSync(join(tmpdir(), 'packgraph-bench-'))
  try {
    await compare(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  console.log(`no corpus at ${corpus}: set PACKGRAPH_DATA`)
}
