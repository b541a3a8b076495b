import { MAX_JSON_DEPTH } from './json-tree.ts'
import type { TableCursor } from './table-cursor.ts'
import { type CellColumn, type Column, DELIMITERS, type DelimiterName, type TableLayout } from './table-layout.ts'
import { KEY_NAME, VALUE_NAME } from './write-table-header.ts'

const COUNT = /\d{1,9}/y
const DELIMITER_NAME = /space|tab|comma|pipe/y
const BARE_NAME = /[^=:,{}[\]"…\n]+/y
const MOST_COLUMNS = 100_000

export interface TableHeader {
  readonly number: number
  readonly layout: TableLayout
}

/** Reads the first line of a table, and stops before its line feed. @throws PackgraphError `INPUT`. */
export function readTableHeader(cursor: TableCursor): TableHeader {
  cursor.expect('@')
  const number = Number(cursor.expectMatch(COUNT, 'the number of a table'))
  cursor.expect(' ')
  const rowCount = Number(cursor.expectMatch(COUNT, 'a number of rows'))
  cursor.expect(' rows ')
  const delimiter = cursor.expectMatch(DELIMITER_NAME, Object.keys(DELIMITERS).join(', ')) as DelimiterName
  if (cursor.take(' of ')) {
    const width = Number(cursor.expectMatch(COUNT, 'a number of values'))
    if (width > MOST_COLUMNS) cursor.fail(`at most ${MOST_COLUMNS} values`)
    cursor.expect(' values')
    const keys = cursor.take(': ') ? readKeyColumn(cursor) : undefined
    if (!cursor.isAtLineEnd) cursor.fail('the end of the line')
    const columns = Array.from({ length: width }, (_, place) => plainCell(String(place)))
    return { number, layout: { rowCount, delimiter, rowKind: 'lists', keys, columns } }
  }
  cursor.expect(': ')
  const keys = readKeyColumn(cursor)
  if (keys) cursor.expect(',')
  const isValues = cursor.take(VALUE_NAME)
  const columns = isValues ? [readCell(cursor, VALUE_NAME)] : readColumns(cursor, 0)
  if (!cursor.isAtLineEnd) cursor.fail('the end of the line')
  return { number, layout: { rowCount, delimiter, rowKind: isValues ? 'values' : 'objects', keys, columns } }
}

function plainCell(name: string): CellColumn {
  return { kind: 'cell', name, isText: false, prefix: '', suffix: '' }
}

function readKeyColumn(cursor: TableCursor): CellColumn | undefined {
  if (!cursor.take(KEY_NAME)) return undefined
  const column = cursor.take('=') ? readAffixes(cursor, KEY_NAME) : undefined
  return { ...plainCell(KEY_NAME), ...column, isText: true }
}

function readColumns(cursor: TableCursor, depth: number): readonly Column[] {
  if (depth > MAX_JSON_DEPTH) cursor.fail(`at most ${MAX_JSON_DEPTH} levels`)
  const columns: Column[] = []
  do columns.push(readColumn(cursor, depth))
  while (cursor.take(','))
  return columns
}

function readColumn(cursor: TableCursor, depth: number): Column {
  const name = readName(cursor)
  if (cursor.take('{')) {
    const columns = readColumns(cursor, depth + 1)
    cursor.expect('}')
    return { kind: 'group', name, columns }
  }
  if (cursor.take('[')) {
    const columns = readColumns(cursor, depth + 1)
    cursor.expect(']')
    return { kind: 'list', name, columns }
  }
  if (cursor.take('=same as ')) {
    const of = cursor.take(KEY_NAME) ? undefined : readName(cursor)
    return { kind: 'copy', name, of, isText: cursor.take(':text') }
  }
  return readCell(cursor, name)
}

function readCell(cursor: TableCursor, name: string): Column {
  if (!cursor.take('=')) return { ...plainCell(name), isText: cursor.take(':text') }
  return readAffixes(cursor, name) ?? { kind: 'constant', name, value: cursor.bareJson() }
}

/** `"p"…"s"`, either of which may be missing; `undefined`, and no move, where a constant stands instead. */
function readAffixes(cursor: TableCursor, name: string): CellColumn | undefined {
  const start = cursor.position
  const prefix = cursor.peek() === '"' ? cursor.quoted() : ''
  if (cursor.take('…')) {
    return { kind: 'cell', name, isText: true, prefix, suffix: cursor.peek() === '"' ? cursor.quoted() : '' }
  }
  cursor.position = start
  return undefined
}

function readName(cursor: TableCursor): string {
  return cursor.peek() === '"' ? cursor.quoted() : cursor.expectMatch(BARE_NAME, 'the name of a column')
}
