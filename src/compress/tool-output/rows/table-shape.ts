import { alignedColumns, cellsAt } from './aligned-columns.ts'

/** How the lines of a table are parted into cells. */
export interface TableShape {
  readonly kind: 'pipe' | 'box' | 'tab' | 'comma' | 'aligned'
  /** The cells of a row, without the padding that only aligns them; undefined for a line that is no row. */
  cellsOf(line: string): readonly string[] | undefined
}

/** Of the lines that are not blank, at least this share has the table's separators; of lines parted by commas, more: prose has them too, but blanks after them. */
const ROW_SHARE = 0.7
const COMMA_ROW_SHARE = 0.9
const LEAST_ROWS = 8
/** The shape is taken from this many lines, at even distances: a table may have an introduction. */
const SAMPLE_LINES = 400

const SEPARATORS = [
  { kind: 'box', separator: /[│┃║]/g, least: 1, share: ROW_SHARE },
  { kind: 'pipe', separator: /(?<!\\)\|/g, least: 2, share: ROW_SHARE },
  { kind: 'tab', separator: /\t/g, least: 1, share: ROW_SHARE },
  { kind: 'comma', separator: /,(?! )/g, least: 2, share: COMMA_ROW_SHARE },
] as const

/**
 * Finds what most lines of a text have in common as rows of one table: the number of their pipes, tabs, box-drawing bars or commas, or columns that begin at the same
 * places. @returns undefined where the text is no table.
 */
export function findTableShape(lines: readonly string[]): TableShape | undefined {
  const sample = sampled(lines).filter((line) => line.trim() !== '' && !isRule(line))
  if (sample.length < LEAST_ROWS) return undefined
  for (const { kind, separator, least, share } of SEPARATORS) {
    const counts = sample.map((line) => countOf(line, separator))
    const count = commonest(counts)
    if (count < least || counts.filter((other) => other === count).length < share * sample.length) continue
    return { kind, cellsOf: (line) => (countOf(line, separator) === count ? split(line, kind, separator) : undefined) }
  }
  if (isLog(sample)) return undefined
  const columns = alignedColumns(sample)
  if (columns === undefined) return undefined
  const shape: TableShape = { kind: 'aligned', cellsOf: (line) => cellsAt(line, columns) }
  return sample.filter((line) => shape.cellsOf(line)).length < ROW_SHARE * sample.length ? undefined : shape
}

/** A date with a time, or a time to the second, at the beginning of a line. */
const STAMP = /^\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/
const WORD = /[A-Za-z]{2,}/g
/** Rows of samples over time begin with a stamp, too, but say next to nothing in words. */
const LEAST_WORDS = 3

/** Whether most lines are stamped and then say something. Their stamps and levels line up as columns do, but what a reader looks for is in the words. */
function isLog(lines: readonly string[]): boolean {
  const logged = lines.filter((line) => STAMP.test(line) && countOf(line, WORD) >= LEAST_WORDS)
  return logged.length >= ROW_SHARE * lines.length
}

function sampled(lines: readonly string[]): readonly string[] {
  const step = Math.max(1, lines.length / SAMPLE_LINES)
  return Array.from({ length: Math.floor(lines.length / step) }, (_, index) => lines[Math.floor(index * step)] ?? '')
}

/** Whether a line only draws: it parts rows and says nothing. */
export function isRule(line: string): boolean {
  return /^[\s|+:=\-─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╞╪╡│┃║]+$/.test(line) && /[-=─━═]/.test(line)
}

function countOf(line: string, separator: RegExp): number {
  return line.match(separator)?.length ?? 0
}

/** The number that comes most often among those of lines with a separator at all, the larger of two that come as often. */
function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  counts.delete(0)
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a)[0]?.[0] ?? 0
}

function split(line: string, kind: TableShape['kind'], separator: RegExp): readonly string[] {
  const cells = line.split(separator)
  if (kind !== 'pipe' && kind !== 'box') return cells
  const trimmed = cells.map((cell) => cell.trim())
  // A row in a frame begins and ends with a separator, outside of which nothing stands.
  return trimmed.slice(trimmed[0] === '' ? 1 : 0, trimmed.at(-1) === '' ? -1 : undefined)
}
