import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readJsonSource } from '../../../../src/compress/tool-output/json/json-source.ts'
import {
  type JsonObject,
  type JsonTree,
  Lexeme,
  sameAsValue,
} from '../../../../src/compress/tool-output/json/json-tree.ts'
import { parseJson } from '../../../../src/compress/tool-output/json/parse-json.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../../support/real-data.ts'

const conformance = realData('conformance')

interface ConformanceCase {
  readonly name: string
  readonly group: string
  readonly bytes_base64: string
}

/** The text of a case; `undefined` where its bytes are no UTF-8, or begin with a mark that decoding would take away. */
function textOf({ bytes_base64 }: ConformanceCase): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes_base64, 'base64'))
  } catch {
    return undefined
  }
}

describe('parsing JSON', () => {
  it('keeps the spelling of numbers, the order of keys, duplicates, lone surrogates and __proto__', () => {
    const tree = parseJson('{"b":1.10,"2":-0,"1":12345678901234567890,"b":1E5,"__proto__":"\\ud800"}') as JsonObject
    expect(tree.keys).toEqual(['b', '2', '1', 'b', '__proto__'])
    expect(tree.values).toEqual([
      ...['1.10', '-0', '12345678901234567890', '1E5'].map((text) => new Lexeme(text)),
      '\ud800',
    ])
  })

  it('refuses what is nearly JSON', () => {
    const nearly = [
      '',
      ' ',
      '{',
      '[1,]',
      '{"a":1,}',
      '{"a"}',
      "{'a':1}",
      '[NaN]',
      '[01]',
      '[1.]',
      '["\t"]',
      '["\\x"]',
      '["\\ud8"]',
      '\ufeff[]',
      '[] []',
      '// []',
    ]
    for (const text of nearly) expect(parseJson(text), text).toBeUndefined()
  })

  it('takes 200 levels and no more, without running out of stack', () => {
    expect(parseJson('['.repeat(200) + ']'.repeat(200))).toBeDefined()
    expect(parseJson('['.repeat(10_000) + ']'.repeat(10_000))).toBeUndefined()
    expect(parseJson('{"a":'.repeat(10_000))).toBeUndefined()
  })

  it('reads strings of megabytes', () => {
    const text = JSON.stringify([`a\\"${'x'.repeat(3_000_000)}`])
    expect((parseJson(text) as readonly JsonTree[])[0]).toHaveLength(3_000_003)
  })

  it('takes eight lines of JSON for JSONL, and seven, blank lines or scalars for none', () => {
    const lines = Array.from({ length: 8 }, (_, id) => JSON.stringify({ id }))
    expect(readJsonSource(`${lines.join('\n')}\n\n`)).toMatchObject({ isLines: true })
    expect(readJsonSource(lines.slice(1).join('\n'))).toBeUndefined()
    expect(readJsonSource(lines.join('\n\n'))).toBeUndefined()
    expect(readJsonSource('1\n'.repeat(9))).toBeUndefined()
    expect(readJsonSource(`started\n${lines.join('\n')}`)).toBeUndefined()
  })

  it.skipIf(!conformance)(`decides all cases of JSONTestSuite as they ask (${NEEDS_DATA})`, () => {
    const cases = recordsOf<ConformanceCase>(join(conformance!, 'json-test-suite.jsonl'))
    const parsing = cases.filter(({ name, group }) => group === 'test_parsing' && !name.startsWith('i_'))
    expect(parsing.length).toBeGreaterThan(250)
    for (const single of parsing) {
      const text = textOf(single)
      const isJson = text !== undefined && parseJson(text) !== undefined
      expect(isJson, single.name).toBe(single.name.startsWith('y_'))
    }
  })
})

describe('comparing a tree with a JavaScript value', () => {
  it.each([
    ['[1,"a",null,true,{"b":[]}]', true],
    ['[1.10]', false],
    ['[-0]', false],
    ['[12345678901234567890]', false],
    ['[1E5]', false],
    ['{"a":1,"a":2}', false],
    ['{"2":1,"1":2}', false],
    ['{"1":1,"2":2}', true],
    ['{"__proto__":1}', true],
    ['[1e999]', false],
  ])('%s: %s', (text, isSame) => {
    expect(sameAsValue(parseJson(text)!, JSON.parse(text))).toBe(isSame)
  })

  it('tells a value of another kind', () => {
    const tree = parseJson('[null,0,"1",[],{}]') as readonly JsonTree[]
    const others = [Number.NaN, -0, 1, {}, []]
    for (const [position, value] of others.entries()) expect(sameAsValue(tree[position]!, value)).toBe(false)
  })
})
