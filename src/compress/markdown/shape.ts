import type { MarkdownNode } from '../../ports/markdown-parser.ts'
import { bulletStartOf, continuationOf, isQuoteLine, itemNameEnd, lineStartOf, opensBlock } from './line-marks.ts'
import { joinRemovals, type Removal } from './removal.ts'
import { isProse, type MarkdownText } from './structure.ts'

/**
 * Moves the ends of removals to where a marker leaves the Markdown around it what it was:
 *
 * - in the middle of a paragraph a marker stands behind the sentence before it, never at the beginning of a line, where it would turn the line into HTML;
 * - where text of a block goes on behind a marker at its beginning, or in another block than the marker stands in, a `continuation` of line break and block marks
 *   follows the marker;
 * - an item that goes whole takes its bullet along, and its marker stands at the end of the item before; of one that stays in part the name stays;
 * - neighbours with nothing but blanks, quote marks and bullets of what is gone between them are one removal.
 *
 * In order, without overlap. Linear, but for a sort.
 */
export function shapeRemovals(document: MarkdownText, removals: readonly Removal[]): readonly Removal[] {
  const { text } = document
  const plain = removals.map(({ continuation: _, ...removal }) => removal)
  const whole = new Shaper(document).widen(joinRemovals(text, plain))
  const joined = joinAcrossBullets(document, joinRemovals(text, whole))
  const shaper = new Shaper(document)
  return joined.flatMap((removal) => shaper.shape(removal)).filter(({ start, end }) => start < end)
}

/** Nodes without blank ones; a quote's text ends before the marks of empty lines behind it. */
function textNodes(text: string, nodes: readonly MarkdownNode[]): readonly MarkdownNode[] {
  return nodes
    .filter(({ kind }) => kind !== 'blank')
    .map((node) =>
      isProse(node) ? { ...node, textEnd: Math.max(node.textStart, endOfText(text, node.textEnd)) } : node,
    )
}

/** Joins neighbours when the bullets between them belong to items of which nothing stays. */
function joinAcrossBullets({ text, nodes }: MarkdownText, removals: readonly Removal[]): readonly Removal[] {
  const result: Removal[] = []
  const ends = new Set(textNodes(text, nodes).map(({ textEnd }) => textEnd))
  for (let index = removals.length - 1; index >= 0; index--) {
    const removal = removals[index]!
    const next = result.at(-1)
    const between = next === undefined ? '' : text.slice(removal.end, next.start)
    if (next !== undefined && ends.has(endOfText(text, next.end)) && canJoin(text, removal, next, between))
      result[result.length - 1] = joinRemovals(text, [{ ...removal, end: next.start }, next])[0]!
    else result.push(removal)
  }
  return result.reverse()
}

const MARKS_BETWEEN = /^\s*\n[\s>]*(?:[-+*]|\d{1,9}[.)])[ \t]+$/

function canJoin(text: string, removal: Removal, next: Removal, between: string): boolean {
  if (removal.replacement !== undefined || next.replacement !== undefined || !MARKS_BETWEEN.test(between)) return false
  return isBehindItem(text, next.start, next.end)
}

/** Whether what follows an offset does not belong to the list item whose marker stands in front of another. */
function isBehindItem(text: string, textStart: number, offset: number): boolean {
  const line = text.slice(lineStartOf(text, textStart), textStart)
  const bulletColumn = line.replaceAll('>', ' ').search(/(?:[-+*]|\d{1,9}[.)])\s*$/)
  let at = offset
  let lineStart = offset
  for (; at < text.length && /[\s>]/.test(text[at]!); at++) if (text[at] === '\n') lineStart = at + 1
  return at === text.length || (lineStart > offset && at - lineStart <= bulletColumn)
}

/** Walks along the nodes; removals come in order. */
class Shaper {
  readonly #text: string
  readonly #nodes: readonly MarkdownNode[]
  #next = 0
  #end = 0

  constructor({ text, nodes }: MarkdownText) {
    this.#text = text
    this.#nodes = textNodes(text, nodes)
  }

