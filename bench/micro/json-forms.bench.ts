/**
 * Lossless forms of JSON: tokens by shape, and the time to find, compare and count the smallest form, beside `JSON.parse` and `JSON.stringify` on the same texts.
 * The shapes are invented; real outputs are measured too where their folder is.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Bench } from 'tinybench'
import { estimateTokens } from '../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { loadTiktokenTokenizer } from '../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { toonNotation } from '../../src/adapters/toon/toon-notation.ts'
import { COMPACT, printJson } from '../../src/compress/tool-output/json/json-layout.ts'
import { readJsonSource } from '../../src/compress/tool-output/json/json-source.ts'
import { type JsonFormTools, smallestJsonForm } from '../../src/compress/tool-output/json/smallest-json-form.ts'
import { jsonShapes } from '../corpora/json-shapes.ts'
import { dataFolder } from '../data-folder.ts'
import { type BenchmarkRun, digits, figureRow, type Measure, type Row, shareRow } from '../harness/benchmark.ts'

const SEED = 1
/** Shapes of one seed are too few for a time. */
const TIMED_SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
const LEAST_MEGABYTES_PER_SECOND = 5
const MEGABYTE = 1e6

interface NamedText {
  readonly name: string
  readonly text: string
}

/** As any program reads it: the whole, or line by line. */
function readerOf(text: string): () => unknown {
  if (!readJsonSource(text)!.isLines) return () => JSON.parse(text)
  return () =>
    text
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
}

export const measure: Measure = async (run, progress) => {
  const rows: Row[] = []
  progress('counting tokens of invented shapes')
  for (const shape of jsonShapes(SEED)) rows.push(await compareTokens(shape))
  progress('measuring time on invented shapes')
  rows.push(...(await compareTimes('invented shapes', TIMED_SEEDS.flatMap(jsonShapes), run)))
  const outputs = realOutputs()
  if (outputs.length === 0) return rows
  progress('counting tokens of real outputs')
  rows.push(await compareTotals(outputs))
  progress('measuring time on real outputs')
  return [...rows, ...(await compareTimes('real outputs', outputs, run))]
}

function realOutputs(): readonly NamedText[] {
  const folder = join(dataFolder, 'tool-outputs')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.jsonl?$/.test(file))
  return files.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

interface Rivals {
  readonly compact: number
  readonly toon: number
  readonly smallest: number
}

/** Each tokenizer is fresh, so that nothing is counted faster for having been counted before. */
async function freshTools(): Promise<JsonFormTools> {
  const tokenizer = await loadTiktokenTokenizer('o200k_base')
  return { weigh: estimateTokens, count: (text) => tokenizer.count(text), notation: toonNotation }
}

async function rivalsOf(text: string): Promise<Rivals> {
  const tokenizer = await loadTiktokenTokenizer('o200k_base')
  const count = (form: string): number => tokenizer.count(form) as number
  const { root, isLines } = readJsonSource(text)!
  const value = readerOf(text)()
  const form = (await smallestJsonForm(text, { weigh: count, count, notation: toonNotation }))!
  return {
    compact: count(printJson(root, isLines, COMPACT)),
    toon: Math.min(...toonNotation.delimiters.map((delimiter) => count(toonNotation.encode(value, delimiter)))),
    smallest: form.tokens,
  }
}

async function compareTokens({ name, text }: NamedText): Promise<Row> {
  return tokenRow(name, await rivalsOf(text))
}

async function compareTotals(outputs: readonly NamedText[]): Promise<Row> {
  const total = { compact: 0, toon: 0, smallest: 0 }
  for (const { text } of outputs) {
    const { compact, toon, smallest } = await rivalsOf(text)
    total.compact += compact
    total.toon += toon
    total.smallest += smallest
  }
  return tokenRow(`${outputs.length} real outputs`, total)
}

function tokenRow(name: string, { compact, toon, smallest }: Rivals): Row {
  return shareRow(
    {
      work: `tokens of ${name}, smallest form`,
      reference: 'the better of compact JSON and TOON with its best delimiter',
      note: `${digits(smallest)} against ${digits(compact)} compact and ${digits(toon)} TOON`,
      figures: { smallestTokens: smallest, compactTokens: compact, toonTokens: toon },
    },
    smallest / Math.min(compact, toon),
    1,
  )
}

async function compareTimes(
  name: string,
  texts: readonly NamedText[],
  { quick }: BenchmarkRun,
): Promise<readonly Row[]> {
  const megabytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / MEGABYTE
  const readers = texts.map(({ text }) => readerOf(text))
  let tools = await freshTools()
  const bench = new Bench({ warmupIterations: 2, iterations: quick ? 3 : 10, time: 0, warmupTime: 0 })
  bench
    .add(
      'forms',
      async () => {
        for (const { text } of texts) {
          // The gate counts the source too.
          await tools.count(text)
          await smallestJsonForm(text, tools)
        }
      },
      {
        beforeEach: async () => {
          tools = await freshTools()
        },
      },
    )
    .add('JSON', () => {
      for (const read of readers) JSON.stringify(read())
    })
  await bench.run()
  const seconds = (task: string): number => {
    const result = bench.getTask(task)?.result
    if (!result || !('latency' in result)) throw new Error(`${task} did not run`)
    return result.latency.p50 / 1000
  }
  const [own, reference] = [seconds('forms'), seconds('JSON')]
  const speed = megabytes / own
  const figures = { megabytes, megabytesPerSecond: speed, referenceMegabytesPerSecond: megabytes / reference }
  const work = `find and compare the smallest form, count it and the source: ${name}`
  return [
    figureRow({ work, reference: '', note: `${digits(megabytes)} MB`, figures }, speed, 'MB/s', {
      atLeast: LEAST_MEGABYTES_PER_SECOND,
    }),
    shareRow(
      {
        work,
        reference: 'JSON.parse and JSON.stringify, same texts',
        note: `the reference does ${digits(megabytes / reference)} MB/s`,
        figures,
      },
      own / reference,
    ),
  ]
}
