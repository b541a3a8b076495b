import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import type { Row } from './benchmark.ts'
import { CATALOGUE } from './catalogue.ts'

/** Where and when something was measured. */
export interface Circumstances {
  readonly date: string
  readonly node: string
  readonly cores: number
  readonly quick: boolean
  /** Other work in the minute before the run, in cores. Above {@link QUIET_LOAD} the figures are provisional. */
  readonly loadBefore: number
}

/** What one benchmark found, or why it found nothing. */
export interface BenchmarkResult extends Circumstances {
  readonly rows: readonly Row[]
  readonly seconds: number
  readonly failure?: string
}

export type Results = Readonly<Record<string, BenchmarkResult>>

const QUIET_LOAD = 0.5
const FOLDER = new URL('../results/', import.meta.url)
const DOCUMENT = new URL('../../docs/benchmarks.md', import.meta.url)
const DOCUMENT_BLOCK = /(<!-- figures: .*? -->\n)[\s\S]*?(<!-- end of figures -->)/

export function circumstances(quick: boolean): Circumstances {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cores: availableParallelism(),
    quick,
    loadBefore: loadavg()[0]!,
  }
}

/** Where results are kept. Those of quick runs are kept apart, so that none is quoted by mistake. */
function fileOf(quick: boolean, extension: 'json' | 'md'): URL {
  return new URL(`${quick ? 'quick' : 'results'}.${extension}`, FOLDER)
}

/** Results of earlier runs of the same kind; none where there was no run. */
export function readResults(quick: boolean): Results {
  const file = fileOf(quick, 'json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {}
}

/** Keeps results as JSON and as tables; what earlier runs measured and these do not stays. */
export function writeResults(results: Results, quick: boolean): void {
  const all = { ...readResults(quick), ...results }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(quick, 'json'), `${JSON.stringify(all, undefined, 2)}\n`)
  writeFileSync(fileOf(quick, 'md'), markdownOf(all))
}

/** Replaces the figures in docs/benchmarks.md. */
export function quoteInDocument(results: Results): void {
  const text = readFileSync(DOCUMENT, 'utf8')
  if (!DOCUMENT_BLOCK.test(text)) throw new Error('docs/benchmarks.md has no block for figures')
  writeFileSync(
    DOCUMENT,
    text.replace(
      DOCUMENT_BLOCK,
      (_, opening: string, closing: string) => `${opening}\n${markdownOf(results)}\n${closing}`,
    ),
  )
}

/** One table for each benchmark, in the order of the catalogue, with the circumstances of each. */
export function markdownOf(results: Results): string {
  return CATALOGUE.flatMap(({ name, title }) => {
    const result = results[name]
    return result ? [`### ${title} (\`${name}\`)\n\n${body(result)}`] : []
  }).join('\n')
}

function body(result: BenchmarkResult): string {
  const table =
    result.rows.length === 0
      ? ''
      : `| work | reference | reach | measured | reached | absolute |\n|---|---|---|---|---|---|\n${result.rows.map(line).join('\n')}\n\n`
  const failure = result.failure === undefined ? '' : `Not measured: ${result.failure.split('\n')[0]}\n\n`
  return `${table}${failure}_${footnote(result)}_\n`
}

function line({ work, reference, reach, measured, isReached, note }: Row): string {
  const reached = isReached === undefined ? '' : isReached ? 'yes' : '**no**'
  return `| ${[work, reference, reach ?? '', measured, reached, note].map(cell).join(' | ')} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

function footnote({ date, node, cores, quick, loadBefore, seconds }: BenchmarkResult): string {
  const provisional =
    loadBefore > QUIET_LOAD
      ? `; provisional: ${loadBefore.toFixed(1)} cores were busy with other work before the run`
      : ''
  return `${date}, Node ${node.slice(1)}, ${cores} cores, ${Math.round(seconds)} s${quick ? '; a quick run, not for quoting' : ''}${provisional}`
}
