import type { Notation } from '../../../ports/notation.ts'
import type { Weigh } from './choose-tables.ts'
import { encodeTable } from './encode-table.ts'
import { readTableDocument } from './expand-table.ts'
import { COMPACT, detectLayout, type JsonLayout, printJson, printsAs } from './json-layout.ts'
import { type JsonSource, readJsonSource } from './json-source.ts'
import { sameAsValue, sameTree } from './json-tree.ts'

/** A way to write the JSON of a source. */
export interface JsonForm {
  readonly route: 'compact' | 'toon' | 'table'
  readonly text: string
  /** By `weigh`. */
  readonly weight: number
  /** Whether the text alone leads back to the bytes of the source; else to its values, and white space is in the original alone. */
  readonly keepsBytes: boolean
  /** Reads the form again, and says whether it is the source exactly. Linear. */
  readonly isExact: () => boolean
}

/** Larger sources are written in the notation of others only where tables save little. */
const ALWAYS_NOTED_CHARACTERS = 8_192
const LITTLE_SAVED = 0.8
/** A notation that is heavier with its usual delimiter does not win with another. */
const MOST_BEYOND_BEST = 1.15

/** Every form of the source that may be the smallest, the lightest first. Nothing is compared yet. */
export function jsonForms(source: JsonSource, weigh: Weigh, notation: Notation | undefined): readonly JsonForm[] {
  const layout = detectLayout(source)
  const compact = compactForm(source, layout, weigh)
  const table = tableForm(source, layout, weigh)
  const lightest = Math.min(compact.weight, table?.weight ?? compact.weight)
  const isNoted = source.text.length <= ALWAYS_NOTED_CHARACTERS || lightest > LITTLE_SAVED * compact.weight
  const noted = notation && isNoted ? attempt(() => notationForm(source, notation, weigh, lightest)) : undefined
  return [table, compact, noted].filter((form) => form !== undefined).sort((left, right) => left.weight - right.weight)
}

/** A notation may have no way to write a value. */
function attempt<Form>(make: () => Form): Form | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

function compactForm(source: JsonSource, layout: JsonLayout, weigh: Weigh): JsonForm {
  const { root, isLines } = source
  const isCompact = layout.spacing === 'compact' && layout.escapes === 'least' && layout.finalLineFeeds === 0
  const text = isCompact ? source.text : printJson(root, isLines, COMPACT)
  const isExact = () => text === source.text || sameSource(readJsonSource(text), source)
  return { route: 'compact', text, weight: weigh(text), keepsBytes: layout.spacing === 'compact', isExact }
}

function sameSource(read: Omit<JsonSource, 'text'> | undefined, { root, isLines }: JsonSource): boolean {
  return read !== undefined && read.isLines === isLines && sameTree(read.root, root)
}

function tableForm(source: JsonSource, layout: JsonLayout, weigh: Weigh): JsonForm | undefined {
  const text = encodeTable(source, layout, weigh)
  if (text === undefined) return undefined
  const keepsBytes = layout.spacing !== 'other'
  const isExact = () => {
    const read = readTableDocument(text)
    return keepsBytes ? printsAs(source.text, read.root, read.isLines, read.layout) : sameSource(read, source)
  }
  return { route: 'table', text, weight: weigh(text), keepsBytes, isExact }
}

/** With the best delimiter; `undefined` where values are lost on the way into JavaScript already, or where it cannot win. */
function notationForm(source: JsonSource, notation: Notation, weigh: Weigh, lightest: number): JsonForm | undefined {
  const value: unknown = source.isLines
    ? source.text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    : JSON.parse(source.text)
  if (!sameAsValue(source.root, value)) return undefined
  const isExact = (text: string) => sameAsValue(source.root, notation.decode(text))
  let best: JsonForm | undefined
  for (const delimiter of notation.delimiters) {
    const text = notation.encode(value, delimiter)
    const weight = weigh(text)
    if (weight > MOST_BEYOND_BEST * lightest) break
    if (best && weight >= best.weight) continue
    best = { route: 'toon', text, weight, keepsBytes: false, isExact: () => isExact(text) }
  }
  return best
}
