/**
 * `npm run bench`: measures, prints a table of ratios and keeps the results in bench/results. See docs/benchmarks.md. Each benchmark runs in a process of its
 * own, one after another, on the built library.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchmarkRun, Row } from './harness/benchmark.ts'
import { parseOptions, USAGE } from './harness/options.ts'
import { runInProcess } from './harness/processes.ts'
import {
  type BenchmarkResult,
  circumstances,
  markdownOf,
  quoteInDocument,
  readResults,
  writeResults,
} from './harness/results.ts'

const options = parseOptions(process.argv.slice(2))
if (options.help) {
  console.log(USAGE)
} else {
  const now = circumstances(options.quick)
  const measured: Record<string, BenchmarkResult> = {}
  const scratchFolder = mkdtempSync(join(tmpdir(), 'packgraph-bench-'))
  try {
    for (const { name, title, module } of options.selected) {
      console.error(`${name}: ${title}`)
      const start = performance.now()
      const run: BenchmarkRun = { quick: options.quick, scratchFolder }
      const outcome = await runInProcess<BenchmarkRun, readonly Row[]>(module, 'measure', run, (message) =>
        console.error(`  ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s  ${message}`),
      ).then(
        (rows) => ({ rows }),
        (error: Error) => ({ rows: [], failure: error.message }),
      )
      measured[name] = { ...now, ...outcome, seconds: (performance.now() - start) / 1000 }
      if ('failure' in outcome) {
        console.error(`  failed: ${outcome.failure}`)
        process.exitCode = 1
      }
      // Written after each, so that a run that is stopped keeps what it has.
      writeResults({ ...readResults(), ...measured })
    }
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true })
  }
  if (options.document) quoteInDocument(readResults())
  console.log(options.json ? JSON.stringify(measured, undefined, 2) : markdownOf(measured))
}