  /** Takes the bullets and quote marks of what goes whole along, and leaves those of what does not. */
  widen(removals: readonly Removal[]): readonly Removal[] {
    return removals.map((removal) => {
      const node = this.#nodeAt(removal.start)
      if (node === undefined || removal.replacement !== undefined || !isProse(node)) return removal
      if (removal.start > node.textStart || removal.end <= node.textStart) return removal
      const isWhole = removal.end >= node.textEnd
      return { ...removal, start: isWhole ? this.#wholeStart(node, removal.end) : node.textStart }
    })
  }

  shape(removal: Removal): readonly Removal[] {
    const first = this.#nodeAt(removal.start)
    const before = this.#nodes[this.#next - 1]
    const previousEnd = this.#end
    this.#end = removal.end
    if (first === undefined || removal.replacement !== undefined || !isProse(first)) return [removal]
    const end = endOfText(this.#text, removal.end)
    const index = this.#indexAt(end)
    const last = this.#nodes[index]
    const start = this.#startOf(removal, first, before, previousEnd)
    if (last === undefined || removal.end <= last.textStart || !isProse(last)) return [{ ...removal, start }]
    if (end >= last.textEnd) return this.#shapeWhole({ ...removal, start, end }, first, last)
    if (last === first && removal.start > first.textStart) return [{ ...removal, start, end }]
    return this.#shapeHead({ ...removal, start }, first, index)
  }

  /** A removal that ends with a block: what follows without a blank line must not become part of the paragraph that the removal begins in. */
  #shapeWhole(removal: Removal, first: MarkdownNode, last: MarkdownNode): readonly Removal[] {
    const text = this.#text
    const isInside = first !== last && removal.start > first.textStart
    const isApart = first.kind === last.kind && first.kind !== 'paragraph'
    if (!isInside || isApart || /^[ \t]*(?:$|\r?\n[\s>]*(?:\n|$))/.test(text.slice(removal.end))) return [removal]
    const behind = this.#nodes[this.#next + 1]!
    return [
      { ...removal, end: Math.max(removal.start, first.textEnd) },
      { ...removal, start: this.#wholeStart(behind, removal.end) },
    ]
  }

  /** A removal that ends within a block whose beginning it takes: the rest has to begin as a block of its kind. */
  #shapeHead(removal: Removal, first: MarkdownNode, index: number): readonly Removal[] {
    const text = this.#text
    const last = this.#nodes[index]!
    const previous = this.#nodes[index - 1]
    const restStart = removal.end + /^[\s>]*/.exec(text.slice(removal.end, last.textEnd))![0].length
    const name = last.kind === 'list' ? itemNameEnd(text.slice(last.textStart, last.textEnd)) : 0
    const isSplit = name > 0 || opensBlock(text.slice(restStart, last.textEnd))
    const isAlone = first === last
    if (!isSplit) {
      const boundary = isAlone
        ? `${text.includes('\r\n') ? '\r\n' : '\n'}${continuationOf(text, last)}`
        : text.slice(previous!.textEnd, last.textStart).replace(/^[ \t]+/, '')
      // Lines of two quotes would become one paragraph; items begin with their bullets.
      const isSafe = isAlone || (first.kind === 'list' && last.kind === 'list') || /\n[\s>]*\n/.test(boundary)
      if (isSafe) return [withContinuation(text, { ...removal, end: restStart }, boundary)]
    }
    const parts: Removal[] = isAlone
      ? []
      : [...this.#shapeWhole({ ...removal, end: previous!.textEnd }, first, previous!)]
    const nameEnd = last.textStart + name
    if (name > 0 && nameEnd < removal.end) parts.push({ ...removal, start: nameEnd, end: endOfText(text, removal.end) })
    return parts
  }

  #startOf(removal: Removal, first: MarkdownNode, before: MarkdownNode | undefined, previousEnd: number): number {
    const text = this.#text
    const { start } = removal
    if (start > first.textStart) {
      if (text.slice(lineStartOf(text, start), start).replaceAll('>', '').trim() !== '') return start
      const end = endOfText(text, start)
      // A backslash in front of a marker would make it text.
      const isEscape = text[end - 1] === '\\'
      return Math.max(first.textStart, previousEnd, isEscape ? end - 1 : end)
    }
    const isItem = first.kind === 'list' && start < first.textStart
    const canAttach = isItem && before?.kind === 'list' && before.textEnd >= previousEnd && removal.end > before.textEnd
    return canAttach && text[before.textEnd - 1] !== '\\' ? before.textEnd : start
  }

  #wholeStart(node: MarkdownNode, end: number): number {
    const text = this.#text
    if (node.kind === 'list') {
      return node.isWholeItem || isBehindItem(text, node.textStart, end) ? bulletStartOf(text, node) : node.textStart
    }
    if (node.kind === 'quote' && !isQuoteLine(text, node.start - 1) && !isQuoteLine(text, end + 1)) return node.start
    return node.textStart
  }

  #nodeAt(offset: number): MarkdownNode | undefined {
    while (this.#next < this.#nodes.length && this.#nodes[this.#next]!.textEnd <= offset) {
      // What begins where a text ends is behind it, and belongs to it when it began there before.
      if (this.#nodes[this.#next]!.textEnd === offset && this.#isAttached(offset)) break
      this.#next++
    }
    return this.#nodes[this.#next]
  }

  #isAttached(offset: number): boolean {
    return this.#nodes[this.#next]!.kind === 'list' && /^\s*\n/.test(this.#text.slice(offset, offset + 8))
  }

  #indexAt(offset: number): number {
    let index = this.#next
    while (index < this.#nodes.length && this.#nodes[index]!.textEnd < offset) index++
    return index
  }
}

/** Before the blanks and quote marks that end at an offset. */
function endOfText(text: string, offset: number): number {
  let end = offset
  while (end > 0 && /[\s>]/.test(text[end - 1]!)) end--
  // A `>` that ends a line belongs to its text.
  while (text[end] === '>') end++
  return end
}

/** Where the text itself has the very same break there, it stays in place of a continuation. */
function withContinuation(text: string, removal: Removal, boundary: string): Removal {
  const end = removal.end - boundary.length
  if (end > removal.start && text.slice(end, removal.end) === boundary) return { ...removal, end }
  return { ...removal, continuation: boundary }
}
