import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { expandTable } from '../../../../src/compress/tool-output/json/expand-table.ts'
import { readTextTable } from '../../../../src/compress/tool-output/table/read-text-table.ts'
import { printTextTable } from '../../../../src/compress/tool-output/table/text-table.ts'
import { textTableForm } from '../../../../src/compress/tool-output/table/text-table-form.ts'
import { PackgraphError } from '../../../../src/domain/errors.ts'
import { NEEDS_DATA, realData } from '../../../support/real-data.ts'

/** Rows of equal cells, drawn with this frame. */
function drawn(
  rows: readonly (readonly string[])[],
  left: string,
  between: string,
  right: string,
  rule?: string,
): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => left + row.map((cell, column) => cell.padEnd(widths[column]!)).join(between) + right)
  const [head, ...rest] = lines
  return [
    head,
    ...(rule === undefined ? [] : [left + widths.map((width) => rule.repeat(width)).join(between) + right]),
    ...rest,
  ].join('\n')
}

const PROVIDERS = ['northwind', 'contoso', 'fabrikam']
const PRICES = [
  ['Provider', 'Model as its provider names it', 'Input', 'Output', 'Context', 'Updated'],
  ...Array.from({ length: 398 }, (_, row) => [
    PROVIDERS[(row * 7) % 3]!,
    `${PROVIDERS[row % 3]}-${(row * 37) % 100}b-instruct`,
    ((row * 13) % 200).toFixed(2),
    ((row * 29) % 800).toFixed(2),
    String([8_192, 32_768, 131_072][row % 3]),
    `2026-09-${10 + (row % 20)}`,
  ]),
]

