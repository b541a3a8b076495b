import type { Token } from 'markdown-it'
import type { Block } from '../../../ports/structure-reader.ts'
import { lineText, type SourceLines } from './source-lines.ts'

interface Range {
  readonly start: number
  readonly end: number
}

/** Nothing this short is ever cut, so that its cuts need not be found. */
const UNCUTTABLE_LENGTH = 64

/**
 * A list, table, code block or HTML block with the places where it may be cut; undefined for anything else.
 * @param tokens the block's own: what opens it, what is in it, what closes it.
 */
export function atomBlock(tokens: readonly Token[], range: Range, lines: SourceLines): Block | undefined {
  const token = tokens[0]
  switch (token?.type) {
    case 'bullet_list_open':
    case 'ordered_list_open':
      return { kind: 'list', ...range, ...(isShort(range) ? {} : { cuts: listCuts(tokens, lines) }) }
    case 'table_open':
      return { kind: 'table', ...range, cuts: [tableCuts(tokens, lines)], opening: tableHeader(token, lines) }
    case 'fence':
      return {
        kind: 'code',
        ...range,
        ...fenceFrame(token, lines),
        ...(isShort(range) ? {} : { cuts: codeCuts(token, lines) }),
      }
    case 'code_block':
      return { kind: 'code', ...range, ...(isShort(range) ? {} : { cuts: codeCuts(token, lines) }) }
    case 'html_block':
      return { kind: 'paragraph', ...range, ...(isShort(range) ? {} : { cuts: [lineCuts(token, lines)] }) }
    default:
      return undefined
  }
}

function isShort(range: Range): boolean {
  return range.end - range.start < UNCUTTABLE_LENGTH
}

/** Between items; then before whatever block is nested in one; then between the lines and rows of nested code and tables. */
function listCuts(tokens: readonly Token[], lines: SourceLines): number[][] {
  const itemLevel = (tokens[0]?.level ?? 0) + 1
  const items: number[] = []
  const nested: number[] = []
  const rows: number[] = []
  for (const token of tokens) {
    if (token.map == null || token.nesting === -1) continue
    const start = lines.startOf(token.map[0])
    if (token.type === 'list_item_open' && token.level === itemLevel) items.push(start)
    else if (token.type === 'tr_open') rows.push(start)
    else if (token.level > itemLevel && nested.at(-1) !== start) nested.push(start)
    if (token.type === 'fence' || token.type === 'code_block' || token.type === 'html_block') {
      rows.push(...lineCuts(token, lines))
    }
  }
  return [items, nested, rows]
}

/** Between rows, but the header stays with the first one. */
function tableCuts(tokens: readonly Token[], lines: SourceLines): number[] {
  const rows = tokens.filter((token) => token.type === 'tr_open').map((token) => lines.startOf(token.map?.[0] ?? 0))
  return rows.slice(2)
}

function tableHeader(table: Token, lines: SourceLines): string {
  const headerLine = table.map?.[0] ?? 0
  return `${lineText(lines, headerLine).trimEnd()}\n${lineText(lines, headerLine + 1).trimEnd()}\n`
}

/** After blank lines where the next line is not indented; then after any blank line. Single lines follow of themselves. */
function codeCuts(token: Token, lines: SourceLines): number[][] {
  const [firstLine, endLine] = token.map ?? [0, 0]
  const outer: number[] = []
  const all: number[] = []
  const indent = indentOf(lineText(lines, firstLine))
  for (let line = firstLine + 2; line < endLine; line++) {
    if (!isBlank(lineText(lines, line - 1)) || isBlank(lineText(lines, line))) continue
    all.push(lines.startOf(line))
    if (indentOf(lineText(lines, line)) <= indent) outer.push(lines.startOf(line))
  }
  return [outer, all]
}

/** Markers of quotes count as blank: what is asked is whether the code has a blank line. */
function isBlank(line: string): boolean {
  return /^[\s>]*$/.test(line)
}

function indentOf(line: string): number {
  return /^[\s>]*/.exec(line)?.[0].length ?? 0
}

function lineCuts(token: Token, lines: SourceLines): number[] {
  const [firstLine, endLine] = token.map ?? [0, 0]
  return Array.from({ length: Math.max(0, endLine - firstLine - 1) }, (_, index) =>
    lines.startOf(firstLine + 1 + index),
  )
}

function fenceFrame(token: Token, lines: SourceLines): Pick<Block, 'opening' | 'closing' | 'unclosed'> {
  const [firstLine, endLine] = token.map ?? [0, 0]
  const openingLine = lineText(lines, firstLine).trimEnd()
  const lastLine = endLine - 1 > firstLine ? lineText(lines, endLine - 1).trimEnd() : ''
  const fence = lastLine.replace(/^[\s>]*/, '')
  const closed = fence.length >= token.markup.length && [...fence].every((character) => character === token.markup[0])
  if (closed) return { opening: `${openingLine}\n`, closing: `\n${lastLine}` }
  const prefix = openingLine.slice(0, openingLine.indexOf(token.markup))
  return { opening: `${openingLine}\n`, closing: `\n${prefix}${token.markup}`, unclosed: true }
}
