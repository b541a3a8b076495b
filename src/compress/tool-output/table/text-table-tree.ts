import { isList, JsonObject, type JsonTree, Lexeme } from '../json/json-tree.ts'
import { MOST_CELL_WIDTH, type TextTable } from './text-table.ts'

/** A short text must not stand for an endless one. */
const MOST_CHARACTERS = 2 ** 28

/**
 * A text table as JSON, so that it can be written as a hoisted table: how it is drawn, its other lines by their number from 1, and its rows as objects in which empty
 * cells are absent keys. What is empty or false is left out, and so are the names where some row has them all.
 */
export function treeOfTextTable({ frame, names, hasHead, rows, others }: TextTable): JsonTree {
  const { left, between, right, widths, isTrimmed } = frame
  const isComplete = rows.some((cells) => !cells.includes(''))
  const otherLines = new JsonObject(
    [...others.keys()].map((line) => String(line + 1)),
    [...others.values()],
  )
  const fields: readonly (readonly [key: string, value: JsonTree, isNeeded: boolean])[] = [
    ['left', left, left !== ''],
    ['between', between, true],
    ['right', right, right !== ''],
    ['widths', widths.map((width) => new Lexeme(String(width))), true],
    ['trimmed', TRUE, isTrimmed],
    ['head', TRUE, hasHead],
    ['names', names, !isComplete],
    ['others', otherLines, others.size > 0],
    ['rows', rows.map((cells) => objectOfRow(names, cells)), true],
  ]
  const needed = fields.filter(([, , isNeeded]) => isNeeded)
  return new JsonObject(
    needed.map(([key]) => key),
    needed.map(([, value]) => value),
  )
}

const TRUE = new Lexeme('true')

function objectOfRow(names: readonly string[], cells: readonly string[]): JsonObject {
  const present = [...cells.keys()].filter((column) => cells[column] !== '')
  return new JsonObject(
    present.map((column) => names[column]!),
    present.map((column) => cells[column]!),
  )
}

/** The way back. `undefined` where the tree is none of {@link treeOfTextTable}. */
export function textTableOfTree(tree: JsonTree, finalLineFeeds: number): TextTable | undefined {
  if (!(tree instanceof JsonObject)) return undefined
  const field = (key: string): JsonTree | undefined => tree.values[tree.keys.indexOf(key)]
  const [left = '', between, right = ''] = [field('left'), field('between'), field('right')]
  const [widths, rows, others = NO_LINES] = [field('widths'), field('rows'), field('others')]
  if (typeof left !== 'string' || typeof between !== 'string' || typeof right !== 'string') return undefined
  if (!isList(widths) || !isList(rows) || !(others instanceof JsonObject)) return undefined
  const names = namesOf(field('names'), rows)
  const numbers = widths.map((width) => (width instanceof Lexeme ? Number(width.text) : Number.NaN))
  const isWidth = (width: number): boolean => Math.abs(width) <= MOST_CELL_WIDTH
  if (numbers.length !== names.length || !numbers.every(isWidth)) return undefined
  if (rows.length * numbers.reduce((sum, width) => sum + Math.abs(width), 0) > MOST_CHARACTERS) return undefined
  const lines = others.keys.map((line, position) => [Number(line) - 1, String(others.values[position])] as const)
  return {
    frame: { left, between, right, widths: numbers, isTrimmed: isSet(field('trimmed')) },
    names,
    hasHead: isSet(field('head')),
    rows: rows.map((row) => names.map((name) => cellOf(row, name))),
    others: new Map(lines),
    finalLineFeeds,
  }
}

const NO_LINES = new JsonObject([], [])

/** The names as they are listed, or the keys of the first row that has the most. */
function namesOf(listed: JsonTree | undefined, rows: readonly JsonTree[]): readonly string[] {
  if (isList(listed)) return listed.map(String)
  return rows.reduce<readonly string[]>(
    (most, row) => (row instanceof JsonObject && row.keys.length > most.length ? row.keys : most),
    [],
  )
}

function isSet(value: JsonTree | undefined): boolean {
  return value instanceof Lexeme && value.text === 'true'
}

function cellOf(row: JsonTree, name: string): string {
  if (!(row instanceof JsonObject)) return ''
  const cell = row.values[row.keys.indexOf(name)]
  return typeof cell === 'string' ? cell : ''
}
