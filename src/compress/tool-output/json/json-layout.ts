import { countFinalLineFeeds } from '../line-range.ts'
import type { JsonSource } from './json-source.ts'
import { isList, type JsonTree, Lexeme } from './json-tree.ts'

/** How strings were escaped: as little as JSON asks for, everything beyond ASCII as `\uXXXX`, `/` as `\/`, or both of these. */
export type Escapes = 'least' | 'ascii' | 'slash' | 'asciislash'

/** How a text writes its JSON: enough to print the tree and have the text again. */
export interface JsonLayout {
  /** `compact`, `spaced` (`, ` and `: `), `pretty N`, `pretty tab` (each may end in `!`: no blank after the colon), or `other`: nothing that can be named. */
  readonly spacing: string
  readonly escapes: Escapes
  readonly finalLineFeeds: number
}

export const COMPACT: JsonLayout = { spacing: 'compact', escapes: 'least', finalLineFeeds: 0 }
const UNKNOWN: JsonLayout = { spacing: 'other', escapes: 'least', finalLineFeeds: 0 }

/** What {@link printJson} and {@link detectLayout} understand, `other` included. */
export const SPACING: RegExp = /^(?:compact|spaced|other|pretty (?:tab|[1-9]\d?)!?)$/

/** Prints in a layout; `other` prints as compact. Linear. */
export function printJson(root: JsonTree, isLines: boolean, layout: JsonLayout): string {
  const pieces: string[] = []
  writeDocument(root, isLines, layout, (piece) => pieces.push(piece) > 0)
  return pieces.join('')
}

/** The layout in which {@link printJson} gives exactly the text of the source, or `other`. Prints at most eight times, and mostly stops early. Linear. */
export function detectLayout({ text, root, isLines }: JsonSource): JsonLayout {
  const finalLineFeeds = countFinalLineFeeds(text)
  for (const spacing of likelySpacings(text)) {
    for (const escapes of likelyEscapes(text)) {
      const layout: JsonLayout = { spacing, escapes, finalLineFeeds }
      if (printsAs(text, root, isLines, layout)) return layout
    }
  }
  return UNKNOWN
}

function likelySpacings(text: string): readonly string[] {
  const indentation = /^[[{]\n(\t| +)/.exec(text)?.[1]
  if (indentation === undefined) return ['compact', 'spaced']
  const pretty = `pretty ${indentation === '\t' ? 'tab' : indentation.length}`
  return SPACING.test(pretty) ? [pretty, `${pretty}!`] : []
}

function likelyEscapes(text: string): readonly Escapes[] {
  if (text.includes('\\/')) return ['slash', 'asciislash']
  return text.includes('\\u') ? ['ascii', 'least'] : ['least', 'ascii']
}

/** Whether {@link printJson} would give exactly this text. Prints nothing, and stops at the first difference. */
export function printsAs(text: string, root: JsonTree, isLines: boolean, layout: JsonLayout): boolean {
  let position = 0
  const isWritten = writeDocument(root, isLines, layout, (piece) => {
    if (!text.startsWith(piece, position)) return false
    position += piece.length
    return true
  })
  return isWritten && position === text.length
}

/** Takes a piece of the text, and says whether to go on. */
type Emit = (piece: string) => boolean

interface Printer {
  readonly comma: string
  /** Absent where everything stands on one line. */
  readonly indentation?: string
  readonly quote: (text: string) => string
  /** A key with what parts it from its value. Keys repeat, so each is quoted once. */
  readonly key: (text: string) => string
  readonly emit: Emit
}

function writeDocument(root: JsonTree, isLines: boolean, layout: JsonLayout, emit: Emit): boolean {
  const printer = printerOf(layout, emit)
  const trees = isLines && isList(root) ? root : [root]
  const isWritten = trees.every((tree, line) => (line === 0 || emit('\n')) && writeTree(tree, 0, printer))
  return isWritten && (layout.finalLineFeeds === 0 || emit('\n'.repeat(layout.finalLineFeeds)))
}

function printerOf({ spacing, escapes }: JsonLayout, emit: Emit): Printer {
  const quote = QUOTE[escapes]
  const unit = /^pretty (\w+)/.exec(spacing)?.[1]
  const colon = spacing === 'compact' || spacing === 'other' || spacing.endsWith('!') ? ':' : ': '
  const met = new Map<string, string>()
  const key = (text: string): string => {
    const known = met.get(text)
    if (known !== undefined) return known
    const written = quote(text) + colon
    met.set(text, written)
    return written
  }
  const printer = { comma: spacing === 'spaced' ? ', ' : ',', quote, key, emit }
  return unit === undefined ? printer : { ...printer, indentation: unit === 'tab' ? '\t' : ' '.repeat(Number(unit)) }
}

function writeTree(tree: JsonTree, depth: number, printer: Printer): boolean {
  const { emit } = printer
  if (typeof tree === 'string') return emit(printer.quote(tree))
  if (tree instanceof Lexeme) return emit(tree.text)
  const keys = isList(tree) ? undefined : tree.keys
  const items = isList(tree) ? tree : tree.values
  const [open, close] = keys ? ['{', '}'] : ['[', ']']
  if (items.length === 0) return emit(open + close)
  const inner = lineBreak(depth + 1, printer)
  const beforeFirst = open + inner
  const beforeOthers = printer.comma + inner
  for (const [position, item] of items.entries()) {
    if (!emit(position === 0 ? beforeFirst : beforeOthers)) return false
    if (keys && !emit(printer.key(keys[position]!))) return false
    if (!writeTree(item, depth + 1, printer)) return false
  }
  return emit(lineBreak(depth, printer) + close)
}

function lineBreak(depth: number, { indentation }: Printer): string {
  return indentation === undefined ? '' : `\n${indentation.repeat(depth)}`
}

const QUOTE: Readonly<Record<Escapes, (text: string) => string>> = {
  least: quoteJson,
  ascii: (text) => escapeBeyondAscii(quoteJson(text)),
  slash: (text) => quoteJson(text).replaceAll('/', '\\/'),
  asciislash: (text) => escapeBeyondAscii(quoteJson(text)).replaceAll('/', '\\/'),
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/

/** As `JSON.stringify` quotes, without its price for the many strings that need no escape. */
export function quoteJson(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`
}

function escapeBeyondAscii(quoted: string): string {
  return quoted.replace(/[\u007f-\uffff]/g, escapeCode)
}

/** `\uXXXX` of one UTF-16 unit. */
export function escapeCode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
