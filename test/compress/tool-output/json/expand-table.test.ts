import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expandTable } from '../../../../src/compress/tool-output/json/expand-table.ts'
import { PackgraphError } from '../../../../src/domain/errors.ts'

/** Each rule of the grammar: what is written, and the JSON that it stands for. */
const RULES: readonly (readonly [rule: string, table: string, json: string])[] = [
  [
    'a table alone',
    'H1 json compact\n@1 2 rows comma: id,name\n1,Ada\n2,Alan',
    '[{"id":1,"name":"Ada"},{"id":2,"name":"Alan"}]',
  ],
  [
    'a skeleton around tables',
    'H1 json compact\n{ok:true,a:@1,b:[x,@2]}\n@1 1 rows tab: n\n1\n@2 1 rows tab: n\n2',
    '{"ok":true,"a":[{"n":1}],"b":["x",[{"n":2}]]}',
  ],
  [
    'layout, escapes and line feeds',
    'H1 json pretty 2 slash nl1\n@1 1 rows tab: a\nx/y',
    '[\n  {\n    "a": "x\\/y"\n  }\n]\n',
  ],
  ['lines', 'H1 jsonl spaced nl1\n@1 2 rows tab: a,b\n1\t2\n3\t4', '{"a": 1, "b": 2}\n{"a": 3, "b": 4}\n'],
  ['a legend, which is ignored', 'H1 json compact; ^ = same as the row above\n@1 1 rows tab: a\n1', '[{"a":1}]'],
  [
    'the four delimiters',
    'H1 json compact\n[@1,@2,@3,@4]\n@1 1 rows space: a,b\n1 2\n@2 1 rows tab: a,b\n1\t2\n@3 1 rows comma: a,b\n1,2\n@4 1 rows pipe: a,b\n1|2',
    '[[{"a":1,"b":2}],[{"a":1,"b":2}],[{"a":1,"b":2}],[{"a":1,"b":2}]]',
  ],
  [
    'keys of an object',
    'H1 json compact\n@1 2 rows comma: (key)="svc-"…,n\na,1\n7,2',
    '{"svc-a":{"n":1},"svc-7":{"n":2}}',
  ],
  [
    'plain values',
    'H1 json compact\n@1 3 rows tab: (value)=…".ts"\nmain\nindex\n"a\\"b"',
    '["main.ts","index.ts","a\\"b.ts"]',
  ],
  ['lists of one width', 'H1 json compact\n@1 2 rows comma of 2 values\n1,a\n!x', '[[1,"a"],"x"]'],
  [
    'lists of one width under keys',
    'H1 json compact\n@1 2 rows comma of 2 values: (key)\na,1,2\n1,3,4',
    '{"a":[1,2],"1":[3,4]}',
  ],
  ['groups', 'H1 json compact\n@1 2 rows comma: id,at{x,y}\n1,2,3\n2', '[{"id":1,"at":{"x":2,"y":3}},{"id":2}]'],
  [
    'lists of objects',
    'H1 json compact\n@1 3 rows tab: id,items[sku,n]\n1\t[a,1;b,]\n2\t[]\n3\t!null',
    '[{"id":1,"items":[{"sku":"a","n":1},{"sku":"b"}]},{"id":2,"items":[]},{"id":3,"items":null}]',
  ],
  [
    'constants, also within lists',
    'H1 json compact\n@1 1 rows tab: a={x:[1]},b[c,d=7]\n[1;2]',
    '[{"a":{"x":[1]},"b":[{"c":1,"d":7},{"c":2,"d":7}]}]',
  ],
  [
    'affixes',
    'H1 json compact\n@1 3 rows tab: host="node-"…".lan"\n1\n""\n=5',
    '[{"host":"node-1.lan"},{"host":"node-.lan"},{"host":5}]',
  ],
  ['text that looks like numbers', 'H1 json compact\n@1 2 rows tab: zip:text\n01\n=7', '[{"zip":"01"},{"zip":7}]'],
  [
    'copies',
    'H1 json compact\n@1 2 rows tab: id,name=same as id:text,n=same as id\n1\na',
    '[{"id":1,"name":"1","n":1},{"id":"a","name":"a","n":"a"}]',
  ],
  ['copies of the key', 'H1 json compact\n@1 1 rows tab: (key),id=same as (key),n\na\t1', '{"a":{"id":"a","n":1}}'],
  ['rows without cells', 'H1 json compact\n@1 2 rows tab: a=1', '[{"a":1},{"a":1}]'],
  ['absent keys', 'H1 json compact\n@1 3 rows comma: a,b,c\n,2\n1\n,,3', '[{"b":2},{"a":1},{"c":3}]'],
  [
    'dittos',
    'H1 json compact\n@1 3 rows comma: a,b\nlong,1\n^,2\n^,3',
    '[{"a":"long","b":1},{"a":"long","b":2},{"a":"long","b":3}]',
  ],
  [
    'literals of groups within groups',
    'H1 json compact\n@1 4 rows comma: a{b{c,d},e},f\n1,2,3,4\n!null,,3,4\n!!null,,,4\n!!!7',
    '[{"a":{"b":{"c":1,"d":2},"e":3},"f":4},{"a":{"b":null,"e":3},"f":4},{"a":null,"f":4},7]',
  ],
  ['quoted names', 'H1 json compact\n@1 1 rows comma: "a,b","(key)",""\n1,2,3', '[{"a,b":1,"(key)":2,"":3}]'],
  [
    'cells of JSON',
    'H1 json compact\n@1 1 rows space: a,b\n[x y,{k:"1"}] "a b"',
    '[{"a":["x y",{"k":"1"}],"b":"a b"}]',
  ],
]

