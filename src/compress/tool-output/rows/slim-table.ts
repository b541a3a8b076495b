import type { SlimLimits } from '../limits.ts'
import { formatLineRange, type LineRange } from '../line-range.ts'
import type { LossyForm } from '../lossy-form.ts'
import { cutLine } from '../text/cut-line.ts'
import { severityOf } from '../text/severity.ts'
import { isRule, type TableShape } from './table-shape.ts'

interface Row {
  /** Line of the original, from 1. */
  readonly number: number
  readonly text: string
  /** Whether it is no row of the table, but stands between them: a heading, a total. */
  readonly between: boolean
}

/**
 * The first rows of a table, rows at even distances from the middle, its last rows; rows of the middle with their line numbers, so that a reader can ask for what
 * lies between. What is no row, and rows that tell of failures, stay as far as there is room. Padding goes; lines that only draw go, after the header's.
 */
export function slimTable(lines: readonly string[], shape: TableShape, limits: SlimLimits): LossyForm {
  const rows = lines.flatMap((line, index) =>
    isRule(line) || line.trim() === '' ? [] : [rowOf(line, index + 1, shape)],
  )
  const tailStart = Math.max(limits.tableHeadRows, rows.length - limits.tableTailRows)
  const head = rows.slice(0, limits.tableHeadRows)
  const middle = rows.slice(limits.tableHeadRows, tailStart)
  const tail = rows.slice(tailStart)
  const stride = Math.ceil(middle.length / limits.tableSamples)
  if (stride < 2) return { text: rows.map(({ text }) => cutLine(text, limits.lineLength)).join('\n'), omitted: [] }
  const shown = new Set([
    ...places(middle, (_, index) => index % stride === stride - 1),
    ...places(middle, ({ between }) => between).slice(0, limits.anchors),
    ...places(middle, ({ text }) => severityOf(text) === 2).slice(0, limits.anchors),
  ])
  const range = { first: middle[0]?.number ?? 0, last: middle.at(-1)?.number ?? 0 }
  const text = [
    ...head.map((row) => row.text),
    `[${formatLineRange(range)}: ${middle.length} rows, of which every ${ordinal(stride)} is shown]`,
    ...middle.flatMap(({ number, text }, index) => (shown.has(index) ? [`L${number}: ${text}`] : [])),
    `[L${tail[0]?.number ?? 0} and what follows]`,
    ...tail.map((row) => row.text),
  ].map((line) => cutLine(line, limits.lineLength))
  return { text: text.join('\n'), omitted: omittedLines(middle, shown) }
}

function rowOf(line: string, number: number, shape: TableShape): Row {
  const cells = shape.cellsOf(line)
  if (cells === undefined) return { number, text: squeezed(line, shape), between: true }
  const isPadded = shape.kind === 'pipe' || shape.kind === 'box' || shape.kind === 'aligned'
  // A tab within a cell would look like the end of one.
  const text = isPadded && !cells.some((cell) => cell.includes('\t')) ? cells.join('\t').trimEnd() : line
  return { number, text, between: false }
}

function places(rows: readonly Row[], isWanted: (row: Row, index: number) => boolean): readonly number[] {
  return rows.flatMap((row, index) => (isWanted(row, index) ? [index] : []))
}

/** A line that does not fit the columns of its table is aligned by blanks all the same. */
function squeezed(line: string, { kind }: TableShape): string {
  return kind === 'aligned' ? line.replace(/ {3,}/g, '  ') : line
}

/** From the first to the last row of the middle, all lines that are not shown: rows, and what is blank or only draws between them. */
function omittedLines(middle: readonly Row[], shown: ReadonlySet<number>): readonly LineRange[] {
  const ends = [
    (middle[0]?.number ?? 1) - 1,
    ...middle.flatMap(({ number }, index) => (shown.has(index) ? [number] : [])),
    (middle.at(-1)?.number ?? 0) + 1,
  ]
  return ends.slice(1).flatMap((end, index) => {
    const range = { first: (ends[index] ?? 0) + 1, last: end - 1 }
    return range.last < range.first ? [] : [range]
  })
}

function ordinal(number: number): string {
  const ending = { 1: 'st', 2: 'nd', 3: 'rd' }[number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] ?? 'th'
  return `${number}${ending}`
}
