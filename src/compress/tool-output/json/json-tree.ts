/** A number, `true`, `false` or `null`, spelled as the source spells it: `1.10`, `-0` and `1E5` stay what they are. */
export class Lexeme {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An object with its keys in the order of the source, duplicates and `__proto__` included. `values` stands beside `keys`. */
export class JsonObject {
  readonly keys: readonly string[]
  readonly values: readonly JsonTree[]

  constructor(keys: readonly string[], values: readonly JsonTree[]) {
    this.keys = keys
    this.values = values
  }
}

/** JSON as its source has it: everything but white space and the style of escapes. Strings are JavaScript strings, lone surrogates included. */
export type JsonTree = string | Lexeme | readonly JsonTree[] | JsonObject

/** Deeper documents are left alone: nobody reads them, and every pass over a tree may then recurse. */
export const MAX_JSON_DEPTH = 200

const LEXEME = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/

export function isList(tree: JsonTree | undefined): tree is readonly JsonTree[] {
  return Array.isArray(tree)
}

/** Whether the characters read as a number, `true`, `false` or `null` of JSON. */
export function isLexeme(text: string): boolean {
  const first = text.charCodeAt(0)
  // Most strings are told by their first character: a digit, a minus, or the t, f or n of a word.
  const isPossible =
    (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x74 || first === 0x66 || first === 0x6e
  return isPossible && LEXEME.test(text)
}

/** Whether two trees are the same in everything that {@link JsonTree} keeps. Recursive to the depth of the trees; stops at the first difference. */
export function sameTree(left: JsonTree, right: JsonTree): boolean {
  if (typeof left === 'string' || typeof right === 'string') return left === right
  if (left instanceof Lexeme) return right instanceof Lexeme && left.text === right.text
  if (isList(left)) return isList(right) && sameItems(left, right)
  return right instanceof JsonObject && sameKeys(left.keys, right.keys) && sameItems(left.values, right.values)
}

export function sameKeys(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((key, position) => key === right[position])
}

function sameItems(left: readonly JsonTree[], right: readonly JsonTree[]): boolean {
  return left.length === right.length && left.every((item, position) => sameTree(item, right[position]!))
}

/**
 * Whether a JavaScript value, turned into JSON, would be this tree exactly. It is not when the value lost the spelling of a number (`1.10`, `-0`, 20 digits), a
 * duplicate key or the order of keys.
 */
export function sameAsValue(tree: JsonTree, value: unknown): boolean {
  if (typeof tree === 'string') return tree === value
  if (tree instanceof Lexeme) return isAtom(value) && String(value) === tree.text
  if (isList(tree)) {
    return (
      Array.isArray(value) &&
      value.length === tree.length &&
      tree.every((item, position) => sameAsValue(item, value[position]))
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    sameKeys(tree.keys, Object.keys(value)) &&
    Object.values(value).every((item, position) => sameAsValue(tree.values[position]!, item))
  )
}

function isAtom(value: unknown): boolean {
  // As a string, −0 is 0.
  return (typeof value === 'number' && !Object.is(value, -0)) || typeof value === 'boolean' || value === null
}
