import { PackgraphError } from '../../../domain/errors.ts'
import { isLexeme, JsonObject, type JsonTree, Lexeme, MAX_JSON_DEPTH } from './json-tree.ts'

const BARE_VALUE = /[^,;|[\]{}\t\n]+/y
const BARE_KEY = /[^:,;|[\]{}"\n]+/y
const TABLE_NUMBER = /\d{1,9}/y

/** Gives the value that stands for `@n`. */
export type ResolveTable = (number: number) => JsonTree

/** A place in the text of a hoisted table. Every method reads from it, moves it, and throws `INPUT` where something else stands there. */
export class TableCursor {
  readonly text: string
  position = 0

  constructor(text: string) {
    this.text = text
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  get isAtLineEnd(): boolean {
    return this.isAtEnd || this.text[this.position] === '\n'
  }

  /** The next character; `undefined` at the end. */
  peek(): string | undefined {
    return this.text[this.position]
  }

  /** Whether the characters stand here; moves behind them if so. */
  take(characters: string): boolean {
    if (!this.text.startsWith(characters, this.position)) return false
    this.position += characters.length
    return true
  }

  expect(characters: string): void {
    if (!this.take(characters)) this.fail(JSON.stringify(characters))
  }

  /** What a sticky expression matches here; `undefined`, and no move, where it does not. */
  match(sticky: RegExp): string | undefined {
    sticky.lastIndex = this.position
    const found = sticky.exec(this.text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  expectMatch(sticky: RegExp, what: string): string {
    return this.match(sticky) ?? this.fail(what)
  }

  /** A string of JSON, from its quote on. */
  quoted(): string {
    const { text } = this
    let end = this.position + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    if (end >= text.length) this.fail('the end of a string')
    const raw = text.slice(this.position, end + 1)
    if (!raw.includes('\\')) {
      this.position = end + 1
      return raw.slice(1, -1)
    }
    try {
      const value = JSON.parse(raw) as string
      this.position = end + 1
      return value
    } catch (cause) {
      return this.fail('a string of JSON', cause)
    }
  }

  /** JSON with bare words. `@n` is read where `resolve` is given. */
  bareJson(resolve?: ResolveTable, depth = 0): JsonTree {
    if (depth > MAX_JSON_DEPTH) this.fail(`at most ${MAX_JSON_DEPTH} levels`)
    const first = this.peek()
    if (first === '"') return this.quoted()
    if (first === '[') return this.#list(resolve, depth)
    if (first === '{') return this.#object(resolve, depth)
    if (first === '@' && resolve) {
      this.position += 1
      return resolve(Number(this.expectMatch(TABLE_NUMBER, 'the number of a table')))
    }
    return textOrLexeme(this.expectMatch(BARE_VALUE, 'a value'))
  }

  #list(resolve: ResolveTable | undefined, depth: number): readonly JsonTree[] {
    const items: JsonTree[] = []
    this.expect('[')
    if (this.take(']')) return items
    do items.push(this.bareJson(resolve, depth + 1))
    while (this.take(','))
    this.expect(']')
    return items
  }

  #object(resolve: ResolveTable | undefined, depth: number): JsonObject {
    const keys: string[] = []
    const values: JsonTree[] = []
    this.expect('{')
    if (this.take('}')) return new JsonObject(keys, values)
    do {
      keys.push(this.peek() === '"' ? this.quoted() : this.expectMatch(BARE_KEY, 'a key'))
      this.expect(':')
      values.push(this.bareJson(resolve, depth + 1))
    } while (this.take(','))
    this.expect('}')
    return new JsonObject(keys, values)
  }

  /** @throws PackgraphError `INPUT`, always. */
  fail(expected: string, cause?: unknown): never {
    const found = JSON.stringify(this.text.slice(this.position, this.position + 40))
    throw new PackgraphError('INPUT', `not a hoisted table: expected ${expected} at ${this.position}, found ${found}`, {
      facts: { position: this.position, expected },
      hint: 'Pass the whole text as it was made, from its first line on.',
      cause,
    })
  }
}

/** What bare characters are where nothing says that they are text. */
export function textOrLexeme(characters: string): JsonTree {
  return isLexeme(characters) ? new Lexeme(characters) : characters
}
