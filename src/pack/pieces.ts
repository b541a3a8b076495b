import type { Unit, UnitKind } from '../domain/hyperedge.ts'
import { splitSentences, type TextRange } from '../domain/text/sentences.ts'

/** A part of a unit that is kept or left out as one. */
export interface Piece extends TextRange {
  /** Kept in every excerpt: a table's header, a fence. */
  readonly fixed: boolean
}

const LIST_ITEM = /^([ \t]*)(?:[-*+•]|\d+[.)])(?:\s|$)/
const HTML_ITEM = /<li[\s>]/i
const HTML_ROW = /<tr[\s>]/i
const TABLE_RULE = /^[\s|:+-]*-[\s|:+-]*$/
const FENCE = /^\s*(?:`{3,}|~{3,})/
/** A line at least this long that ends without a closing mark was wrapped, not finished. */
const MIN_WRAPPED_LENGTH = 50
const FINISHED = /[.!?:;。！？]["'”’）」』)\]]*$/

/** Whether a unit is cut between lines rather than between sentences. */
export function isCutAtLines(kind: UnitKind): boolean {
  return kind !== 'passage'
}

/**
 * Cuts a unit's text into sentences (a passage), items (a list), rows (a table) or lines (code and data). Pieces are in order and do not overlap; only
 * white space lies between them. A row or an item that runs over several lines is one piece.
 */
export function cutIntoPieces(unit: Unit, mediaType: string): readonly Piece[] {
  if (!isCutAtLines(unit.kind)) return cutIntoSentences(unit.text)
  const rows = joinLines(unit.text, linesOf(unit.text), startsPiece(unit, mediaType))
  return rows.map((row, index) => ({ ...row, fixed: isFixed(unit, mediaType, rows, index) }))
}

function cutIntoSentences(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let open: TextRange | undefined
  for (const range of splitSentences(text)) {
    const start = open?.start ?? range.start
    open = isWrapped(text, range) ? { start, end: range.end } : undefined
    if (!open) pushTrimmed(pieces, text, start, range.end)
  }
  if (open) pushTrimmed(pieces, text, open.start, open.end)
  return pieces
}

function isWrapped(text: string, range: TextRange): boolean {
  const sentence = text.slice(range.start, range.end)
  const words = sentence.trim()
  const breaks = sentence.slice(sentence.trimEnd().length).split('\n').length - 1
  return breaks === 1 && words.length >= MIN_WRAPPED_LENGTH && !FINISHED.test(words)
}

function pushTrimmed(pieces: Piece[], text: string, start: number, end: number): void {
  const words = text.slice(start, end)
  const from = start + words.length - words.trimStart().length
  const to = start + words.trimEnd().length
  if (to > from) pieces.push({ start: from, end: to, fixed: false })
}

/** Lines that are not blank, indentation kept, line breaks and white space at the end left out. */
function linesOf(text: string): readonly TextRange[] {
  const lines: TextRange[] = []
  for (const match of text.matchAll(/[^\r\n]+/g)) {
    const length = match[0].trimEnd().length
    if (length > 0) lines.push({ start: match.index, end: match.index + length })
  }
  return lines
}

type StartsPiece = (line: string) => boolean

function startsPiece(unit: Unit, mediaType: string): StartsPiece {
  if (mediaType === 'text/html') {
    if (unit.kind === 'list') return (line) => HTML_ITEM.test(line)
    if (unit.kind === 'table') return (line) => HTML_ROW.test(line)
  }
  if (unit.kind === 'list') return startsItem(unit.text)
  return mediaType === 'text/csv' ? startsRecord() : () => true
}

/** Only the outermost items are pieces: what is nested under one belongs to it. */
function startsItem(text: string): StartsPiece {
  const indentation = LIST_ITEM.exec(text)?.[1]?.length ?? 0
  return (line) => {
    const match = LIST_ITEM.exec(line)
    return match?.[1] !== undefined && match[1].length <= indentation
  }
}

/** A quoted cell may hold line breaks: a record ends where the quotes are even again. */
function startsRecord(): StartsPiece {
  let quoted = false
  return (line) => {
    const starts = !quoted
    for (const character of line) if (character === '"') quoted = !quoted
    return starts
  }
}

function joinLines(text: string, lines: readonly TextRange[], starts: StartsPiece): readonly TextRange[] {
  const rows: TextRange[] = []
  for (const line of lines) {
    const begins = starts(text.slice(line.start, line.end))
    const last = rows.at(-1)
    if (begins || !last) rows.push(line)
    else rows[rows.length - 1] = { start: last.start, end: line.end }
  }
  return rows
}

function isFixed(unit: Unit, mediaType: string, rows: readonly TextRange[], index: number): boolean {
  const textOf = (row: TextRange | undefined): string => (row ? unit.text.slice(row.start, row.end) : '')
  if (unit.kind === 'code') return (index === 0 || index === rows.length - 1) && FENCE.test(textOf(rows[index]))
  const holdsHeader = unit.opening === '' && (unit.kind === 'table' || mediaType === 'text/csv')
  return holdsHeader && (index === 0 || (index === 1 && TABLE_RULE.test(textOf(rows[1]))))
}
