import { escapeCode, quoteJson } from './json-layout.ts'
import { isList, type JsonObject, type JsonTree, Lexeme } from './json-tree.ts'
import { TRAIT, traitsOf } from './text-traits.ts'

const NEVER_BARE = TRAIT.neverBare | TRAIT.lexeme | TRAIT.comma | TRAIT.pipe | TRAIT.structure
const BARE_KEY = /^[\p{L}_$][\p{L}\p{N}_$./-]*$/u
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029]/g

export interface BareStyle {
  /** Quote every string, as in JSON. Default: strings are bare where that is safe. */
  readonly isQuoted?: boolean
  /** What is written in place of a list or an object; `undefined`: the thing itself. */
  readonly standIn?: (container: readonly JsonTree[] | JsonObject) => string | undefined
}

/**
 * JSON without blanks, whose strings lose their quotes where they cannot be mistaken: `{name:Ada Lovelace,tags:[a,b],zip:"01234"}`. One line. Recursive to the
 * depth of the tree; linear.
 */
export function writeBareJson(tree: JsonTree, style: BareStyle = {}): string {
  if (typeof tree === 'string') return style.isQuoted || traitsOf(tree) & NEVER_BARE ? quoteVisibly(tree) : tree
  if (tree instanceof Lexeme) return tree.text
  const standIn = style.standIn?.(tree)
  if (standIn !== undefined) return standIn
  if (isList(tree)) return `[${tree.map((item) => writeBareJson(item, style)).join(',')}]`
  const isBareKey = (key: string) => !style.isQuoted && BARE_KEY.test(key)
  const entries = tree.keys.map(
    (key, position) => `${isBareKey(key) ? key : quoteVisibly(key)}:${writeBareJson(tree.values[position]!, style)}`,
  )
  return `{${entries.join(',')}}`
}

/** A JSON string in which nothing invisible is left and no line ends, whatever counts as the end of one. */
export function quoteVisibly(text: string): string {
  return quoteJson(text).replace(UNPRINTABLE, escapeCode)
}
