import { isList, JsonObject, type JsonTree, sameTree } from './json-tree.ts'
import { mergeKeys } from './merge-keys.ts'

/** The values of a column, one for each row; `undefined` where the key is absent. */
export type Values = readonly (JsonTree | undefined)[]

/** A column as it is found in the rows, before anything is hoisted. */
export type Shape = LeafShape | GroupShape | ListShape

export interface LeafShape {
  readonly kind: 'leaf'
  readonly name: string
  readonly values: Values
}

/** Objects, or mostly objects, whose fields are columns of their own. */
export interface GroupShape extends Fields {
  readonly kind: 'group'
  readonly name: string
  readonly values: Values
}

/** Lists of objects. The objects of all rows stand one after the other in `fields`. */
export interface ListShape extends Fields {
  readonly kind: 'list'
  readonly name: string
  readonly values: Values
  /** The first item of each row, and behind the last row the number of items. */
  readonly starts: readonly number[]
}

export interface Fields {
  readonly fields: readonly Shape[]
  /** Whether each object has these fields in this order, and no others; false for what is no object. */
  readonly conforms: readonly boolean[]
}

/** Groups within groups are columns down to here. */
const MOST_NESTED_GROUPS = 8
/** With more than this many times the keys of an average object, columns would mostly be empty. The rows of a table may have as many as {@link MOST_SPARSE_KEYS}. */
const MOST_KEYS_BEYOND_AVERAGE = 3
const MOST_SPARSE_KEYS = 60
const LEAST_ITEMS_OF_LISTS = 3

/**
 * Finds the columns of rows that are objects. `undefined` where the rows have too little in common. Linear: a value is looked at once for each of the at most
 * 8 groups that it stands in.
 */
export function shapeRows(rows: Values, depth = 0): Fields | undefined {
  const objects = rows.filter((row) => row instanceof JsonObject)
  const keys = mergeKeys(objects)
  if (keys === undefined || keys.length === 0) return undefined
  const meanKeys = objects.reduce((sum, object) => sum + object.keys.length, 0) / objects.length
  const mostKeys = MOST_KEYS_BEYOND_AVERAGE * meanKeys
  if (keys.length > (depth === 0 ? Math.max(MOST_SPARSE_KEYS, mostKeys) : mostKeys)) return undefined
  const columns: (JsonTree | undefined)[][] = keys.map(() =>
    new Array<JsonTree | undefined>(rows.length).fill(undefined),
  )
  const placeOfKey = new Map(keys.map((key, place) => [key, place]))
  const conforms = rows.map((row, position) => {
    const places = row instanceof JsonObject ? placesOfKeys(row, placeOfKey) : undefined
    places?.forEach((place, key) => {
      columns[place]![position] = (row as JsonObject).values[key]
    })
    return places !== undefined
  })
  return { conforms, fields: keys.map((name, place) => shapeColumn(name, columns[place]!, depth)) }
}

/** The column of each key, or `undefined` where the keys are not in the order of the columns, repeat, or are none. */
function placesOfKeys({ keys }: JsonObject, placeOfKey: ReadonlyMap<string, number>): readonly number[] | undefined {
  let last = -1
  const places: number[] = []
  for (const key of keys) {
    const place = placeOfKey.get(key)
    if (place === undefined || place <= last) return undefined
    places.push(place)
    last = place
  }
  return places.length > 0 ? places : undefined
}

function shapeColumn(name: string, values: Values, depth: number): Shape {
  if (depth > MOST_NESTED_GROUPS) return { kind: 'leaf', name, values }
  return shapeGroup(name, values, depth) ?? shapeLists(name, values, depth) ?? { kind: 'leaf', name, values }
}

function shapeGroup(name: string, values: Values, depth: number): GroupShape | undefined {
  let present = 0
  let objects = 0
  for (const value of values) {
    if (value !== undefined) present++
    if (value instanceof JsonObject) objects++
  }
  if (objects === 0 || objects * 2 < present) return undefined
  const fields = shapeRows(values, depth + 1)
  if (!fields || fields.conforms.filter(Boolean).length * 2 <= objects) return undefined
  return { kind: 'group', name, values, ...fields }
}

function shapeLists(name: string, values: Values, depth: number): ListShape | undefined {
  const items: JsonTree[] = []
  const starts: number[] = []
  let present = 0
  let lists = 0
  for (const value of values) {
    starts.push(items.length)
    if (value !== undefined) present++
    if (!isList(value)) continue
    lists++
    for (const item of value) {
      if (!(item instanceof JsonObject)) return undefined
      items.push(item)
    }
  }
  starts.push(items.length)
  if (lists * 2 < present || items.length < LEAST_ITEMS_OF_LISTS || items.length * 2 <= lists) return undefined
  if (isConstant(values)) return undefined
  const fields = shapeRows(items, depth + 1)
  return fields?.conforms.every(Boolean) ? { kind: 'list', name, values, starts, ...fields } : undefined
}

/** Whether every row has the value, and the same one. */
export function isConstant(values: Values): boolean {
  const [first] = values
  return first !== undefined && values.every((value) => value !== undefined && sameTree(value, first))
}
