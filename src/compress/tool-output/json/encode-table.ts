import { chooseTables, layoutOf, type TableChoice, type Weigh, writeSkeleton } from './choose-tables.ts'
import type { JsonLayout } from './json-layout.ts'
import type { JsonSource } from './json-source.ts'
import type { JsonTree } from './json-tree.ts'
import type { Column, TableLayout } from './table-layout.ts'
import { prepareRows, type WrittenRows, writeRows } from './write-rows.ts'
import { writeTableHeader } from './write-table-header.ts'

/**
 * Writes JSON as a hoisted table; `undefined` where no table in it is worth its place. docs/table-format.md has the grammar.
 *
 * What comes out still has to be expanded and compared. Deterministic for a given `weigh`. Linear, times the levels of nested tables (at most 16).
 */
export function encodeTable(source: JsonSource, layout: JsonLayout, weigh: Weigh): string | undefined {
  return writeTableDocument(source.root, `${source.isLines ? 'jsonl' : 'json'} ${layoutWords(layout)}`, weigh)
}

/** Writes a tree as a hoisted table under a title, which says what the tree was made from. */
export function writeTableDocument(root: JsonTree, title: string, weigh: Weigh): string | undefined {
  const choices = chooseTables(root, weigh)
  if (choices.size === 0) return undefined
  const quoted = writeSkeleton(root, choices, true)
  const bare = writeSkeleton(root, choices, false)
  const skeleton = weigh(bare.text) < weigh(quoted.text) ? bare : quoted
  const tables = skeleton.tables.map(writeTable)
  const tableLines = tables.flatMap(({ layout, lines }, position) => [writeTableHeader(position + 1, layout), ...lines])
  return [`H1 ${title}${legendOf(tables)}`, ...(skeleton.text === '@1' ? [] : [skeleton.text]), ...tableLines].join(
    '\n',
  )
}

interface WrittenTable extends WrittenRows {
  readonly layout: TableLayout
}

function writeTable({ plan, delimiters, dittos }: TableChoice): WrittenTable {
  const rows = prepareRows(plan, [...plan.rows.keys()])
  for (const delimiter of delimiters) {
    // What holds of a sample may not hold of all rows: blanks serve only where no cell is empty.
    const written = writeRows(rows, delimiter, dittos)
    if (written) return { ...written, layout: layoutOf(plan, delimiter) }
  }
  throw new Error('every delimiter but the blank serves every table')
}

/** `compact`, `pretty 2 ascii nl1`: what expanding needs to print the same bytes. */
function layoutWords({ spacing, escapes, finalLineFeeds }: JsonLayout): string {
  return spacing + (escapes === 'least' ? '' : ` ${escapes}`) + (finalLineFeeds === 0 ? '' : ` nl${finalLineFeeds}`)
}

/** Explains the marks that occur, and no others. */
function legendOf(tables: readonly WrittenTable[]): string {
  const hasColumns = (isMeant: (column: Column) => boolean) =>
    tables.some(({ layout: { keys, columns } }) => hasColumn(keys ? [keys, ...columns] : columns, isMeant))
  const legend = [
    tables.some(({ hasEmptyCells }) => hasEmptyCells) && 'empty cell = key absent',
    tables.some(({ hasDittos }) => hasDittos) && '^ = same as the row above',
    hasColumns(({ kind }) => kind === 'list') && 'name[a,b] = list of objects, ";" between',
    tables.some(({ hasLiterals }) => hasLiterals) && '! = literal value of the whole group',
    hasColumns((column) => column.kind === 'cell' && column.prefix + column.suffix !== '') &&
      '"p"…"s" = stand before and after each cell',
  ]
  return legend.flatMap((entry) => (entry ? [`; ${entry}`] : [])).join('')
}

function hasColumn(columns: readonly Column[], isMeant: (column: Column) => boolean): boolean {
  return columns.some((column) => isMeant(column) || ('columns' in column && hasColumn(column.columns, isMeant)))
}
