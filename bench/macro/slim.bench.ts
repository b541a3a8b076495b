/**
 * Slimming outputs of tools, stored and counted exactly: what is left of them by kind, and megabytes a second on logs and on JSON, beside `JSON.parse` and
 * `JSON.stringify` of the same data. Outputs are invented; real ones are measured too where their folder is (`PACKGRAPH_DATA`).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContextIndex, openIndex, type SlimmedOutput } from '../../src/index.ts'
import { jsonShapes } from '../corpora/json-shapes.ts'
import { inventedLog, inventedPipeTable } from '../corpora/tool-outputs.ts'
import { dataFolder } from '../data-folder.ts'
import { type BenchmarkRun, digits, figureRow, type Measure, type Row, shareRow } from '../harness/benchmark.ts'
import { median } from '../harness/statistics.ts'

const TOKENIZER = 'tiktoken:o200k_base'
const SEED = 1
const MEGABYTE = 1e6
/** Megabytes a second. */
const REACH = { log: 20, json: 5 }

interface Output {
  readonly kind: string
  readonly text: string
}

export const measure: Measure = async (run, progress) => {
  const index = await openIndex(join(run.scratchFolder, 'outputs.packgraph'))
  const lineCount = run.quick ? 2_000 : 12_000
  try {
    progress('slimming invented outputs')
    const rows = [...(await compareSizes('invented', inventedOutputs(lineCount), index))]
    progress('slimming real outputs')
    rows.push(...(await compareSizes('real', realOutputs(), index)))
    progress('measuring time on invented logs')
    rows.push(...(await compareTimes('logs', (seed) => [inventedLog(seed, lineCount)], REACH.log, index, run)))
    progress('measuring time on invented JSON')
    const shapes = (seed: number): readonly string[] => jsonShapes(seed).map(({ text }) => text)
    return [...rows, ...(await compareTimes('JSON of eleven shapes', shapes, REACH.json, index, run))]
  } finally {
    await index.close()
  }
}

function inventedOutputs(lineCount: number): readonly Output[] {
  return [
    ...jsonShapes(SEED).map(({ name, text }) => ({ kind: `JSON, ${name}`, text })),
    { kind: 'pipe table of 400 rows', text: inventedPipeTable(SEED, 400) },
    { kind: 'log', text: inventedLog(SEED, lineCount) },
  ]
}

/** By the folder and the ending of their names. */
function realOutputs(): readonly Output[] {
  const folder = join(dataFolder, 'tool-outputs')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /[/\\].+\.\w+$/.test(file))
  return files.sort().map((file) => {
    const [kind] = file.split(/[/\\]/)
    const ending = /\.jsonl?$/.test(file) ? 'JSON' : 'text'
    return { kind: `${kind}, ${ending}`, text: readFileSync(join(folder, file), 'utf8') }
  })
}

/** One row for each kind, and one for all. */
async function compareSizes(named: string, outputs: readonly Output[], index: ContextIndex): Promise<readonly Row[]> {
  const byKind = new Map<string, { slimmed: SlimmedOutput[]; ms: number }>()
  for (const { kind, text } of outputs) {
    const start = performance.now()
    const slimmed = await index.slim(text, { tokenizer: TOKENIZER })
    const ms = performance.now() - start
    for (const key of [kind, 'all']) {
      const sum = byKind.get(key) ?? { slimmed: [], ms: 0 }
      byKind.set(key, { slimmed: [...sum.slimmed, slimmed], ms: sum.ms + ms })
    }
  }
  const all = byKind.get('all')
  byKind.delete('all')
  const kinds = [...byKind, ...(all === undefined ? [] : [['all', all] as const])]
  return kinds.map(([kind, { slimmed, ms }]) => sizeRow(`${named} outputs: ${kind}`, slimmed, ms))
}

function sizeRow(work: string, slimmed: readonly SlimmedOutput[], ms: number): Row {
  const sum = (value: (output: SlimmedOutput) => number): number =>
    slimmed.reduce((total, output) => total + value(output), 0)
  const figures = {
    outputs: slimmed.length,
    bytesBefore: sum(({ bytesBefore }) => bytesBefore),
    bytesAfter: sum(({ bytesAfter }) => bytesAfter),
    tokensBefore: sum(({ tokensBefore }) => tokensBefore),
    tokensAfter: sum(({ tokensAfter }) => tokensAfter),
    milliseconds: ms,
  }
  const { bytesBefore, bytesAfter, tokensBefore, tokensAfter } = figures
  return shareRow(
    {
      work,
      reference: 'tokens as they came',
      note: `${digits(tokensAfter)} of ${digits(tokensBefore)} tokens, ${digits(bytesAfter)} of ${digits(bytesBefore)} bytes, ${digits(ms)} ms; ${routesOf(slimmed)}`,
      figures,
    },
    tokensAfter / tokensBefore,
    1,
  )
}

/** `3 json-table, 1 pass`, the commonest first. */
function routesOf(slimmed: readonly SlimmedOutput[]): string {
  const counts = new Map<string, number>()
  for (const { route } of slimmed) counts.set(route, (counts.get(route) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([route, count]) => `${count} ${route}`)
    .join(', ')
}

/** @param invent gives other texts for each seed, so that nothing is fast for having been seen before. */
async function compareTimes(
  name: string,
  invent: (seed: number) => readonly string[],
  atLeast: number,
  index: ContextIndex,
  { quick }: BenchmarkRun,
): Promise<readonly Row[]> {
  const [wall, cpu, reference]: number[][] = [[], [], []]
  const rounds = quick ? 3 : 12
  for (let round = 0; round < rounds; round++) {
    const texts = invent(SEED + 1 + round)
    const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / MEGABYTE
    const startCpu = process.cpuUsage()
    const start = performance.now()
    for (const text of texts) await index.slim(text, { tokenizer: TOKENIZER })
    const seconds = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(startCpu)
    wall?.push(megabytes / seconds)
    cpu?.push(megabytes / ((user + system) / 1e6))
    reference?.push(megabytes / referenceSeconds(texts))
  }
  // The first rounds compile.
  const speeds = { wall: settled(wall), cpu: settled(cpu), reference: settled(reference) }
  const figures = {
    megabytesPerSecond: speeds.wall,
    megabytesPerCpuSecond: speeds.cpu,
    referenceMegabytesPerSecond: speeds.reference,
  }
  const work = `slim ${name}: store, shorten, count before and after`
  return [
    figureRow(
      { work, reference: '', note: `${digits(speeds.cpu)} MB for each second of CPU time, all threads`, figures },
      speeds.wall,
      'MB/s',
      { atLeast },
    ),
    shareRow(
      {
        work,
        reference: 'JSON.stringify and JSON.parse of the same texts',
        note: `the reference does ${digits(speeds.reference)} MB/s`,
        figures,
      },
      speeds.reference / speeds.wall,
    ),
  ]
}

function settled(speeds: readonly number[] | undefined): number {
  return median((speeds ?? []).slice(Math.min(2, (speeds ?? []).length - 1)))
}

/** JSON is read and written; of other text, the list of its lines is written and read. */
function referenceSeconds(texts: readonly string[]): number {
  const values = texts.map((text) => (/^[[{]/.test(text) && !text.includes('\n') ? undefined : text.split('\n')))
  const start = performance.now()
  for (const [position, text] of texts.entries()) {
    const lines = values[position]
    if (lines === undefined) JSON.stringify(JSON.parse(text))
    else JSON.parse(JSON.stringify(lines))
  }
  return (performance.now() - start) / 1000
}
