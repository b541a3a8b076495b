import type { Unit } from '../domain/hyperedge.ts'
import type { TextRange } from '../domain/text/sentences.ts'
import { cutCode } from './code-pieces.ts'
import { joinLines, LIST_ITEM, linesOf, type StartsPiece, startsItem } from './lines.ts'
import { cutPassage } from './passage-pieces.ts'
import { introduces, isBareMarkup, type Piece } from './piece.ts'

const HTML_ITEM = /<li[\s>]/i
const HTML_ROW = /<tr[\s>]/i
const TABLE_RULE = /^[\s|:+-]*-[\s|:+-]*$/

/**
 * Cuts a unit's text into sentences (a passage), items (a list), rows (a table) or lines (code and data). Pieces are in order and do not overlap; only
 * white space lies between them. A row or an item that runs over several lines is one piece, and so is a fence or a table within a passage.
 */
export function cutIntoPieces(unit: Unit, mediaType: string): readonly Piece[] {
  if (unit.kind === 'passage') return cutPassage(unit.text, mediaType)
  if (unit.kind === 'code') return cutCode(unit, mediaType)
  const rows = joinLines(unit.text, linesOf(unit.text), startsPiece(unit, mediaType))
  return rows.map((row, index) => {
    const isFixed = unit.kind === 'list' ? isIntroduction(unit, rows, index) : isHeader(unit, mediaType, rows, index)
    return { ...row, fixed: isFixed, ownLines: true, bare: !isFixed && isBareMarkup(textOf(unit, row)) }
  })
}

function startsPiece(unit: Unit, mediaType: string): StartsPiece {
  if (mediaType === 'text/html') {
    if (unit.kind === 'list') return (line) => HTML_ITEM.test(line)
    if (unit.kind === 'table') return (line) => HTML_ROW.test(line)
  }
  if (unit.kind === 'list') return startsItem(unit.text)
  return mediaType === 'text/csv' ? startsRecord() : () => true
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

/** What stands before the first item and announces the list stays with whatever is kept of it. */
function isIntroduction(unit: Unit, rows: readonly TextRange[], index: number): boolean {
  const text = textOf(unit, rows[0])
  return index === 0 && rows.length > 1 && !LIST_ITEM.test(text) && introduces(text)
}

function isHeader(unit: Unit, mediaType: string, rows: readonly TextRange[], index: number): boolean {
  const holdsHeader = unit.opening === '' && (unit.kind === 'table' || mediaType === 'text/csv')
  return holdsHeader && (index === 0 || (index === 1 && TABLE_RULE.test(textOf(unit, rows[1]))))
}

function textOf(unit: Unit, range: TextRange | undefined): string {
  return range ? unit.text.slice(range.start, range.end) : ''
}
