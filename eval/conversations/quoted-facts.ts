import { expandTable } from 'packgraph'

/** Words of letters and digits, joined as ids, dates, times, versions and addresses are. */
const TOKEN = /[\p{L}\p{N}]+(?:[-:.@_]+[\p{L}\p{N}]+)*/gu
const PIECE = /[\p{L}\p{N}]+/gu
const DIGIT = /\p{Nd}/u
const LEAST_LENGTH = 3
/** Of a longer token only so many pieces in a row are looked at as facts of their own. */
const MOST_PIECES = 8

/** In a line of text: a key, and behind it a text in quotes, a list, or what goes on up to the next key, comma, semicolon or bracket. */
const TEXT_ENTRY =
  /([\p{L}_][\p{L}\p{N}_]*)(?:\[\d+[\t|]?\])?["'`]?\s*[:=]\s*("(?:[^"\\]|\\.)*"|\[[^\]{}]*\]|(?:(?!\s[\p{L}_][\p{L}\p{N}_]*:\s)[^,;{}[\]"])*)/gu

/** The head of a table in TOON: its delimiter where that is no comma, and the names of its columns. Rows stand below it, further in. */
const TOON_HEAD = /^(\s*)[^\s[]*\[\d+([\t|]?)\]\{(.*)\}:$/u

/** Facts of a text: ids, numbers, codes, amounts, dates: whole tokens that hold a digit, at least three characters long; each once, in order. */
export function quotedFacts(text: string): readonly string[] {
  return [...new Set((text.match(TOKEN) ?? []).filter(isFact))]
}

/** Every fact that can be found in a text, those within longer tokens too: `4856383` in `certificate_4856383`. */
export function factsWithin(text: string): ReadonlySet<string> {
  const facts = new Set<string>()
  for (const [token] of text.matchAll(TOKEN)) {
    if (!DIGIT.test(token)) continue
    const pieces = [...token.matchAll(PIECE)].map(({ index, 0: piece }) => [index, index + piece.length] as const)
    for (const [position, [start]] of pieces.entries()) {
      for (const [, end] of pieces.slice(position, position + MOST_PIECES)) {
        const fact = token.slice(start, end)
        if (isFact(fact)) facts.add(fact)
      }
    }
    if (isFact(token)) facts.add(token)
  }
  return facts
}

function isFact(token: string): boolean {
  return token.length >= LEAST_LENGTH && DIGIT.test(token)
}

/** Facts to the keys of JSON that they stand at. */
export type KeyedFacts = ReadonlyMap<string, ReadonlySet<string>>

/** Of a text that is JSON, or a hoisted table. Of any other text nothing. */
export function keyedFacts(text: string): KeyedFacts {
  const found = new Map<string, Set<string>>()
  const document = documentOf(text)
  if (document !== undefined) walk(document, '', (key, fact) => add(found, fact, key))
  return found
}

/** As `keyedFacts`; of other texts, line by line, what stands below the column of a table in TOON, or behind a key: `key: value`, `key=value`, `{"key": value}`. */
export function factsBesideKeys(text: string): KeyedFacts {
  const document = keyedFacts(text)
  if (document.size > 0) return document
  const found = new Map<string, Set<string>>()
  let head: ToonHead | null = null
  for (const line of text.split('\n')) {
    head = toonHead(line) ?? (head && line.search(/\S/) > head.indent ? head : null)
    if (head) {
      for (const [column, cell] of line.trim().split(head.delimiter).entries()) {
        for (const fact of factsWithin(cell)) add(found, fact, head.columns[column] ?? '')
      }
      continue
    }
    for (const [, key, value] of line.matchAll(TEXT_ENTRY)) {
      for (const fact of factsWithin(value!)) add(found, fact, key!)
    }
  }
  return found
}

interface ToonHead {
  readonly indent: number
  readonly delimiter: string
  /** Of nested columns, the innermost names. */
  readonly columns: readonly string[]
}

function toonHead(line: string): ToonHead | null {
  const match = TOON_HEAD.exec(line)
  if (!match) return null
  const [, indent, delimiter, names] = match as unknown as readonly [string, string, string, string]
  const own = delimiter === '' ? ',' : delimiter
  const columns = names.split(own).map((name) => name.replace(/.*\{/, '').replace(/\}+$/, ''))
  return { indent: indent.length, delimiter: own, columns }
}

function documentOf(text: string): unknown {
  try {
    if (/^\s*[[{]/.test(text)) return JSON.parse(text)
    return text.startsWith('H1 json') ? JSON.parse(expandTable(text)) : undefined
  } catch {
    return undefined
  }
}

/** Elements of a list stand at the list's key; keys that are facts themselves stand at the key of their object. */
function walk(value: unknown, key: string, tell: (key: string, fact: string) => void): void {
  if (Array.isArray(value)) for (const element of value) walk(element, key, tell)
  else if (typeof value === 'object' && value !== null) {
    for (const [own, child] of Object.entries(value)) {
      if (key !== '') for (const fact of factsWithin(own)) tell(key, fact)
      walk(child, own, tell)
    }
  } else if (key !== '') for (const fact of factsWithin(String(value))) tell(key, fact)
}

function add(found: Map<string, Set<string>>, fact: string, key: string): void {
  const keys = found.get(fact)
  if (keys) keys.add(key)
  else found.set(fact, new Set([key]))
}
