import { writeBareJson } from './bare-json.ts'
import { isList, JsonObject, type JsonTree, Lexeme } from './json-tree.ts'
import { type DelimiterName, ROWS_BETWEEN_DITTO_STARTS, type TableLayout } from './table-layout.ts'
import { planTable, type TablePlan } from './table-plan.ts'
import { canRepeat, prepareRows, type RowTexts, writeRows } from './write-rows.ts'
import { writeTableHeader } from './write-table-header.ts'

/** How many tokens a text has, or about how many. Pure. */
export type Weigh = (text: string) => number

/** A container that is to be a table, and how its rows are best written. */
export interface TableChoice {
  readonly plan: TablePlan
  /** The lightest first. The first that serves for all rows is taken. */
  readonly delimiters: readonly DelimiterName[]
  /** Which columns have `^` where a cell is as the one above. */
  readonly dittos: readonly boolean[]
  readonly tokens: number
}

export type TableChoices = ReadonlyMap<JsonTree, TableChoice>

const DELIMITER_NAMES: readonly DelimiterName[] = ['space', 'tab', 'comma', 'pipe']
/** Longer tables are judged by this many runs of rows, spread evenly. */
const SAMPLED_RUNS = 10
/** What a table costs beyond its text: the mark in its place and the line feed. */
const TABLE_OVERHEAD_TOKENS = 4
/** Where less is written, no table can be cheaper. */
const LEAST_CHARACTERS = 40
/** Containers nested deeper are no tables of their own, which bounds how often a text is written to be weighed. */
const MOST_NESTED_CANDIDATES = 16

/**
 * Says which lists and objects of a document are written as tables. Decided from the inside out: a container becomes a table where that is lighter than writing it
 * out around the tables that were found inside it, which then are its cells. Linear, times the levels of nested tables (at most 16); what is weighed of each
 * container are 200 rows at most.
 */
export function chooseTables(root: JsonTree, weigh: Weigh): TableChoices {
  const choices = new Map<JsonTree, TableChoice>()
  /** The tokens of the tables chosen in a tree. */
  const visit = (tree: JsonTree, depth: number): number => {
    if (typeof tree === 'string' || tree instanceof Lexeme) return 0
    let inner = 0
    for (const item of isList(tree) ? tree : tree.values) inner += visit(item, depth + 1)
    const plan = depth > MOST_NESTED_CANDIDATES ? undefined : planTable(tree)
    if (!plan) return inner
    const positions = samplePositions(plan.rows.length)
    const scale = plan.rows.length / positions.length
    const skeleton = writeSkeleton(rowsAt(tree, positions), choices, false).text
    if (inner === 0 && skeleton.length < LEAST_CHARACTERS) return 0
    const choice = chooseWriting(plan, positions, weigh)
    if (!choice || choice.tokens + TABLE_OVERHEAD_TOKENS >= inner + weigh(skeleton) * scale) return inner
    choices.set(tree, choice)
    return choice.tokens + TABLE_OVERHEAD_TOKENS
  }
  visit(root, 0)
  return choices
}

export interface Skeleton {
  readonly text: string
  /** The tables that the text names, `@1` first. */
  readonly tables: readonly TableChoice[]
}

/** Writes a tree with `@n` in the place of its outermost tables. */
export function writeSkeleton(tree: JsonTree, choices: TableChoices, isQuoted: boolean): Skeleton {
  const tables: TableChoice[] = []
  const standIn = (container: readonly JsonTree[] | JsonObject): string | undefined => {
    const table = choices.get(container)
    return table && `@${tables.push(table)}`
  }
  return { text: writeBareJson(tree, { isQuoted, standIn }), tables }
}

export function layoutOf({ rows, rowKind, keyColumn, columns }: TablePlan, delimiter: DelimiterName): TableLayout {
  return { rowCount: rows.length, delimiter, rowKind, keys: keyColumn, columns }
}

/** All rows, or runs of them from one start of dittos to the next. */
function samplePositions(rowCount: number): readonly number[] {
  const runs = Math.ceil(rowCount / ROWS_BETWEEN_DITTO_STARTS)
  const sampled = Math.min(runs, SAMPLED_RUNS)
  const positions: number[] = []
  for (let sample = 0; sample < sampled; sample++) {
    const start = Math.floor((sample * runs) / sampled) * ROWS_BETWEEN_DITTO_STARTS
    const end = Math.min(start + ROWS_BETWEEN_DITTO_STARTS, rowCount)
    for (let position = start; position < end; position++) positions.push(position)
  }
  return positions
}

function rowsAt(container: readonly JsonTree[] | JsonObject, positions: readonly number[]): JsonTree {
  const pick = <Item>(items: readonly Item[]): readonly Item[] => positions.map((position) => items[position]!)
  return isList(container) ? pick(container) : new JsonObject(pick(container.keys), pick(container.values))
}

/** The lightest way to write the rows of a table. */
function chooseWriting(plan: TablePlan, positions: readonly number[], weigh: Weigh): TableChoice | undefined {
  const rows = prepareRows(plan, positions)
  const dittos = rows.columns.map((_, slot) => isDittoWorthIt(rows, slot, weigh))
  const written = DELIMITER_NAMES.flatMap((delimiter) => {
    const lines = writeRows(rows, delimiter, dittos)?.lines
    return lines ? [{ delimiter, tokens: weigh(lines.join('\n')) }] : []
  })
  written.sort((left, right) => left.tokens - right.tokens)
  const [best] = written
  if (!best) return undefined
  const headerTokens = weigh(writeTableHeader(1, layoutOf(plan, best.delimiter)))
  return {
    plan,
    dittos,
    delimiters: written.map(({ delimiter }) => delimiter),
    tokens: headerTokens + (best.tokens * plan.rows.length) / positions.length,
  }
}

/** A column has `^` where that saves a token in every tenth row. */
function isDittoWorthIt({ columns, positions }: RowTexts, slot: number, weigh: Weigh): boolean {
  const { texts } = columns[slot]!
  let saved = 0
  for (const [row, text] of texts.entries()) {
    if (row > 0 && canRepeat(text, texts[row - 1], positions[row]!)) saved += weigh(text) - 1
  }
  return saved * 10 > texts.length
}
