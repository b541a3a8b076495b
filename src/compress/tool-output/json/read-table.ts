import { JsonObject, type JsonTree, Lexeme } from './json-tree.ts'
import { readTableHeader } from './read-table-header.ts'
import { type TableCursor, textOrLexeme } from './table-cursor.ts'
import {
  type CellColumn,
  type Column,
  DELIMITERS,
  type GroupColumn,
  type GroupPlace,
  LIST_MARKS,
  type SlotColumn,
  type Slots,
  slotsOf,
  type TableLayout,
} from './table-layout.ts'

/** A literal value that stands for a whole list, group or row. */
class Literal {
  readonly marks: number
  readonly value: JsonTree

  constructor(marks: number, value: JsonTree) {
    this.marks = marks
    this.value = value
  }
}

type Cell = JsonTree | Literal | undefined

/** Rows that stand on no line: nothing in the text bounds their number. */
const MOST_UNWRITTEN_ROWS = 100_000

/** Reads a table from `@n` to before the line feed behind its last row. @throws PackgraphError `INPUT`. Linear in the text and in what it stands for. */
export function readTable(cursor: TableCursor): { readonly number: number; readonly value: JsonTree } {
  const { number, layout } = readTableHeader(cursor)
  return { number, value: new RowReader(cursor, layout).table() }
}

class RowReader {
  readonly #cursor: TableCursor
  readonly #layout: TableLayout
  readonly #delimiter: string
  readonly #slots: Slots
  readonly #places: ReadonlyMap<Column, number | GroupPlace>

  constructor(cursor: TableCursor, layout: TableLayout) {
    this.#cursor = cursor
    this.#layout = layout
    this.#delimiter = DELIMITERS[layout.delimiter]
    this.#slots = slotsOf(layout.columns)
    this.#places = placesOf(this.#slots)
  }

  table(): JsonTree {
    const { rowCount, keys } = this.#layout
    const isWritten = this.#slots.slots.length > 0 || keys !== undefined
    if (!isWritten && rowCount > MOST_UNWRITTEN_ROWS)
      this.#cursor.fail(`at most ${MOST_UNWRITTEN_ROWS} rows without cells`)
    const rowKeys: string[] = []
    const values: JsonTree[] = []
    let above: readonly Cell[] | undefined
    for (let row = 0; row < rowCount; row++) {
      if (isWritten) this.#cursor.expect('\n')
      if (keys) {
        rowKeys.push(this.#key(keys))
        if (!this.#cursor.isAtLineEnd) this.#cursor.expect(this.#delimiter)
      }
      const cells = this.#cells(above)
      if (!this.#cursor.isAtLineEnd) this.#cursor.fail('the end of the row')
      const whole = cells[0]
      const isWhole =
        whole instanceof Literal && this.#layout.rowKind !== 'values' && whole.marks === this.#slots.rowMarks
      above = isWhole ? undefined : cells
      values.push(isWhole ? whole.value : this.#row(cells, rowKeys.at(-1)))
    }
    return keys ? new JsonObject(rowKeys, values) : values
  }

  #key(column: CellColumn): string {
    const key = this.#cell(column)
    return typeof key === 'string' ? key : this.#cursor.fail('a key')
  }

  #cells(above: readonly Cell[] | undefined): readonly Cell[] {
    const { slots } = this.#slots
    const cells: Cell[] = []
    for (const [position, slot] of slots.entries()) {
      if (this.#cursor.isAtLineEnd) break
      if (position > 0) this.#cursor.expect(this.#delimiter)
      cells.push(this.#cellOrMark(slot, above?.[position]))
    }
    return cells
  }

  #cellOrMark(slot: SlotColumn, above: Cell): Cell {
    const cursor = this.#cursor
    if (cursor.isAtLineEnd || cursor.peek() === this.#delimiter) return undefined
    if (cursor.take('^')) return above ?? cursor.fail('a cell, for there is none above')
    if (cursor.peek() === '!') return readLiteral(cursor)
    return slot.kind === 'list' ? readTuples(cursor, slot.columns) : this.#cell(slot)
  }

  #cell({ isText, prefix, suffix }: CellColumn): JsonTree {
    const cursor = this.#cursor
    const first = cursor.peek()
    if (first === '"') return prefix + cursor.quoted() + suffix
    if (first === '[' || first === '{') return cursor.bareJson()
    if (isText && cursor.take('=')) return new Lexeme(this.#bare())
    return isText ? prefix + this.#bare() + suffix : textOrLexeme(this.#bare())
  }

  /** The characters up to the delimiter or the end of the line. */
  #bare(): string {
    const cursor = this.#cursor
    const { text, position: start } = cursor
    const delimiter = this.#delimiter.charCodeAt(0)
    let end = start
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === delimiter || code === 0x0a) break
    }
    cursor.position = end
    return text.slice(start, end)
  }

  #row(cells: readonly Cell[], key: string | undefined): JsonTree {
    const { rowKind, columns } = this.#layout
    if (rowKind === 'objects') return new RowAssembler(this.#cursor, this.#places, cells, key).object(columns)
    const values = columns.map((_, place) => cells[place])
    if (values.some((value) => value === undefined || value instanceof Literal))
      this.#cursor.fail('a value in each cell')
    return rowKind === 'lists' ? (values as readonly JsonTree[]) : (values[0] as JsonTree)
  }
}

function readLiteral(cursor: TableCursor): Literal {
  const marks = cursor.expectMatch(/!+/y, '"!"').length
  return new Literal(marks, cursor.bareJson())
}

/** `[1,2;3,4]`: comma between the fields, semicolon between the objects. */
function readTuples(cursor: TableCursor, columns: readonly Column[]): readonly JsonTree[] {
  cursor.expect('[')
  const items: JsonTree[] = []
  if (cursor.take(']')) return items
  const slots = slotsOf(columns)
  const places = placesOf(slots)
  do {
    const cells = slots.slots.map((slot, position): Cell => {
      if (position > 0) cursor.expect(',')
      const first = cursor.peek()
      if (first === ',' || first === ';' || first === ']') return undefined
      if (first === '!') return readLiteral(cursor)
      return slot.kind === 'list' ? readTuples(cursor, slot.columns) : cursor.bareJson()
    })
    items.push(new RowAssembler(cursor, places, cells, undefined).object(columns))
  } while (cursor.take(';'))
  cursor.expect(']')
  return items
}

function placesOf({ slots, groups }: Slots): ReadonlyMap<Column, number | GroupPlace> {
  return new Map<Column, number | GroupPlace>([
    ...slots.map((slot, position) => [slot, position] as const),
    ...groups.map((place) => [place.group, place] as const),
  ])
}

/** Makes the object of a row from its cells. */
class RowAssembler {
  readonly #cursor: TableCursor
  readonly #places: ReadonlyMap<Column, number | GroupPlace>
  readonly #cells: readonly Cell[]
  /** What columns repeat: values met so far, by the name of their column. */
  readonly #met = new Map<string | undefined, JsonTree>()

