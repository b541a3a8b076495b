import type { MarkdownNode, MarkdownNodeKind } from '../../../ports/markdown-parser.ts'
import type { Leaf } from './leaves.ts'

/** Indentation and the markers of quotes and list items that stand before a block's own text. */
const MARKERS = /[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$))[ \t]*)*/y

/**
 * Turns leaves, in order, into nodes that cover the lines of the text from an offset on: what no leaf claims is blank, or, where it is not (a line of a quote
 * without text, content that is nested too deep), belongs to the node before it.
 * @param source with line feeds only.
 */
export function nodesOfLines(source: string, from: number, leaves: readonly Leaf[]): readonly MarkdownNode[] {
  const starts = lineStartsOf(source, from)
  const lineCount = starts.length - 1
  const nodes: MarkdownNode[] = []
  const add = (kind: MarkdownNodeKind, firstLine: number, endLine: number, isWholeItem: boolean): void => {
    if (endLine > firstLine) nodes.push(nodeOf(source, kind, starts[firstLine]!, starts[endLine]!, isWholeItem))
  }
  let line = 0
  for (const leaf of leaves) {
    const firstLine = Math.min(Math.max(line, leaf.firstLine), lineCount)
    addUnclaimed(source, starts, line, firstLine, nodes)
    const endLine = Math.min(Math.max(firstLine, leaf.endLine), lineCount)
    add(leaf.kind, firstLine, endLine, leaf.isWholeItem)
    line = endLine
  }
  addUnclaimed(source, starts, line, lineCount, nodes)
  return nodes
}

function addUnclaimed(
  source: string,
  starts: readonly number[],
  fromLine: number,
  endLine: number,
  nodes: MarkdownNode[],
): void {
  for (let line = fromLine; line < endLine; line++) {
    const start = starts[line]!
    const end = starts[line + 1]!
    const isBlank = source.slice(start, end).trim() === ''
    const last = nodes.at(-1)
    if (
      last !== undefined &&
      last.end === start &&
      (isBlank === (last.kind === 'blank') || (!isBlank && last.kind !== 'blank'))
    ) {
      nodes[nodes.length - 1] = isBlank
        ? { ...last, end }
        : nodeOf(source, last.kind, last.start, end, last.isWholeItem)
    } else {
      nodes.push(nodeOf(source, isBlank ? 'blank' : 'quote', start, end, false))
    }
  }
}

function nodeOf(
  source: string,
  kind: MarkdownNodeKind,
  start: number,
  end: number,
  isWholeItem: boolean,
): MarkdownNode {
  MARKERS.lastIndex = start
  const textStart = Math.min(end, start + (MARKERS.exec(source)?.[0].length ?? 0))
  let textEnd = end
  while (textEnd > textStart && /\s/.test(source[textEnd - 1]!)) textEnd--
  const isComment = kind === 'html' && holdsOnlyComments(source, textStart, textEnd)
  return { kind: isComment ? 'comment' : kind, start, end, textStart, textEnd, isWholeItem }
}

/** Offsets of the lines' starts, and of the end of the text. */
function lineStartsOf(source: string, from: number): readonly number[] {
  const starts: number[] = []
  for (let start = from; start < source.length; ) {
    starts.push(start)
    const lineFeed = source.indexOf('\n', start)
    start = lineFeed < 0 ? source.length : lineFeed + 1
  }
  starts.push(source.length)
  return starts
}

function holdsOnlyComments(source: string, start: number, end: number): boolean {
  let at = start
  while (at < end) {
    if (!source.startsWith('<!--', at)) return false
    const close = source.indexOf('-->', at + 2)
    if (close < 0 || close + 3 > end) return false
    at = close + 3
    while (at < end && /\s/.test(source[at]!)) at++
  }
  return true
}
