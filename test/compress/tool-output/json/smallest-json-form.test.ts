import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonShapes } from '../../../../bench/corpora/json-shapes.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { toonNotation } from '../../../../src/adapters/toon/toon-notation.ts'
import { expandTable } from '../../../../src/compress/tool-output/json/expand-table.ts'
import { COMPACT, printJson } from '../../../../src/compress/tool-output/json/json-layout.ts'
import { readJsonSource } from '../../../../src/compress/tool-output/json/json-source.ts'
import { sameAsValue, sameTree } from '../../../../src/compress/tool-output/json/json-tree.ts'
import {
  type SmallestJsonForm,
  smallestJsonForm,
} from '../../../../src/compress/tool-output/json/smallest-json-form.ts'
import type { Notation } from '../../../../src/ports/notation.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../../support/real-data.ts'

const tokenizer = await loadTiktokenTokenizer('o200k_base')
const count = (text: string): number => tokenizer.count(text) as number
const smallest = (text: string, notation: Notation = toonNotation): Promise<SmallestJsonForm | undefined> =>
  smallestJsonForm(text, { weigh: count, count, notation })

/** Tokens of compact JSON, and of TOON with its best delimiter. */
function rivals(text: string): { readonly compact: number; readonly toon: number } {
  const { root, isLines } = readJsonSource(text)!
  const value: unknown = isLines
    ? text
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    : JSON.parse(text)
  return {
    compact: count(printJson(root, isLines, COMPACT)),
    toon: Math.min(...toonNotation.delimiters.map((delimiter) => count(toonNotation.encode(value, delimiter)))),
  }
}

/** Reads a form again and compares it with the source. */
function leadsBack({ route, text, keepsBytes }: SmallestJsonForm, source: string): boolean {
  const { root, isLines } = readJsonSource(source)!
  if (route === 'toon') return sameAsValue(root, toonNotation.decode(text))
  const json = route === 'table' ? expandTable(text) : text
  if (route === 'table' && keepsBytes) return json === source
  const read = readJsonSource(json)!
  return read.isLines === isLines && sameTree(read.root, root)
}

/** Tokens as a share of the best of compact JSON and TOON, as the experiment behind the notation measured them on shapes like these. */
const SHARES: Readonly<Record<string, number>> = {
  'uniform objects': 0.92,
  'nested groups': 0.69,
  'keyed map': 0.58,
  'log lines': 0.51,
  'optional keys': 0.51,
  'nullable objects': 0.44,
  'lists in rows': 0.59,
  'orders with items': 0.52,
  'tracker issues': 0.43,
  'cluster objects': 0.45,
  matrix: 1,
}

