import type { JsonTree } from './json-tree.ts'

/** A column whose cells are written out. */
export interface CellColumn {
  readonly kind: 'cell'
  readonly name: string
  /** Bare cells are strings, even those that read as numbers. */
  readonly isText: boolean
  /** What stands before and behind every string of the column, and in no cell. */
  readonly prefix: string
  readonly suffix: string
}

/** The same value in every row. */
export interface ConstantColumn {
  readonly kind: 'constant'
  readonly name: string
  readonly value: JsonTree
}

/** The characters of another column, read by this column's own rule. */
export interface CopyColumn {
  readonly kind: 'copy'
  readonly name: string
  /** The name of the column, which comes earlier and is alone in having it; `undefined`: the key of the row. */
  readonly of: string | undefined
  readonly isText: boolean
}

/** An object whose fields are columns of the row. */
export interface GroupColumn {
  readonly kind: 'group'
  readonly name: string
  readonly columns: readonly Column[]
}

/** A list of objects with these fields, in one cell. */
export interface ListColumn {
  readonly kind: 'list'
  readonly name: string
  readonly columns: readonly Column[]
}

export type Column = CellColumn | ConstantColumn | CopyColumn | GroupColumn | ListColumn
/** A column that has a cell in the row. */
export type SlotColumn = CellColumn | ListColumn

export const DELIMITERS = { space: ' ', tab: '\t', comma: ',', pipe: '|' } as const
export type DelimiterName = keyof typeof DELIMITERS

/** What the rows of a table are: objects, lists of equal width, or plain values. */
export type RowKind = 'objects' | 'lists' | 'values'

export interface TableLayout {
  readonly rowCount: number
  readonly delimiter: DelimiterName
  readonly rowKind: RowKind
  /** The table was an object, and this is the column of its keys, the first of each row. */
  readonly keys: CellColumn | undefined
  /** The fields of the objects; one column for each place of the lists; or the one column of values. */
  readonly columns: readonly Column[]
}

/** `^` never stands in row 1, 21, 41 …, so that no reader looks far up. */
export const ROWS_BETWEEN_DITTO_STARTS = 20

/** Where a group begins among the cells of a row, where it ends, and how many `!` announce its literal value. */
export interface GroupPlace {
  readonly group: GroupColumn
  readonly first: number
  readonly end: number
  readonly marks: number
}

export interface Slots {
  /** The columns that have a cell, in the order of the cells, the key apart. */
  readonly slots: readonly SlotColumn[]
  /** The groups that have a cell, inner ones first. */
  readonly groups: readonly GroupPlace[]
  /** How many `!` announce the literal value of a whole row. */
  readonly rowMarks: number
}

/** The `!` before the literal value of a list cell. */
export const LIST_MARKS = 1

/**
 * Gives each column its cell and each group its marks: one `!` more for each list or group that begins at the same cell within it. The row is the outermost group.
 */
export function slotsOf(columns: readonly Column[]): Slots {
  const slots: SlotColumn[] = []
  const groups: GroupPlace[] = []
  /** How many marks are taken at each cell. */
  const taken: number[] = []
  const visit = (column: Column): void => {
    if (column.kind === 'cell' || column.kind === 'list') {
      slots.push(column)
      taken.push(column.kind === 'list' ? LIST_MARKS : 0)
    } else if (column.kind === 'group') {
      const first = slots.length
      column.columns.forEach(visit)
      if (slots.length === first) return
      taken[first]! += 1
      groups.push({ group: column, first, end: slots.length, marks: taken[first]! })
    }
  }
  columns.forEach(visit)
  return { slots, groups, rowMarks: (taken[0] ?? 0) + 1 }
}
