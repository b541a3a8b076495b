/** A table drawn in text, as what its cells say and how its lines are drawn: printing it gives the text again. */
export interface TextTable {
  readonly frame: TableFrame
  /** The names of the columns, distinct. */
  readonly names: readonly string[]
  /** Whether the names are printed as the first row. */
  readonly hasHead: boolean
  /** The cells of each row, one for each column; `''` for an empty one. */
  readonly rows: readonly (readonly string[])[]
  /** Lines that are no rows, or rows drawn otherwise, by their number from 0: rules, titles, totals. */
  readonly others: ReadonlyMap<number, string>
  readonly finalLineFeeds: number
}

/** How the line of a row is drawn around its cells. */
export interface TableFrame {
  readonly left: string
  readonly between: string
  readonly right: string
  /** To how many characters each cell is filled up with blanks: behind it, or before it where the number is negative; 0 for not at all. */
  readonly widths: readonly number[]
  /** Whether blanks at the end of a line are left out. */
  readonly isTrimmed: boolean
}

/** Wider cells are not filled up. */
export const MOST_CELL_WIDTH = 2_000

/** Draws a table. Linear in what comes out. */
export function printTextTable({ frame, names, hasHead, rows, others, finalLineFeeds }: TextTable): string {
  const cells = hasHead ? [names, ...rows] : rows
  const lines: string[] = []
  let row = 0
  while (row < cells.length || others.has(lines.length)) {
    const other = others.get(lines.length)
    lines.push(other ?? printRow(cells[row]!, frame))
    if (other === undefined) row++
  }
  return lines.join('\n') + '\n'.repeat(finalLineFeeds)
}

export function printRow(cells: readonly string[], { left, between, right, widths, isTrimmed }: TableFrame): string {
  const line = left + cells.map((cell, column) => fill(cell, widths[column]!)).join(between) + right
  return isTrimmed ? line.trimEnd() : line
}

export function fill(cell: string, width: number): string {
  return width < 0 ? cell.padStart(-width) : cell.padEnd(width)
}
