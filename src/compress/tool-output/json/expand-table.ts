import { printTextTable } from '../table/text-table.ts'
import { textTableOfTree } from '../table/text-table-tree.ts'
import { type Escapes, type JsonLayout, printJson, SPACING } from './json-layout.ts'
import { isList, type JsonTree } from './json-tree.ts'
import { readTable } from './read-table.ts'
import { TableCursor } from './table-cursor.ts'

/** What a hoisted table stands for. */
export interface ExpandedTable {
  readonly root: JsonTree
  readonly isLines: boolean
  readonly layout: JsonLayout
}

const TEXT_HEADER = /^H1 text(?: nl(\d{1,6}))?(?:;[^\n]*)?$/
const HEADER = /^H1 (jsonl?) ([a-z]+(?: (?:tab|\d+)!?)?)(?: (ascii|slash|asciislash))?(?: nl(\d{1,6}))?(?:;[^\n]*)?$/

/**
 * Turns a hoisted table back into what it was made from: JSON, byte for byte where its first line names the layout of the source and as compact JSON where that says
 * `other`; or a table drawn in text, byte for byte. The grammar is in docs/table-format.md.
 *
 * Deterministic; linear in the text and in what comes out.
 * @throws PackgraphError `INPUT` when the text is no hoisted table.
 */
export function expandTable(text: string): string {
  const textHeader = TEXT_HEADER.exec(/^[^\n]*/.exec(text)![0])
  if (textHeader) return expandTextTable(text, Number(textHeader[1] ?? 0))
  const { root, isLines, layout } = readTableDocument(text)
  return printJson(root, isLines, layout)
}

function expandTextTable(text: string, finalLineFeeds: number): string {
  const cursor = new TableCursor(text)
  cursor.expectMatch(/[^\n]*/y, 'a line')
  const table = textTableOfTree(readRoot(cursor), finalLineFeeds)
  return printTextTable(table ?? cursor.fail('how a table is drawn'))
}

/** As {@link expandTable}, before printing. */
export function readTableDocument(text: string): ExpandedTable {
  const cursor = new TableCursor(text)
  const header = readDocumentHeader(cursor)
  const root = readRoot(cursor)
  if (header.isLines && !isList(root)) cursor.fail('a list of lines')
  return { root, ...header }
}

/** Reads everything behind the first line. */
function readRoot(cursor: TableCursor): JsonTree {
  // Without a skeleton the document is its first table.
  const isBare = cursor.isAtEnd || /^\n@1 \d/.test(cursor.text.slice(cursor.position, cursor.position + 5))
  const skeleton = isBare ? new TableCursor('@1') : skipLine(cursor)
  const tables = new Map<number, JsonTree>()
  while (!cursor.isAtEnd) {
    cursor.expect('\n')
    const { number, value } = readTable(cursor)
    if (tables.has(number)) cursor.fail(`one table @${number}`)
    tables.set(number, value)
  }
  const root = skeleton.bareJson((number) => {
    const table = tables.get(number) ?? skeleton.fail(`a table @${number} that stands nowhere else`)
    // Each table is taken once, so that a short text cannot stand for an endless one.
    tables.delete(number)
    return table
  })
  if (!skeleton.isAtEnd) skeleton.fail('the end of the line')
  return root
}

function readDocumentHeader(cursor: TableCursor): { readonly isLines: boolean; readonly layout: JsonLayout } {
  const found = HEADER.exec(cursor.expectMatch(/[^\n]*/y, 'a line'))
  const [, kind, spacing = '', escapes, lineFeeds] = found ?? []
  if (!SPACING.test(spacing)) {
    cursor.position = 0
    cursor.fail('a first line such as "H1 json compact"')
  }
  return {
    isLines: kind === 'jsonl',
    layout: { spacing, escapes: (escapes ?? 'least') as Escapes, finalLineFeeds: Number(lineFeeds ?? 0) },
  }
}

/** A cursor over the next line alone; moves the other behind it. */
function skipLine(cursor: TableCursor): TableCursor {
  cursor.expect('\n')
  return new TableCursor(cursor.expectMatch(/[^\n]*/y, 'a line'))
}
