/**
 * `npm run bench`: measures, prints a table of ratios and keeps the results in bench/results. See docs/benchmarks.md. Each benchmark runs in a process of its
 * own, one after another, on the built library.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchmarkRun, Row } from './harness/benchmark.ts'
import type { CatalogueEntry } from './harness/catalogue.ts'
import { type BenchOptions, parseOptions, USAGE } from './harness/options.ts'
import { runInProcess } from './harness/processes.ts'
import {
  type BenchmarkResult,
  type Circumstances,
  circumstances,
  markdownOf,
  quoteInDocument,
  type Results,
  readResults,
  writeResults,
} from './harness/results.ts'

/** Measures what is selected, one after another. @returns what this run measured. */
async function measureAll({ selected, quick }: BenchOptions): Promise<Results> {
  const now = circumstances(quick)
  const measured: Record<string, BenchmarkResult> = {}
  const scratchFolder = mkdtempSync(join(tmpdir(), 'packgraph-bench-'))
  try {
    for (const entry of selected) {
      measured[entry.name] = { ...now, ...(await measureOne(entry, { quick, scratchFolder })) }
      // Written after each, so that a run that is stopped keeps what it has.
      writeResults(measured, quick)
    }
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true })
  }
  return measured
}

/** A benchmark that fails leaves its reason in place of rows. */
async function measureOne(
  { name, title, module }: CatalogueEntry,
  run: BenchmarkRun,
): Promise<Omit<BenchmarkResult, keyof Circumstances>> {
  console.error(`${name}: ${title}`)
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  try {
    const rows = await runInProcess<BenchmarkRun, readonly Row[]>(module, 'measure', run, (message) =>
      console.error(`  ${seconds().toFixed(0).padStart(4)} s  ${message}`),
    )
    return { rows, seconds: seconds() }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    console.error(`  failed: ${failure}`)
    process.exitCode = 1
    return { rows: [], seconds: seconds(), failure }
  }
}

try {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) console.log(USAGE)
  else {
    const measured = await measureAll(options)
    if (options.document) quoteInDocument(readResults(false))
    console.log(options.json ? JSON.stringify(measured, undefined, 2) : markdownOf(measured))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
