import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import type { Weigh } from '../../../../src/compress/tool-output/json/choose-tables.ts'
import { encodeTable } from '../../../../src/compress/tool-output/json/encode-table.ts'
import { expandTable } from '../../../../src/compress/tool-output/json/expand-table.ts'
import { detectLayout, type Escapes, printJson } from '../../../../src/compress/tool-output/json/json-layout.ts'
import { readJsonSource } from '../../../../src/compress/tool-output/json/json-source.ts'
import { PackgraphError } from '../../../../src/domain/errors.ts'
import { randomJson } from './random-json.ts'

/** A few seconds; `PACKGRAPH_FUZZ` asks for more documents. */
const DOCUMENTS = Number(process.env.PACKGRAPH_FUZZ ?? 400)

const layout = fc.record({
  spacing: fc.constantFrom('compact', 'spaced', 'pretty 2', 'pretty tab', 'pretty 4!'),
  escapes: fc.constantFrom<Escapes>('least', 'ascii', 'slash', 'asciislash'),
  finalLineFeeds: fc.nat(2),
})

/** Weights under which nearly everything becomes a table, in odd ways too. */
const weigh = fc.constantFrom<Weigh>(
  estimateTokens,
  (text) => text.length,
  (text) => (text.includes('\n') ? 1 : text.length),
)

function tableOf(json: string, weight: Weigh = estimateTokens): string | undefined {
  const source = readJsonSource(json)!
  return encodeTable(source, detectLayout(source), weight)
}

function rowsOf(count: number, row: (position: number) => unknown): string {
  return JSON.stringify(Array.from({ length: count }, (_, position) => row(position)))
}

describe('a hoisted table', () => {
  it('expands to the bytes that it was made from, whatever they are', { timeout: 60_000 + DOCUMENTS * 20 }, () => {
    let tables = 0
    const property = fc.property(randomJson, layout, weigh, (tree, style, weight) => {
      const json = printJson(tree, false, style)
      const table = tableOf(json, weight)
      if (table === undefined) return
      tables++
      expect(expandTable(table)).toBe(json)
    })
    fc.assert(property, { numRuns: DOCUMENTS })
    expect(tables).toBeGreaterThan(DOCUMENTS / 2)
  })

  it('is read or refused, never crashed on, where some of its characters are changed', () => {
    const change = fc.record({
      at: fc.nat(),
      removed: fc.nat(3),
      added: fc.constantFrom('', '!', '^', '@1', '\n', '[', '{', '"', '\t', ',', '9', '…'),
    })
    const property = fc.property(randomJson, fc.array(change, { minLength: 1, maxLength: 3 }), (tree, changes) => {
      let table = tableOf(printJson(tree, false, { spacing: 'compact', escapes: 'least', finalLineFeeds: 0 }))
      if (table === undefined) return
      for (const { at, removed, added } of changes) {
        const position: number = at % table.length
        table = table.slice(0, position) + added + table.slice(position + removed)
      }
      try {
        expandTable(table)
      } catch (error) {
        expect(error).toBeInstanceOf(PackgraphError)
      }
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('reads well: a header, what was hoisted, one line for each row', () => {
    const messages = ['db query ok', 'cache miss', 'retry', 'upstream timed out']
    const json = rowsOf(12, (position) => ({
      ts: `2026-09-03T10:00:${10 + position}.250Z`,
      level: position % 3 === 2 ? 'warn' : 'info',
      host: 'node-10',
      msg: messages[position % 4],
    }))
    expect(tableOf(json)!.split('\n').slice(0, 5)).toEqual([
      'H1 json compact; "p"…"s" = stand before and after each cell',
      '@1 12 rows tab: ts="2026-09-03T"…,level,host=node-10,msg',
      '10:00:10.250Z\tinfo\tdb query ok',
      '10:00:11.250Z\tinfo\tcache miss',
      '10:00:12.250Z\twarn\tretry',
    ])
  })

  it('never cuts words, numbers or addresses', () => {
    const affixed = (texts: readonly string[]) =>
      tableOf(rowsOf(40, (position) => ({ n: position, v: texts[position % texts.length] })))!.split('\n')[1]
    expect(affixed(['report-17', 'report-18', 'report-19'])).toContain('v="report-"…')
    expect(affixed(['reporting', 'reporter', 'reported'])).not.toContain('…')
    expect(affixed(['192.168.10.1', '192.168.10.2', '192.168.11.3'])).not.toContain('…')
    expect(affixed(['version 1.20.1', 'version 1.20.2', 'version 1.20.3'])).toContain('v="version "…')
    expect(affixed(['2026-09-03T10:00', '2026-09-04T10:00', '2026-09-05T10:00'])).not.toContain('…')
  })

  it('starts dittos anew every 20 rows', () => {
    const rows: readonly string[] = tableOf(
      rowsOf(60, (position) => ({
        n: position * 7,
        service: position < 45 ? 'the checkout of the shop' : 'a catalogue of books',
      })),
    )!
      .split('\n')
      .slice(2)
    const written = rows.flatMap((row, position) => (row.endsWith('^') ? [] : [position]))
    expect(written).toEqual([0, 20, 40, 45])
  })

  it('keeps what is constant in the rows of its form when one row has another form', () => {
    const table = tableOf(
      rowsOf(20, (position) =>
        position === 9 ? { error: 'gone' } : { id: position, region: 'eu-central-1', kind: 'node' },
      ),
    )!
    expect(table).toContain('region=eu-central-1,kind=node')
    expect(table).toContain('\n!{error:gone}\n')
  })

  it('leaves alone what gains nothing', () => {
    expect(tableOf(rowsOf(40, (position) => [position, position * 3, position * 7]))).toBeUndefined()
    expect(tableOf('{"a":{"b":{"c":"d"}},"e":[1,2,3]}')).toBeUndefined()
  })
})
