import { affixesOf } from './affixes.ts'
import { isLexeme, type JsonTree, Lexeme } from './json-tree.ts'
import { type GroupShape, isConstant, type LeafShape, type ListShape, type Shape, type Values } from './shape-rows.ts'
import { textOrLexeme } from './table-cursor.ts'
import type { CellColumn, Column, GroupColumn, ListColumn, SlotColumn } from './table-layout.ts'

/** Where the cells of a column come from. */
export interface SlotSource {
  readonly column: SlotColumn
  readonly shape: LeafShape | ListShape
}

export interface ColumnPlan {
  readonly columns: readonly Column[]
  /** One for each cell of a row, in the order of the cells. */
  readonly sources: readonly SlotSource[]
  readonly shapeOfGroup: ReadonlyMap<GroupColumn, GroupShape>
}

/** Below this many strings nothing is taken out of them, and no column repeats another. */
const LEAST_ROWS = 4
/** About what the header spends on affixes beyond their own characters, in characters. */
const AFFIX_OVERHEAD = 6
/** A character of the header must be worth this many in the cells: what repeats in cells is cheaper than its characters say. */
const AFFIX_WORTH = 3

/**
 * Says of each column what is hoisted out of its cells: one value for all rows, the characters of an earlier column, what all strings begin and end with, and the
 * quotes of strings that look like numbers. `rowCount` counts the rows that conform, and `keys` are the keys of the rows where the table was an object.
 */
export function planColumns(
  fields: readonly Shape[],
  rowCount: number,
  keys: readonly string[] | undefined,
): ColumnPlan {
  return new Planner(fields, rowCount, keys).plan(fields)
}

/** The column of the keys of a table that was an object. */
export function planKeys(keys: readonly string[]): CellColumn {
  return { ...planCell('(key)', keys), isText: true }
}

/** How the values of a column are written where each has its cell. */
export function planCell(name: string, values: Values): CellColumn {
  const counts = countKinds(values)
  const plain = { kind: 'cell', name, isText: isMostlyText(counts), prefix: '', suffix: '' } as const
  const { strings, lexemes, numberLike, others } = counts
  if (strings < LEAST_ROWS || others > 0 || numberLike + lexemes > strings) return plain
  const affixes = affixesOf(values.filter((value) => typeof value === 'string'))
  const length = affixes.prefix.length + affixes.suffix.length
  const isWorthIt = length >= 2 && (length - 1) * strings > AFFIX_WORTH * (length + AFFIX_OVERHEAD)
  return isWorthIt ? { ...plain, ...affixes, isText: true } : plain
}

interface KindCounts {
  readonly strings: number
  /** Strings that read as numbers, `true`, `false` or `null`. */
  readonly numberLike: number
  readonly lexemes: number
  readonly others: number
}

function countKinds(values: Values): KindCounts {
  let [strings, numberLike, lexemes, others] = [0, 0, 0, 0]
  for (const value of values) {
    if (typeof value === 'string') {
      strings++
      if (isLexeme(value)) numberLike++
    } else if (value instanceof Lexeme) lexemes++
    else if (value !== undefined) others++
  }
  return { strings, numberLike, lexemes, others }
}

function isMostlyText({ numberLike, lexemes }: KindCounts): boolean {
  return numberLike > lexemes
}

/** A column that later ones may repeat. */
interface Repeatable {
  readonly name: string | undefined
  readonly values: Values
}

class Planner {
  readonly #rowCount: number
  readonly #timesNamed = new Map<string, number>()
  readonly #repeatable: Repeatable[]
  readonly #sources: SlotSource[] = []
  readonly #shapeOfGroup = new Map<GroupColumn, GroupShape>()

  constructor(fields: readonly Shape[], rowCount: number, keys: readonly string[] | undefined) {
    this.#rowCount = rowCount
    this.#repeatable = keys ? [{ name: undefined, values: keys }] : []
    this.#countNames(fields)
  }

  plan(fields: readonly Shape[]): ColumnPlan {
    const columns = fields.map((field) => this.#column(field))
    return { columns, sources: this.#sources, shapeOfGroup: this.#shapeOfGroup }
  }

  #countNames(fields: readonly Shape[]): void {
    for (const field of fields) {
      if (field.kind === 'group') this.#countNames(field.fields)
      else this.#timesNamed.set(field.name, (this.#timesNamed.get(field.name) ?? 0) + 1)
    }
  }

  #column(shape: Shape): Column {
    if (shape.kind === 'group') {
      const group: GroupColumn = {
        kind: 'group',
        name: shape.name,
        columns: shape.fields.map((field) => this.#column(field)),
      }
      this.#shapeOfGroup.set(group, shape)
      return group
    }
    const hoisted = shape.kind === 'leaf' ? this.#hoisted(shape) : undefined
    if (hoisted) return hoisted
    const column = shape.kind === 'leaf' ? this.#cell(shape) : planList(shape)
    this.#sources.push({ column, shape })
    return column
  }

  #cell({ name, values }: LeafShape): CellColumn {
    if (this.#isFull(values) && this.#timesNamed.get(name) === 1) this.#repeatable.push({ name, values })
    return planCell(name, values)
  }

  /** A column without cells; `undefined` where there must be cells. */
  #hoisted({ name, values }: LeafShape): Column | undefined {
    if (this.#rowCount < 2 || !this.#isFull(values)) return undefined
    const present = values.filter((value) => value !== undefined)
    if (isConstant(present)) return { kind: 'constant', name, value: present[0]! }
    if (this.#rowCount < LEAST_ROWS) return undefined
    const isText = isMostlyText(countKinds(values))
    const source = this.#repeatable.find((column) => repeats(values, column.values, isText))
    return source && { kind: 'copy', name, of: source.name, isText }
  }

  /** Whether every row that conforms has a value: one that does not conform has none in any column. */
  #isFull(values: Values): boolean {
    let present = 0
    for (const value of values) if (value !== undefined) present++
    return present === this.#rowCount
  }
}

function repeats(values: Values, source: Values, isText: boolean): boolean {
  return values.every((value, row) => value === undefined || isRepeated(value, source[row], isText))
}

function isRepeated(value: JsonTree, source: JsonTree | undefined, isText: boolean): boolean {
  const characters = source instanceof Lexeme ? source.text : source
  if (typeof characters !== 'string') return false
  const read = isText ? characters : textOrLexeme(characters)
  return read instanceof Lexeme ? value instanceof Lexeme && value.text === read.text : value === read
}

/** Within lists only constants are hoisted, and only where that leaves a cell in every object: `[]` is the empty list, not a list of one empty object. */
function planList({ name, fields }: ListShape): ListColumn {
  const isHoistable = (field: Shape): field is LeafShape => field.kind === 'leaf' && isConstant(field.values)
  const leavesCells = fields.some(
    (field) => !isHoistable(field) && field.kind !== 'group' && !field.values.includes(undefined),
  )
  const columns = fields.map((field): Column => {
    if (!leavesCells || !isHoistable(field)) return planField(field)
    return { kind: 'constant', name: field.name, value: field.values[0]! }
  })
  return { kind: 'list', name, columns }
}

function planField(field: Shape): Column {
  if (field.kind === 'list') return planList(field)
  if (field.kind === 'group') return { kind: 'group', name: field.name, columns: field.fields.map(planField) }
  return { kind: 'cell', name: field.name, isText: false, prefix: '', suffix: '' }
}
