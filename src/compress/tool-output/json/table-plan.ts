import { isList, JsonObject, type JsonTree } from './json-tree.ts'
import { type ColumnPlan, planCell, planColumns, planKeys, type SlotSource } from './plan-columns.ts'
import { type Shape, shapeRows } from './shape-rows.ts'
import { type CellColumn, type RowKind, type Slots, slotsOf } from './table-layout.ts'

/** A list or an object that can be a table: its columns, what is hoisted, and where each cell comes from. */
export interface TablePlan extends ColumnPlan {
  readonly rowKind: RowKind
  readonly rows: readonly JsonTree[]
  /** Whether each row has the form of the table; one that has not stands there as it is. */
  readonly conforms: readonly boolean[]
  readonly keys: readonly string[] | undefined
  readonly keyColumn: CellColumn | undefined
  readonly slots: Slots
}

const LEAST_ROWS = 3
const LEAST_VALUES = 24
/** Fewer rows of one form are no table. */
const LEAST_SHARE_OF_FORM = 0.7

/** Plans the table of a container. `undefined` where it cannot be one. Linear. */
export function planTable(container: readonly JsonTree[] | JsonObject): TablePlan | undefined {
  const keys = isList(container) ? undefined : container.keys
  const rows = isList(container) ? container : container.values
  if (rows.length < LEAST_ROWS) return undefined
  const enough = LEAST_SHARE_OF_FORM * rows.length
  const objects = count(rows, (row) => row instanceof JsonObject)
  if (objects >= enough) return planObjects(rows, keys, enough)
  const lists = count(rows, isList)
  if (lists >= enough) return planLists(rows, keys, enough)
  return objects + lists === 0 && rows.length >= LEAST_VALUES ? planValues(rows, keys) : undefined
}

function count(rows: readonly JsonTree[], isCounted: (row: JsonTree) => boolean): number {
  return rows.reduce<number>((sum, row) => (isCounted(row) ? sum + 1 : sum), 0)
}

function planObjects(
  rows: readonly JsonTree[],
  keys: readonly string[] | undefined,
  enough: number,
): TablePlan | undefined {
  const shaped = shapeRows(rows)
  if (!shaped) return undefined
  const { fields, conforms } = shaped
  const rowCount = conforms.filter(Boolean).length
  if (rowCount < enough) return undefined
  const plan = assemble('objects', rows, conforms, keys, planColumns(fields, rowCount, keys))
  // A row that does not conform needs a cell to stand in, and rows without lines must be few.
  return plan.slots.slots.length > 0 || (keys === undefined && rowCount === rows.length) ? plan : undefined
}

function planLists(
  rows: readonly JsonTree[],
  keys: readonly string[] | undefined,
  enough: number,
): TablePlan | undefined {
  const [first] = rows
  const width = isList(first) ? first.length : 0
  const conforms = rows.map((row) => isList(row) && row.length === width)
  if (width < 2 || conforms.filter(Boolean).length < enough) return undefined
  const sources = Array.from({ length: width }, (_, place): SlotSource => {
    const name = String(place)
    const values = rows.map((row, position) => (conforms[position] ? (row as readonly JsonTree[])[place] : undefined))
    return {
      column: { kind: 'cell', name, isText: false, prefix: '', suffix: '' },
      shape: { kind: 'leaf', name, values },
    }
  })
  return assemble('lists', rows, conforms, keys, planOf(sources))
}

function planValues(rows: readonly JsonTree[], keys: readonly string[] | undefined): TablePlan {
  const shape: Shape = { kind: 'leaf', name: '(value)', values: rows }
  const conforms = rows.map(() => true)
  return assemble('values', rows, conforms, keys, planOf([{ column: planCell('(value)', rows), shape }]))
}

function planOf(sources: readonly SlotSource[]): ColumnPlan {
  return { columns: sources.map(({ column }) => column), sources, shapeOfGroup: new Map() }
}

function assemble(
  rowKind: RowKind,
  rows: readonly JsonTree[],
  conforms: readonly boolean[],
  keys: readonly string[] | undefined,
  plan: ColumnPlan,
): TablePlan {
  const keyColumn = keys && planKeys(keys)
  return { rowKind, rows, conforms, keys, keyColumn, slots: slotsOf(plan.columns), ...plan }
}