describe('a table drawn in text', () => {
  it.each([
    ['pipes', drawn(PRICES, '| ', ' | ', ' |', '-')],
    ['a box', drawn(PRICES, '│ ', ' │ ', ' │', '─')],
    ['bars without a frame', drawn(PRICES, '', ' | ', '')],
    ['tabs', PRICES.map((row) => row.join('\t')).join('\n')],
    ['blanks', drawn(PRICES, '', '  ', '').replace(/ +$/gm, '')],
  ])('of %s is smaller as a hoisted table, and leads back to the same bytes', (_, text) => {
    const form = textTableForm(`${text}\n`, estimateTokens)!
    expect(form.split('\n')[2]).toMatch(/^@1 398 rows \w+: Provider,Model as its provider names it=…"-instruct",/)
    expect(form.length).toBeLessThan(text.length)
    expect(expandTable(form)).toBe(`${text}\n`)
  })

  it('of 400 lines has at most 70 % of its tokens and of its bytes', async () => {
    const tokenizer = await loadTiktokenTokenizer('o200k_base')
    const count = (one: string): number => tokenizer.count(one) as number
    const models = PRICES.slice(1).map((row, position) => [row[0]!, `model-${position % 97}b-chat`, ...row.slice(2)])
    const head = ['Provider', 'Model, as its provider names it', 'Input $/M', 'Output $/M', 'Context', 'Updated on']
    const text = drawn([head, ...models], '| ', ' | ', ' |', '-')
    const form = textTableForm(text, count)!
    expect(count(form) / count(text)).toBeLessThanOrEqual(0.7)
    expect(form.length / text.length).toBeLessThanOrEqual(0.7)
    expect(expandTable(form)).toBe(text)
  })

  it('keeps titles, totals, blank lines and rows drawn otherwise where they were', () => {
    const lines = drawn(PRICES.slice(0, 40), '| ', ' | ', ' |', '-').split('\n')
    lines[9] = '|odd|row|here|'
    const text = ['Prices', '', ...lines, '', 'total | 39'].join('\n')
    const form = textTableForm(text, estimateTokens)!
    expect(form).toContain('"12":"|odd|row|here|"')
    expect(expandTable(form)).toBe(text)
  })

  it('aligns columns of numbers to the right', () => {
    const text = PRICES.slice(1, 40)
      .map(([provider, , input]) => `| ${provider!.padEnd(12)} | ${input!.padStart(9)} | ok |`)
      .join('\n')
    const table = readTextTable(text)!
    expect([table.frame.widths[1], table.others.size]).toEqual([-9, 0])
    expect(printTextTable(table)).toBe(text)
  })

  it('is none in prose, code, logs of one form, or a few lines', () => {
    const prose = Array.from(
      { length: 40 },
      (_, line) => `Line ${line} says something ${'else '.repeat(line % 5)}and ends.`,
    )
    expect(textTableForm(prose.join('\n'), estimateTokens)).toBeUndefined()
    expect(textTableForm(drawn(PRICES.slice(0, 5), '| ', ' | ', ' |', '-'), estimateTokens)).toBeUndefined()
    for (const text of ['', '\n'.repeat(50), '|'.repeat(5_000), '\t\n'.repeat(50), 'a\n'.repeat(200_000)]) {
      expect(textTableForm(text, estimateTokens)).toBeUndefined()
    }
  })

  it('leads back to the same bytes, whatever is in its cells', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        'a',
        '12',
        '-0',
        'null',
        '!',
        '^',
        '=1',
        '@1',
        'a b',
        '|',
        '\t',
        '…',
        'é',
        '😀',
        '"',
        'ab',
      ),
      fc.string({ maxLength: 8 }),
    )
    const frame = fc.constantFrom(
      ['| ', ' | ', ' |'],
      ['', ' | ', ''],
      ['|', '|', '|'],
      ['', '\t', ''],
      ['│ ', ' │ ', ' │'],
      ['', '  ', ''],
    )
    const rows = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 8, maxLength: 30 }),
      )
    const noise = fc.array(fc.tuple(fc.nat(30), fc.string({ maxLength: 12 })), { maxLength: 3 })
    let tables = 0
    const property = fc.property(rows, frame, noise, fc.nat(2), (cells, [left, between, right], odd, feeds) => {
      const lines = drawn(cells, left!, between!, right!).split('\n')
      for (const [position, line] of odd) lines.splice(position, 0, line)
      const text = lines.join('\n') + '\n'.repeat(feeds)
      const table = readTextTable(text)
      if (!table) return
      expect(printTextTable(table)).toBe(text)
      const form = textTableForm(text, (one) => (one.includes('\n') ? 1 : one.length))
      expect(form).toBeDefined()
      tables++
    })
    fc.assert(property, { numRuns: 300 })
    expect(tables).toBeGreaterThan(100)
  })

  it.each([
    ['no drawing', 'H1 text\n@1 1 rows tab: a\n1'],
    ['widths of another number', 'H1 text\n{between:x,widths:[1],rows:@1}\n@1 1 rows tab: a,b\n1\t2'],
    ['cells of endless width', 'H1 text\n{between:x,widths:[1e9],rows:@1}\n@1 1 rows tab: a\n1'],
    ['widths that are none', 'H1 text\n{between:x,widths:[a],rows:@1}\n@1 1 rows tab: a\n1'],
    ['endless rows', `H1 text\n{between:x,widths:[${'2000,'.repeat(2)}2000],rows:@1}\n@1 99999 rows tab: a=1,b=2,c=3`],
  ])('is refused with %s', (_, text) => {
    expect(() => expandTable(text)).toThrowError(PackgraphError)
  })

  const outputs = realData('tool-outputs')
  it.skipIf(!outputs)(`leads back on every real output that is one (${NEEDS_DATA})`, { timeout: 60_000 }, () => {
    const files = readdirSync(outputs!, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:txt|out|tsv|csv|md)$/.test(file),
    )
    const tables = files.filter((file) => {
      const text = readFileSync(join(outputs!, file), 'utf8')
      const form = textTableForm(text, estimateTokens)
      if (form !== undefined) expect(expandTable(form), file).toBe(text)
      return form !== undefined
    })
    expect(tables.length).toBeGreaterThan(5)
  })
})
