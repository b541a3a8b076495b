import { quoteVisibly, writeBareJson } from './bare-json.ts'
import { isList, Lexeme } from './json-tree.ts'
import type { Fields, ListShape, Shape, Values } from './shape-rows.ts'
import {
  type CellColumn,
  type Column,
  DELIMITERS,
  type DelimiterName,
  LIST_MARKS,
  type ListColumn,
  ROWS_BETWEEN_DITTO_STARTS,
} from './table-layout.ts'
import type { TablePlan } from './table-plan.ts'
import { TRAIT, traitsOf } from './text-traits.ts'

/** A shorter cell is not replaced by `^`. */
const LEAST_DITTO_CHARACTERS = 4
const DELIMITER_TRAIT: Readonly<Record<DelimiterName, number>> = {
  space: TRAIT.space,
  tab: 0,
  comma: TRAIT.comma,
  pipe: TRAIT.pipe,
}

/** What a reader of the rows must be told. */
export interface RowMarks {
  readonly hasEmptyCells: boolean
  readonly hasDittos: boolean
  readonly hasLiterals: boolean
}

export interface WrittenRows extends RowMarks {
  /** One line for each row; none where no column has cells. */
  readonly lines: readonly string[]
}

/** The cells of one column, before a delimiter is chosen. */
interface CellTexts {
  /** Without quotes wherever some delimiter allows that. */
  readonly texts: readonly string[]
  /** Which of space, comma and pipe stand in a text that has no quotes. */
  readonly traits: Uint8Array
}

/** Some rows of a table, or all: everything about them that does not depend on the delimiter. */
export interface RowTexts {
  readonly plan: TablePlan
  /** Which rows, in ascending order. */
  readonly positions: readonly number[]
  readonly keys: CellTexts | undefined
  readonly columns: readonly CellTexts[]
  readonly hasLiterals: boolean
}

/** Writes out the cells of the rows at these positions. Linear. */
export function prepareRows(plan: TablePlan, positions: readonly number[]): RowTexts {
  const columns = plan.sources.map(({ column, shape }) =>
    column.kind === 'list'
      ? listTexts(column, shape as ListShape, positions)
      : cellTexts(column, shape.values, positions),
  )
  overlayGroups(plan, columns, positions)
  return {
    plan,
    positions,
    keys: plan.keys && plan.keyColumn && cellTexts(plan.keyColumn, plan.keys, positions),
    columns,
    hasLiterals: columns.some(({ texts }) => texts.some((text) => text.startsWith('!'))),
  }
}

/**
 * Joins cells to lines. `dittos` says which columns may have `^`. `undefined` where the delimiter does not serve: between blanks no cell may be empty or end
 * nowhere. Linear.
 */
export function writeRows(
  rows: RowTexts,
  delimiter: DelimiterName,
  dittos: readonly boolean[],
): WrittenRows | undefined {
  const { plan, positions, keys } = rows
  if (delimiter === 'space' && (rows.hasLiterals || rows.columns.some(({ texts }) => texts.includes(''))))
    return undefined
  const columns = rows.columns.map((column, slot) => {
    const cells = delimited(column, delimiter)
    return dittos[slot] ? withDittos(cells, plan, positions) : cells
  })
  const keyCells = keys && delimited(keys, delimiter)
  const marks = { hasEmptyCells: false, hasDittos: dittos.includes(true), hasLiterals: rows.hasLiterals }
  if (columns.length === 0 && !keyCells) return { lines: [], ...marks }
  const lines = positions.map((position, row) => {
    const cells = keyCells ? [keyCells[row]!] : []
    if (plan.conforms[position]) for (const column of columns) cells.push(column[row]!)
    else {
      cells.push('!'.repeat(plan.slots.rowMarks) + writeBareJson(plan.rows[position]!))
      marks.hasLiterals = true
    }
    marks.hasEmptyCells ||= cells.includes('')
    while (cells.length > 1 && cells.at(-1) === '') cells.pop()
    return cells.join(DELIMITERS[delimiter])
  })
  return { lines, ...marks }
}