const MALFORMED: readonly (readonly [fault: string, text: string])[] = [
  ['nothing', ''],
  ['another format', '{"a":1}'],
  ['a layout that nobody knows', 'H1 json pretty\n@1 1 rows tab: a\n1'],
  ['no table', 'H1 json compact'],
  ['a row missing', 'H1 json compact\n@1 2 rows tab: a\n1'],
  ['a row too many', 'H1 json compact\n@1 1 rows tab: a\n1\n2'],
  ['a cell too many', 'H1 json compact\n@1 1 rows tab: a\n1\t2'],
  ['a ditto in the first row', 'H1 json compact\n@1 1 rows tab: a\n^'],
  ['a literal of no group', 'H1 json compact\n@1 1 rows tab: a,b{c}\n1\t!!!5'],
  ['a table that is named twice', 'H1 json compact\n[@1,@1]\n@1 1 rows tab: a\n1'],
  ['a table that is there twice', 'H1 json compact\n[@1]\n@1 1 rows tab: a\n1\n@1 1 rows tab: a\n1'],
  ['a table that is not there', 'H1 json compact\n[@2]\n@1 1 rows tab: a\n1'],
  ['an open string', 'H1 json compact\n@1 1 rows tab: a\n"x'],
  ['a string with a bad escape', 'H1 json compact\n@1 1 rows tab: a\n"\\x"'],
  ['rows that no line bears out', 'H1 json compact\n@1 999999999 rows tab: a=1'],
  ['columns that no cell bears out', 'H1 json compact\n@1 1 rows tab of 999999999 values\n1'],
  ['lines that are no list', 'H1 jsonl compact\n{a:@1}\n@1 1 rows tab: a\n1'],
  ['endless nesting of values', `H1 json compact\n${'['.repeat(100_000)}`],
  ['endless nesting of columns', `H1 json compact\n@1 1 rows tab: ${'a{'.repeat(100_000)}`],
  [
    'endless nesting of lists',
    `H1 json compact\n@1 1 rows tab: a[${'b['.repeat(150)}c${']'.repeat(150)}]\n${'['.repeat(100_000)}`,
  ],
]

describe('expanding a hoisted table', () => {
  it.each(RULES)('reads %s', (_, table, json) => {
    expect(expandTable(table)).toBe(json)
  })

  it('reads the examples of the documentation', () => {
    const page = readFileSync(new URL('../../../../docs/table-format.md', import.meta.url), 'utf8')
    const examples = [...page.matchAll(/```\n(H1 [^`]*)\n```/g)].map(([, table]) => expandTable(table!))
    expect(examples).toHaveLength(3)
    expect(examples[2]).toBe(
      '| Name   | Price | Note |\n|--------|-------|------|\n| atlas  |  1.50 | new  |\n| nimbus | 12.00 |      |',
    )
    expect(JSON.parse(examples[0]!.split('\n')[1]!)).toMatchObject({
      ts: '2026-09-03T10:00:04.118Z',
      host: 'node-10',
      msg: 'db query ok',
    })
    expect(JSON.parse(examples[1]!)).toMatchObject({
      page: 1,
      orders: [{ items: [{ quantity: 2 }, {}] }, { id: 1002 }, { items: [] }],
    })
  })

  it.each(MALFORMED)('refuses %s', (_, text) => {
    expect(() => expandTable(text)).toThrowError(PackgraphError)
    expect(() => expandTable(text)).toThrowError(/^not a hoisted table: expected /)
  })
})
