/** Places in a line at which the columns of a table begin, ascending; the first is 0. */
export type ColumnStarts = readonly number[]

const LEAST_COLUMNS = 3
/** A place is blank in at least this share of the lines between columns... */
const BLANK_SHARE = 0.95
/** ...and after it a column begins, which has something in at least this share of them. */
const FILLED_SHARE = 0.5
/** Columns further right are one. */
const LOOKED_AT = 400

/**
 * Finds the columns of lines that are aligned by blanks: a place where nearly all lines are blank, before one where most are not.
 * @returns undefined where there are fewer than three.
 */
export function alignedColumns(lines: readonly string[]): ColumnStarts | undefined {
  const width = Math.min(
    LOOKED_AT,
    lines.reduce((widest, line) => Math.max(widest, line.length), 0),
  )
  const filled = new Uint32Array(width + 1)
  for (const line of lines) {
    for (let place = 0; place < Math.min(width, line.length); place++) {
      if (line.charCodeAt(place) !== 32) filled[place] = (filled[place] ?? 0) + 1
    }
  }
  const isBlank = (place: number): boolean => (filled[place] ?? 0) <= (1 - BLANK_SHARE) * lines.length
  const starts = [0]
  let from = 0
  for (let place = 1; place < width; place++) {
    if (!isBlank(place)) continue
    let next = place
    while (next < width && isBlank(next)) next++
    const mostFilled = Math.max(...filled.subarray(next, next + 1), ...filled.subarray(from, place))
    // Right-aligned columns begin with blanks in most rows: that any place of the column is well filled is enough.
    if (next < width && mostFilled >= FILLED_SHARE * lines.length) {
      starts.push(next)
      from = next
    }
    place = next
  }
  return starts.length < LEAST_COLUMNS ? undefined : starts
}

/** The cells of a line, trimmed; undefined where something stands across the beginning of a column, so that the line is no row. */
export function cellsAt(line: string, starts: ColumnStarts): readonly string[] | undefined {
  for (const start of starts) {
    if (start > 0 && start <= line.length && line.charCodeAt(start - 1) !== 32) return undefined
  }
  return starts.map((start, column) => line.slice(start, starts[column + 1]).trim())
}
