import { describe, expect, it } from 'vitest'
import { DEFAULT_SLIM_LIMITS } from '../../../src/compress/tool-output/limits.ts'
import { lossyCandidate } from '../../../src/compress/tool-output/lossy-routes.ts'
import { findTableShape } from '../../../src/compress/tool-output/rows/table-shape.ts'

const LIMITS = DEFAULT_SLIM_LIMITS
const NAMES = ['amber', 'birch', 'cedar', 'dune', 'elm', 'fern', 'grove', 'heath', 'iris', 'jade']

const rows = (count: number): string[][] =>
  Array.from({ length: count }, (_, index) => [`${index}`, NAMES[index % NAMES.length] ?? '', `${(index * 7) % 13}.5`])

const FORMS = {
  pipe: (cells: string[]) => `| ${cells.map((cell) => cell.padEnd(8)).join(' | ')} |`,
  box: (cells: string[]) => `│ ${cells.map((cell) => cell.padEnd(8)).join(' │ ')} │`,
  tab: (cells: string[]) => cells.join('\t'),
  comma: (cells: string[]) => cells.join(','),
  aligned: (cells: string[]) => cells.map((cell) => cell.padEnd(12)).join(''),
}

describe('slimming a table', () => {
  it.each(Object.entries(FORMS))('finds rows and cells of a table parted by %s', (kind, form) => {
    const lines = [['id', 'name', 'score'], ...rows(30)].map(form)
    const shape = findTableShape(lines)
    expect(shape?.kind).toBe(kind)
    expect(shape?.cellsOf(lines[3] ?? '')?.map((cell) => cell.trim())).toEqual(['2', 'cedar', '1.5'])
  })

  it('keeps the first rows, the last, and rows between them with the numbers of their lines', () => {
    const lines = [FORMS.pipe(['id', 'name', 'score']), '|---|---|---|', ...rows(400).map(FORMS.pipe)]
    const result = lossyCandidate(lines.join('\n'), LIMITS)
    const shown = result?.text.split('\n') ?? []
    expect(result?.route).toBe('table-rows')
    expect(shown[0]).toBe('id\tname\tscore')
    expect(shown[1]).toBe('0\tamber\t0.5')
    expect(shown[LIMITS.tableHeadRows]).toBe('[L62-L362: 301 rows, of which every 7th is shown]')
    expect(shown[LIMITS.tableHeadRows + 1]).toBe('L68: 65\tfern\t0.5')
    expect(shown.at(-1)).toBe('399\tjade\t11.5')
    for (const line of shown) {
      const [, number, row] = /^L(\d+): (.*)$/.exec(line) ?? []
      if (number)
        expect(
          lines[Number(number) - 1]
            ?.replace(/^\| | \|$/g, '')
            .split('|')
            .map((cell) => cell.trim())
            .join('\t'),
        ).toBe(row)
    }
  })

  it('counts blank lines and rules between the rows among the lines that are not shown', () => {
    const lines = rows(400).flatMap((row) => [FORMS.pipe(row), '|---|---|---|', ''])
    const result = lossyCandidate(lines.join('\n'), LIMITS)!
    const shown = new Set([...result.text.matchAll(/^L(\d+): /gm)].map(([, number]) => Number(number)))
    const omitted = result.omitted.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    )
    const middle = Array.from({ length: 3 * 299 + 1 }, (_, index) => 3 * LIMITS.tableHeadRows + 1 + index)
    expect(omitted).toEqual(middle.filter((line) => !shown.has(line)))
  })

  it('leaves nothing out of a table that has no middle to speak of, and takes the padding alone', () => {
    const lines = rows(LIMITS.tableHeadRows + LIMITS.tableTailRows).map(FORMS.aligned)
    const result = lossyCandidate(lines.join('\n'), LIMITS)
    expect(result?.omitted).toEqual([])
    expect(result?.text.split('\n')).toHaveLength(lines.length)
  })

  it('shows rows that failed, and headings between the rows', () => {
    const lines = rows(400).map(FORMS.comma)
    lines[200] = '200,job,FAILED'
    lines.splice(250, 0, 'second part')
    const text = lossyCandidate(lines.join('\n'), LIMITS)?.text ?? ''
    expect(text).toContain('L201: 200,job,FAILED')
    expect(text).toContain('L251: second part')
  })

  it.each([
    [
      '2026-11-30T10:00:00.120Z INFO  [api]  cache miss, loading',
      '2026-11-30T10:00:00.733Z WARN  [db]   still waiting for a lock',
    ],
    ['[10:00:00] INFO pump reads a pressure of 1.5', '[10:00:01] INFO pump reads a pressure of 1.6'],
    ['Nov 30 10:00:00 oak sshd[12]: session opened for ada', 'Nov 30 10:00:01 oak cron[17]: session closed for milo'],
  ])('takes a log for no table, though its stamps and levels line up: %s', (one, other) => {
    expect(findTableShape(Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other)))).toBeUndefined()
  })

  it('takes samples over time for a table', () => {
    const lines = Array.from(
      { length: 40 },
      (_, index) => `10:00:${10 + index} AM     all      ${index % 7}.51      0.0${index % 10}     99.12`,
    )
    expect(findTableShape(['10:00:09 AM     CPU     %user     %nice     %idle', ...lines])?.kind).toBe('aligned')
  })

  it('takes prose for no table', () => {
    const prose = Array.from(
      { length: 40 },
      (_, index) => `Sentence ${'very '.repeat(index % 7)}long, and so on, as ever.`,
    )
    expect(findTableShape(prose)).toBeUndefined()
  })
})

describe('what is never sampled', () => {
  const filler = Array.from({ length: 600 }, (_, index) => `note ${index}`)

  it.each([
    ['a diff', ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', ...filler]],
    ['a patch in the middle of other text', [...filler, '@@ -1,2 +1,2 @@', '-a', '+b', ...filler]],
    [
      'source code',
      Array.from({ length: 600 }, (_, index) => (index % 2 ? `const a${index} = ${index};` : `if (a${index}) {`)),
    ],
    ['a file with line numbers', filler.map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)],
  ])('%s passes', (_, lines) => {
    expect(lossyCandidate(lines.join('\n'), LIMITS)).toBeUndefined()
  })

  it('a log is none of these', () => {
    expect(lossyCandidate(filler.join('\n'), LIMITS)?.route).toBe('log')
  })
})
