import { quoteVisibly, writeBareJson } from './bare-json.ts'
import type { CellColumn, Column, CopyColumn, TableLayout } from './table-layout.ts'

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$.()/%@+-]*(?: [\p{L}\p{N}_$.()/%@+-]+)*$/u
/** A constant that would read as another kind of column. */
const READS_AS_OTHER = /^(?:same as |…)/

export const KEY_NAME = '(key)'
export const VALUE_NAME = '(value)'

/** The first line of a table, which says how its rows are read: `@1 500 rows tab: id,host="node-"…,region=us-east-1`. */
export function writeTableHeader(number: number, layout: TableLayout): string {
  const { rowCount, delimiter, rowKind, keys, columns } = layout
  const start = `@${number} ${rowCount} rows ${delimiter}`
  const keyColumn = keys ? [KEY_NAME + affixesOf(keys)] : []
  if (rowKind === 'lists') {
    const width = `${start} of ${columns.length} values`
    return keys ? `${width}: ${keyColumn[0]}` : width
  }
  const headers =
    rowKind === 'values' ? columns.map((column) => headerOf(column, VALUE_NAME)) : columns.map(columnHeader)
  return `${start}: ${[...keyColumn, ...headers].join(',')}`
}

function columnHeader(column: Column): string {
  return headerOf(column, nameOf(column.name))
}

function headerOf(column: Column, name: string): string {
  switch (column.kind) {
    case 'group':
      return `${name}{${column.columns.map(columnHeader).join(',')}}`
    case 'list':
      return `${name}[${column.columns.map(columnHeader).join(',')}]`
    case 'constant':
      return `${name}=${constantOf(column.value)}`
    case 'copy':
      return `${name}=same as ${copiedName(column)}${column.isText ? ':text' : ''}`
    case 'cell':
      return name + (affixesOf(column) || (column.isText ? ':text' : ''))
  }
}

function constantOf(value: Parameters<typeof writeBareJson>[0]): string {
  return typeof value === 'string' && READS_AS_OTHER.test(value) ? quoteVisibly(value) : writeBareJson(value)
}

function copiedName({ of }: CopyColumn): string {
  return of === undefined ? KEY_NAME : nameOf(of)
}

function affixesOf({ prefix, suffix }: CellColumn): string {
  if (prefix === '' && suffix === '') return ''
  return `=${prefix && quoteVisibly(prefix)}…${suffix && quoteVisibly(suffix)}`
}

/** A key as the name of a column: bare when it is made of words, else a string of JSON. */
function nameOf(key: string): string {
  return PLAIN_NAME.test(key) ? key : quoteVisibly(key)
}