  constructor(
    cursor: TableCursor,
    places: ReadonlyMap<Column, number | GroupPlace>,
    cells: readonly Cell[],
    key: string | undefined,
  ) {
    this.#cursor = cursor
    this.#places = places
    this.#cells = cells
    if (key !== undefined) this.#met.set(undefined, key)
  }

  object(columns: readonly Column[]): JsonObject {
    const keys: string[] = []
    const values: JsonTree[] = []
    for (const column of columns) {
      const value = this.#value(column)
      if (value === undefined) continue
      keys.push(column.name)
      values.push(value)
      if (column.kind === 'cell') this.#met.set(column.name, value)
    }
    return new JsonObject(keys, values)
  }

  #value(column: Column): JsonTree | undefined {
    if (column.kind === 'constant') return column.value
    if (column.kind === 'copy') return this.#copy(column.of, column.isText)
    if (column.kind === 'group') return this.#group(column)
    const cell = this.#cells[this.#places.get(column) as number]
    if (!(cell instanceof Literal)) return cell
    return column.kind === 'list' && cell.marks === LIST_MARKS
      ? cell.value
      : this.#cursor.fail(`a group that ${'!'.repeat(cell.marks)} stands for, in the row above`)
  }

  #copy(of: string | undefined, isText: boolean): JsonTree | undefined {
    const source = this.#met.get(of)
    if (source === undefined) return undefined
    const characters = source instanceof Lexeme ? source.text : source
    return typeof characters === 'string' && !isText ? textOrLexeme(characters) : characters
  }

  #group(group: GroupColumn): JsonTree | undefined {
    const place = this.#places.get(group) as GroupPlace | undefined
    const first = place && this.#cells[place.first]
    if (first instanceof Literal && first.marks === place?.marks) return first.value
    const object = this.object(group.columns)
    return object.keys.length > 0 ? object : undefined
  }
}
