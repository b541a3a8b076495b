import { countFinalLineFeeds } from '../line-range.ts'
import { alignedColumns, type ColumnStarts } from '../rows/aligned-columns.ts'
import { isRule } from '../rows/table-shape.ts'
import { fill, MOST_CELL_WIDTH, printRow, type TableFrame, type TextTable } from './text-table.ts'

const LEAST_ROWS = 8
/** Of the lines, at least this share must be rows that are drawn alike. */
const LEAST_SHARE_OF_ROWS = 0.7
const MOST_COLUMNS = 400
const SAMPLE_LINES = 1_000

/** How a line is parted, before it is known how its cells are filled up. */
interface Ruling {
  readonly left: string
  readonly between: string
  readonly right: string
  readonly isTrimmed: boolean
  /** What stands in each column, blanks included; `undefined` for a line that is parted otherwise. */
  segmentsOf(line: string): readonly string[] | undefined
}

/**
 * Reads a text as one table whose rows are parted by pipes, bars of a box, tabs or blanks, so that printing it gives the text again. `undefined` where less than 70 % of
 * the lines are rows drawn alike. Linear.
 */
export function readTextTable(text: string): TextTable | undefined {
  const finalLineFeeds = countFinalLineFeeds(text)
  const lines = text.slice(0, text.length - finalLineFeeds).split('\n')
  if (lines.length < LEAST_ROWS) return undefined
  for (const ruling of rulingsOf(lines)) {
    const table = readRuled(lines, ruling)
    if (table) return { ...table, finalLineFeeds }
  }
  return undefined
}

function rulingsOf(lines: readonly string[]): readonly Ruling[] {
  const bars = ['|', '│', '┃', '║'].flatMap((bar) => [
    barred(lines, `${bar} `, ` ${bar} `, ` ${bar}`),
    barred(lines, '', ` ${bar} `, ''),
    barred(lines, bar, bar, bar),
  ])
  const sample = sampled(lines).filter((line) => line.trim() !== '' && !isRule(line))
  const columns = sample.length < LEAST_ROWS / 2 ? undefined : alignedColumns(sample)
  return [...bars, barred(lines, '', '\t', ''), columns && aligned(columns)].filter((ruling) => ruling !== undefined)
}

/** So many lines, at even distances, show where aligned columns begin. */
function sampled(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, Math.ceil(lines.length / SAMPLE_LINES))
  return lines.filter((_, position) => position % step === 0)
}

/** Lines that begin with `left`, end in `right`, and have the commonest number of `between`. */
function barred(lines: readonly string[], left: string, between: string, right: string): Ruling | undefined {
  const segmentsOf = (line: string): readonly string[] | undefined => {
    if (!line.startsWith(left) || !line.endsWith(right) || line.length < left.length + right.length) return undefined
    return line.slice(left.length, line.length - right.length).split(between)
  }
  const counts = new Map<number, number>()
  for (const line of lines) {
    const count = segmentsOf(line)?.length ?? 0
    counts.set(count, (counts.get(count) ?? 0) + 1)
  }
  const [width, times] = [...counts].reduce((best, other) => (other[1] > best[1] ? other : best))
  if (width < 2 || width > MOST_COLUMNS || times < LEAST_SHARE_OF_ROWS * lines.length) return undefined
  const ofWidth = (line: string): readonly string[] | undefined => {
    const segments = segmentsOf(line)
    return segments?.length === width && !isRule(line) ? segments : undefined
  }
  return { left, between, right, isTrimmed: false, segmentsOf: ofWidth }
}

/** Columns that begin at the same places; the blank before each parts them. */
function aligned(starts: ColumnStarts): Ruling {
  const segmentsOf = (line: string): readonly string[] | undefined => {
    if (line.trim() === '' || isRule(line)) return undefined
    return starts.map((start, column) => {
      const next = starts[column + 1]
      return next === undefined ? line.slice(start) : line.slice(start, next - 1).padEnd(next - 1 - start)
    })
  }
  return { left: '', between: ' ', right: '', isTrimmed: true, segmentsOf }
}

function readRuled(lines: readonly string[], ruling: Ruling): Omit<TextTable, 'finalLineFeeds'> | undefined {
  const segments = lines.map((line) => ruling.segmentsOf(line))
  const rows = segments.filter((row) => row !== undefined)
  if (rows.length < LEAST_ROWS) return undefined
  // What tabs part is not filled up with blanks.
  const isFilled = ruling.between !== '\t'
  const widths = rows[0]!.map((_, column) => (isFilled ? widthOf(rows.map((row) => row[column]!)) : 0))
  const { left, between, right, isTrimmed } = ruling
  const frame: TableFrame = { left, between, right, widths, isTrimmed }
  const others = new Map<number, string>()
  const kept: (readonly string[])[] = []
  let heading: { readonly cells: readonly string[]; readonly isDrawn: boolean } | undefined
  for (const [position, line] of lines.entries()) {
    const cells = segments[position]?.map((segment, column) => (widths[column] === 0 ? segment : segment.trim()))
    const isDrawn = cells !== undefined && printRow(cells, frame) === line
    if (isDrawn) kept.push(cells)
    else others.set(position, line)
    if (cells) heading ??= { cells: cells.map((cell) => cell.trim()), isDrawn }
  }
  if (kept.length < LEAST_SHARE_OF_ROWS * lines.length) return undefined
  const names = heading?.cells ?? []
  const areNames = new Set(names).size === widths.length && !names.includes('')
  if (!areNames) return { frame, names: widths.map((_, column) => `${column + 1}`), hasHead: false, rows: kept, others }
  const hasHead = heading!.isDrawn && kept[0]!.every((cell, column) => cell === names[column])
  return { frame, names, hasHead, rows: hasHead ? kept.slice(1) : kept, others }
}

/** How the cells of a column are filled up, told from what stands in it: the way that draws most of them; not at all where neither draws enough. */
function widthOf(segments: readonly string[]): number {
  const width = commonest(segments.map(({ length }) => length))
  if (width > MOST_CELL_WIDTH) return 0
  const drawn = (candidate: number): number =>
    segments.reduce((sum, segment) => (fill(segment.trim(), candidate) === segment ? sum + 1 : sum), 0)
  const [toLeft, toRight] = [drawn(width), drawn(-width)]
  if (Math.max(toLeft, toRight) < LEAST_SHARE_OF_ROWS * segments.length) return 0
  return toLeft >= toRight ? width : -width
}

function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].reduce((best, other) => (other[1] > best[1] ? other : best))[0]
}
