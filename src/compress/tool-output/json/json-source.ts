import { countFinalLineFeeds } from '../line-range.ts'
import { isList, JsonObject, type JsonTree } from './json-tree.ts'
import { parseJson } from './parse-json.ts'

/** A text that is JSON, or JSON on every line. */
export interface JsonSource {
  readonly text: string
  /** With `isLines`, the list of the values of the lines. */
  readonly root: JsonTree
  readonly isLines: boolean
}

/** Fewer lines of JSON are more likely an accident of some other text. */
const LEAST_LINES = 8

/**
 * Reads JSON, or JSONL of 8 lines or more whose every line is a list or an object; line feeds at the end are allowed, blank lines between are not. `undefined`
 * for everything else. Never throws. Linear.
 *
 * `text` must have been decoded strictly: what was replaced in decoding cannot be noticed here.
 */
export function readJsonSource(text: string): JsonSource | undefined {
  const root = parseJson(text)
  if (root !== undefined) return { text, root, isLines: false }
  const lines = text.slice(0, text.length - countFinalLineFeeds(text)).split('\n')
  if (lines.length < LEAST_LINES) return undefined
  const rows: JsonTree[] = []
  for (const line of lines) {
    const row = parseJson(line)
    if (!(isList(row) || row instanceof JsonObject)) return undefined
    rows.push(row)
  }
  return { text, root: rows, isLines: true }
}
