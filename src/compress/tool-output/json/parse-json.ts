import { JsonObject, type JsonTree, Lexeme, MAX_JSON_DEPTH } from './json-tree.ts'

const LEXEME_HERE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
const FIRST_PRINTABLE = 0x20

/** Thrown and caught in this file alone. */
class NotJson extends Error {}

/**
 * Reads one JSON value with nothing but white space around it, keeping what {@link JsonTree} keeps. `undefined` where the text is anything else (RFC 8259 to
 * the letter: no comments, no NaN, no byte order mark) or is nested deeper than {@link MAX_JSON_DEPTH}. Never throws. Linear.
 */
export function parseJson(text: string): JsonTree | undefined {
  try {
    return new Parser(text).document()
  } catch (error) {
    // A SyntaxError is JSON.parse on a string with a bad escape.
    if (error instanceof NotJson || error instanceof SyntaxError) return undefined
    throw error
  }
}

class Parser {
  readonly #text: string
  #position = 0

  constructor(text: string) {
    this.#text = text
  }

  document(): JsonTree {
    const tree = this.#value(0)
    if (this.#nextCode() !== undefined) throw new NotJson()
    return tree
  }

  #value(depth: number): JsonTree {
    if (depth > MAX_JSON_DEPTH) throw new NotJson()
    const code = this.#nextCode()
    if (code === QUOTE) return this.#string()
    if (code === OPEN_LIST) return this.#list(depth)
    if (code === OPEN_OBJECT) return this.#object(depth)
    LEXEME_HERE.lastIndex = this.#position
    const lexeme = LEXEME_HERE.exec(this.#text)?.[0]
    if (lexeme === undefined) throw new NotJson()
    this.#position += lexeme.length
    return new Lexeme(lexeme)
  }

  #list(depth: number): readonly JsonTree[] {
    const items: JsonTree[] = []
    this.#position += 1
    if (this.#take(CLOSE_LIST)) return items
    do items.push(this.#value(depth + 1))
    while (this.#take(COMMA))
    this.#expect(CLOSE_LIST)
    return items
  }

  #object(depth: number): JsonObject {
    const keys: string[] = []
    const values: JsonTree[] = []
    this.#position += 1
    if (this.#take(CLOSE_OBJECT)) return new JsonObject(keys, values)
    do {
      if (this.#nextCode() !== QUOTE) throw new NotJson()
      keys.push(this.#string())
      this.#expect(COLON)
      values.push(this.#value(depth + 1))
    } while (this.#take(COMMA))
    this.#expect(CLOSE_OBJECT)
    return new JsonObject(keys, values)
  }

  /** Scanned by hand: a regular expression overflows the stack on strings of megabytes. */
  #string(): string {
    const text = this.#text
    const start = this.#position
    let end = start + 1
    let hasEscape = false
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === QUOTE) break
      // Behind the end of the text the code is NaN, which is below nothing and above nothing.
      if (!(code >= FIRST_PRINTABLE)) throw new NotJson()
      if (code === BACKSLASH) hasEscape = true
      end += code === BACKSLASH ? 2 : 1
    }
    this.#position = end + 1
    return hasEscape ? (JSON.parse(text.slice(start, end + 1)) as string) : text.slice(start + 1, end)
  }

  /** The code of the next character that is no white space, and moves to it. */
  #nextCode(): number | undefined {
    const text = this.#text
    for (; this.#position < text.length; this.#position++) {
      const code = text.charCodeAt(this.#position)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code
    }
    return undefined
  }

  #take(code: number): boolean {
    if (this.#nextCode() !== code) return false
    this.#position += 1
    return true
  }

  #expect(code: number): void {
    if (!this.#take(code)) throw new NotJson()
  }
}
