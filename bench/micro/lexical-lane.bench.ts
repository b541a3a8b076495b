/** The lexical lane on postings in memory beside SQLite's FTS5, on the same units, terms and questions. Backs docs/decisions/retrieval.md. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { termsOf } from '../../src/domain/text/terms.ts'
import { openIndex } from '../../src/index.ts'
import type { Hypergraph } from '../../src/ports/hypergraph.ts'
import type { StoreSnapshot } from '../../src/ports/store.ts'
import { PACKAGE_QUESTIONS, packageMarkdown } from '../corpora/package-markdown.ts'
import { PROPOSAL_CORPUS, PROPOSAL_QUESTIONS } from '../corpora/proposals.ts'
import {
  type BenchmarkRun,
  digits,
  figureRow,
  type Measure,
  type Progress,
  type Row,
  speedRow,
} from '../harness/benchmark.ts'
import { median, timeMs } from '../harness/statistics.ts'

const POOL = 100
const FULL_REPEATS = 20

interface Lanes {
  readonly own: (terms: readonly string[]) => Promise<readonly number[]>
  /** Rows from 1, in the order of units. */
  readonly fts: (terms: readonly string[]) => readonly number[]
}

export const measure: Measure = async (run, progress) => {
  const rows = await compare('the Markdown in node_modules', PACKAGE_QUESTIONS, run, progress)
  if (!existsSync(PROPOSAL_CORPUS)) return rows
  return [...rows, ...(await compare('949 Ethereum proposals', PROPOSAL_QUESTIONS.slice(0, 20), run, progress))]
}

async function compare(
  named: string,
  questions: readonly string[],
  run: BenchmarkRun,
  progress: Progress,
): Promise<readonly Row[]> {
  progress(`indexing ${named}`)
  const path = join(run.scratchFolder, `lexical-${questions.length}.packgraph`)
  const index = await openIndex(path)
  if (questions === PACKAGE_QUESTIONS) await index.add(packageMarkdown())
  else await index.addFiles([PROPOSAL_CORPUS])
  await index.close()
  const store = await openSqliteStore(path, { readOnly: true })
  const snapshot = await store.snapshot()
  const hypergraph = await loadMemoryHypergraph(snapshot)
  const database = new Database(':memory:')
  progress('filling FTS5')
  const fillMs = await timeMs(() => fillFts(database, snapshot))
  const times = await askBoth(questions, lanesOf(hypergraph, database), run)
  database.close()
  await snapshot.close()
  await store.close()
  const work = `${POOL} best of ${hypergraph.size.toLocaleString('en')} units of ${named}`
  const reference = 'FTS5 (bm25), same terms'
  return [
    speedRow(
      {
        work,
        reference,
        note: `${digits(times.ownMs)} ms against ${digits(times.ftsMs)} ms; FTS5 was filled in ${digits(fillMs)} ms`,
        figures: { ownMs: times.ownMs, ftsMs: times.ftsMs, fillMs },
      },
      times.ftsMs / times.ownMs,
    ),
    figureRow(
      { work: `${work}: how many both have`, reference, note: '', figures: { shared: times.shared } },
      100 * times.shared,
      '%',
    ),
  ]
}

async function fillFts(database: Database.Database, snapshot: StoreSnapshot): Promise<void> {
  const titles = new Map<number, string>()
  for await (const page of snapshot.documents()) for (const { id, title } of page) titles.set(id, title)
  database.exec("CREATE VIRTUAL TABLE units USING fts5(title, body, content='', tokenize=\"unicode61 tokenchars '_'\")")
  const insert = database.prepare('INSERT INTO units(rowid, title, body) VALUES (?, ?, ?)')
  database.exec('BEGIN')
  let row = 0
  for await (const page of snapshot.hyperedges()) {
    for (const { documentId, headingPath, text } of page) {
      const title = [titles.get(documentId) ?? '', ...headingPath].join(' ')
      insert.run(++row, termsOf(title).join(' '), termsOf(text).join(' '))
    }
  }
  database.exec('COMMIT')
}

function lanesOf(hypergraph: Hypergraph, database: Database.Database): Lanes {
  const select = database
    .prepare('SELECT rowid FROM units WHERE units MATCH ? ORDER BY bm25(units, 3.0, 1.0) LIMIT ?')
    .pluck()
  return {
    own: async (terms) => {
      const weights = await hypergraph.inverseFrequencies(terms)
      return (await hypergraph.lexicalTop(weights, POOL, undefined)).map(({ unit }) => unit)
    },
    fts: (terms) => select.all(terms.map((term) => `"${term}"`).join(' OR '), POOL) as number[],
  }
}

async function askBoth(
  questions: readonly string[],
  { own, fts }: Lanes,
  { quick }: BenchmarkRun,
): Promise<{ readonly ownMs: number; readonly ftsMs: number; readonly shared: number }> {
  const ownMs: number[] = []
  const ftsMs: number[] = []
  let shared = 0
  for (let repeat = 0; repeat < (quick ? 3 : FULL_REPEATS); repeat++) {
    for (const question of questions) {
      const terms = [...new Set(termsOf(question))]
      let units: readonly number[] = []
      let rows: readonly number[] = []
      ownMs.push(
        await timeMs(async () => {
          units = await own(terms)
        }),
      )
      ftsMs.push(
        await timeMs(() => {
          rows = fts(terms)
        }),
      )
      if (repeat === 0) shared += units.filter((unit) => rows.includes(unit + 1)).length / Math.max(1, units.length)
    }
  }
  return { ownMs: median(ownMs), ftsMs: median(ftsMs), shared: shared / questions.length }
}