describe('the smallest form of JSON', () => {
  it.each(jsonShapes(1))(
    'of $name leads back exactly and has as few tokens as were found possible',
    async ({ name, text }) => {
      const form = (await smallest(text))!
      const { compact, toon } = rivals(text)
      expect(leadsBack(form, text)).toBe(true)
      expect(form.tokens).toBe(count(form.text))
      expect(form.tokens / Math.min(compact, toon)).toBeLessThanOrEqual(SHARES[name]! * 1.02)
    },
  )

  it('of 300 uniform objects has at most 70 % of the tokens of compact JSON and 93 % of those of TOON, whatever the seed', async () => {
    for (const seed of [2, 3, 4]) {
      const [{ text } = { text: '' }] = jsonShapes(seed)
      const { compact, toon } = rivals(text)
      const { tokens } = (await smallest(text))!
      expect(tokens / compact).toBeLessThanOrEqual(0.7)
      expect(tokens / toon).toBeLessThanOrEqual(0.93)
    }
  })

  it('is chosen as well, within 5 %, where only an estimate decides inside', async () => {
    const { estimateTokens } = await import('../../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts')
    for (const { name, text } of jsonShapes(1)) {
      const form = (await smallestJsonForm(text, { weigh: estimateTokens, count: async (one) => count(one) }))!
      expect(form.tokens, name).toBeLessThanOrEqual((await smallest(text))!.tokens * 1.05)
    }
  })

  it('is TOON where that is smaller', async () => {
    const text = JSON.stringify({ name: 'packgraph', private: 'no', kind: 'library', size: 12 })
    expect(await smallest(text)).toMatchObject({ route: 'toon', keepsBytes: false })
  })

  it.each([
    ['the spelling of a number', '{"a":1.10,"b":"x","c":"y"}'],
    ['minus zero', '{"a":-0,"b":"x","c":"y"}'],
    ['a large integer', '{"a":12345678901234567890,"b":"x","c":"y"}'],
    ['a duplicate key', '{"a":1,"a":2,"b":"x"}'],
    ['the order of keys', '{"b":"x","10":1,"9":2}'],
  ])('is not TOON where that would lose %s', async (_, text) => {
    expect(await smallest(text)).toMatchObject({ route: 'compact', text })
  })

  it('is never a form that does not lead back, however small', async () => {
    const forgetful: Notation = {
      identity: 'forgetful',
      delimiters: [','],
      encode: () => 'x',
      decode: () => ({ a: 1 }),
    }
    const failing: Notation = {
      ...forgetful,
      decode: () => {
        throw new Error('unreadable')
      },
    }
    const silent: Notation = {
      ...forgetful,
      encode: () => {
        throw new Error('unwritable')
      },
    }
    for (const notation of [forgetful, failing, silent])
      expect(await smallest('{"a":2}', notation)).toMatchObject({ route: 'compact' })
    expect(await smallest('{"a":1}', forgetful)).toMatchObject({ route: 'toon', text: 'x' })
  })

  it.each([
    ['truncated JSON', JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id }))).slice(0, -3)],
    ['JSON with text behind', `${JSON.stringify({ id: 1 })} done`],
    ['a log with JSON in it', `INFO started\n${'{"id":1}\n'.repeat(20)}`],
    ['NaN', '[NaN,1]'],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['nothing', ''],
  ])('is none for %s', async (_, text) => {
    expect(await smallest(text)).toBeUndefined()
  })

  it('takes huge strings', async () => {
    const text = JSON.stringify(
      Array.from({ length: 4 }, (_, id) => ({ id, body: 'lorem ipsum, '.repeat(40_000) + id })),
    )
    expect(leadsBack((await smallest(text))!, text)).toBe(true)
  })

  const conformance = realData('conformance')
  it.skipIf(!conformance)(`leads back on every case of JSONTestSuite (${NEEDS_DATA})`, async () => {
    for (const { name, bytes_base64 } of recordsOf<{ name: string; bytes_base64: string }>(
      join(conformance!, 'json-test-suite.jsonl'),
    )) {
      const text = Buffer.from(bytes_base64, 'base64').toString('utf8')
      const form = await smallest(text)
      if (form) expect(leadsBack(form, text), name).toBe(true)
    }
  })

  const outputs = realData('tool-outputs')
  it.skipIf(!outputs)(
    `leads back on real outputs and is never above compact JSON and TOON (${NEEDS_DATA})`,
    { timeout: 120_000 },
    async () => {
      const totals = { compact: 0, smallest: 0 }
      const files = readdirSync(outputs!, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\.jsonl?$/.test(file),
      )
      for (const file of files) {
        const text = readFileSync(join(outputs!, file), 'utf8')
        const form = (await smallest(text))!
        const { compact, toon } = rivals(text)
        expect(leadsBack(form, text), file).toBe(true)
        expect(form.tokens, file).toBeLessThanOrEqual(Math.min(compact, toon))
        totals.compact += compact
        totals.smallest += form.tokens
      }
      expect(files.length).toBeGreaterThan(30)
      // What the experiment behind the notation came to on the same files.
      expect(totals.smallest / totals.compact).toBeLessThan(0.662)
    },
  )
})
