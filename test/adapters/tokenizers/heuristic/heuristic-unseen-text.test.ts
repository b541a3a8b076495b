import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../../support/real-data.ts'

const toolOutputs = realData('tool-outputs')
const bookPath = realData('docs-scale')
const codePath = realData('ir-cookbook-code')
const modules = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

/** The classes that the estimate is made for, with the kinds of file in which they come. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  JSON: [
    'json-array',
    'json-array (parsed CLI output)',
    'json-nested',
    'json-map-of-records',
    'json-tool-result',
    'json-test-report',
  ],
  logs: ['test-console', 'jsonl-test-events', 'compiler-diagnostics', 'agent-bash', 'stack-trace'],
  tables: ['csv', 'pipe-table-markdown', 'tab-table', 'aligned-table', 'pipe-delimited'],
  'CLI output': ['cli-text', 'file-list', 'record-text'],
}
const CHARACTERS = 480
const LEAST_CHARACTERS = 80
/** So that no large file speaks for its class. */
const UNITS_OF_A_FILE = 40

/** Whole lines up to about 120 tokens. */
function unitsOf(text: string): readonly string[] {
  const units: string[] = []
  let unit = ''
  for (const line of text.match(/[^\n]{1,480}\n?/g) ?? []) {
    unit += line
    if (unit.length < CHARACTERS) continue
    units.push(unit)
    unit = ''
  }
  return [...units, unit].filter(({ length }) => length >= LEAST_CHARACTERS)
}

function someOf<Value>(values: readonly Value[], count: number): readonly Value[] {
  const step = Math.max(1, Math.floor(values.length / count))
  return values.filter((_, index) => index % step === 0).slice(0, count)
}

function toolTexts(kinds: readonly string[]): readonly string[] {
  const index = JSON.parse(readFileSync(join(toolOutputs!, 'index.json'), 'utf8')) as { file: string; kind: string }[]
  return index
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ file }) => readFileSync(join(toolOutputs!, file), 'utf8'))
}

/** Files of packages, not deeper than one folder. */
function moduleTexts(name: RegExp): readonly string[] {
  const files = readdirSync(modules).flatMap((folder) => filesIn(join(modules, folder)))
  return someOf(
    files.filter((file) => name.test(file)),
    60,
  ).map((file) => readFileSync(file, 'utf8'))
}

function filesIn(folder: string): readonly string[] {
  if (!statSync(folder).isDirectory()) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((file) => (file.isFile() ? join(folder, file.name) : []))
}

const textsOf = (path: string) => recordsOf<{ text: string }>(path).map(({ text }) => text)

function unseen(): Readonly<Record<string, readonly string[]>> {
  const kinds = Object.entries(KINDS).map(([name, kinds]) => [name, toolTexts(kinds)] as const)
  const texts = {
    prose: [...someOf(textsOf(join(bookPath!, 'rust-book.jsonl.gz')), 60), ...moduleTexts(/readme\.md$/i)],
    code: [...someOf(textsOf(join(codePath!, 'corpus.jsonl')), 300), ...moduleTexts(/\.(?:d\.[cm]?ts|[cm]?js)$/)],
    ...Object.fromEntries(kinds),
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, list]) => [name, list.flatMap((text) => someOf(unitsOf(text), UNITS_OF_A_FILE))]),
  )
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe.skipIf(!toolOutputs || !bookPath || !codePath)(
  `the estimate on text that it was not fitted to (${NEEDS_DATA})`,
  () => {
    /** Class to pairs of estimate and exact count. */
    const counts: Record<string, readonly (readonly [number, number])[]> = {}

    beforeAll(async () => {
      const exact = await loadTiktokenTokenizer('o200k_base')
      for (const [name, units] of Object.entries(unseen())) {
        counts[name] = units.map((unit) => [estimateTokens(unit), exact.count(unit) as number])
      }
    })

    it.each(['prose', 'code', ...Object.keys(KINDS)])(
      'misses a unit of %s by less than 6 per cent on average',
      (name) => {
        const errors = counts[name]!.map(([estimate, exact]) => Math.abs(estimate - exact) / exact)
        expect(errors.length).toBeGreaterThan(100)
        expect(mean(errors)).toBeLessThan(0.06)
      },
    )

    it('misses the sum of thirty units of all classes by less than 2 per cent on average', () => {
      const lists = Object.values(counts)
      const errors = Array.from({ length: 500 }, (_, draw) => {
        const units = Array.from({ length: 30 }, (_, unit) => {
          const list = lists[unit % lists.length]!
          return list[(draw * 7919 + unit * 104_729) % list.length]!
        })
        const [estimate, exact] = [0, 1].map((side) => units.reduce((sum, pair) => sum + pair[side]!, 0))
        return Math.abs(estimate! - exact!) / exact!
      })
      expect(mean(errors)).toBeLessThan(0.02)
    })
  },
)