function delimited({ texts, traits }: CellTexts, delimiter: DelimiterName): readonly string[] {
  const mustQuote = DELIMITER_TRAIT[delimiter]
  if (mustQuote === 0) return texts
  return texts.map((text, row) => (traits[row]! & mustQuote ? quoteVisibly(text) : text))
}

function cellTexts(column: CellColumn, values: Values, positions: readonly number[]): CellTexts & { texts: string[] } {
  const { isText, prefix, suffix } = column
  const notBare = isText ? TRAIT.neverBare : TRAIT.neverBare | TRAIT.lexeme
  const traits = new Uint8Array(positions.length)
  const texts = positions.map((position, row) => {
    const value = values[position]
    if (value === undefined) return ''
    if (value instanceof Lexeme) return isText ? `=${value.text}` : value.text
    if (typeof value !== 'string') return writeBareJson(value)
    const text = value.slice(prefix.length, value.length - suffix.length)
    const found = traitsOf(text)
    if (found & notBare) return quoteVisibly(text)
    traits[row] = found
    return text
  })
  return { texts, traits }
}

function listTexts(
  column: ListColumn,
  shape: ListShape,
  positions: readonly number[],
): CellTexts & { texts: string[] } {
  const texts = positions.map((position) =>
    shape.values[position] === undefined ? '' : listCell(column, shape, position),
  )
  return { texts, traits: new Uint8Array(positions.length) }
}

function listCell(column: ListColumn, shape: ListShape, row: number): string {
  const value = shape.values[row]!
  const [start, end] = [shape.starts[row]!, shape.starts[row + 1]!]
  if (!isList(value)) return '!'.repeat(LIST_MARKS) + writeBareJson(value)
  const tuples: string[] = []
  for (let item = start; item < end; item++) {
    // A group within a list has no mark of its own.
    if (!shape.fields.every((field) => groupsConform(field, item))) return '!'.repeat(LIST_MARKS) + writeBareJson(value)
    tuples.push(tupleFields(column.columns, shape.fields, item).join(','))
  }
  return `[${tuples.join(';')}]`
}

function groupsConform(shape: Shape, item: number): boolean {
  if (shape.kind !== 'group') return true
  if (shape.values[item] !== undefined && !shape.conforms[item]) return false
  return shape.fields.every((field) => groupsConform(field, item))
}

function tupleFields(columns: readonly Column[], shapes: readonly Shape[], item: number): readonly string[] {
  return columns.flatMap((column, position) => {
    const shape = shapes[position]!
    if (column.kind === 'constant') return []
    if (column.kind === 'group') return tupleFields(column.columns, (shape as Shape & Fields).fields, item)
    const value = shape.values[item]
    if (value === undefined) return ['']
    return [column.kind === 'list' ? listCell(column, shape as ListShape, item) : writeBareJson(value)]
  })
}

/** Puts the literal value of each group that does not conform into its first cell, and empties the others. */
function overlayGroups(
  plan: TablePlan,
  columns: readonly (CellTexts & { texts: string[] })[],
  positions: readonly number[],
): void {
  for (const { group, first, end, marks } of plan.slots.groups) {
    const { values, conforms } = plan.shapeOfGroup.get(group)!
    for (const [row, position] of positions.entries()) {
      const value = values[position]
      if (value === undefined || conforms[position]) continue
      for (let slot = first; slot < end; slot++) columns[slot]!.texts[row] = ''
      columns[first]!.texts[row] = '!'.repeat(marks) + writeBareJson(value)
    }
  }
}

/** Cells with `^` for each that is as the one above. Rows that do not conform have no cells to repeat. */
function withDittos(
  cells: readonly string[],
  { conforms }: TablePlan,
  positions: readonly number[],
): readonly string[] {
  return cells.map((cell, row) => {
    const position = positions[row]!
    return position > 0 && conforms[position - 1] && canRepeat(cell, cells[row - 1], position) ? '^' : cell
  })
}

/** Whether a cell may stand as `^`. Where only some rows are written, they must be whole runs between the rows in which none may. */
export function canRepeat(cell: string, above: string | undefined, position: number): boolean {
  return cell === above && cell.length >= LEAST_DITTO_CHARACTERS && position % ROWS_BETWEEN_DITTO_STARTS !== 0
}
