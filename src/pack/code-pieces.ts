import type { Unit } from '../domain/hyperedge.ts'
import type { TextRange } from '../domain/text/sentences.ts'
import { closesFence, fenceOf, linesOf } from './lines.ts'
import { cutPassage } from './passage-pieces.ts'
import { introduces, type Piece } from './piece.ts'
import { regionsOf } from './regions.ts'

const INCLUDE_LINE = /^\s*\{\{[^{}]*\}\}\s*$/

/**
 * Cuts code into lines. A fence stays, with the prose that introduces or ends the unit, so that an excerpt is always some lines of code in their place. Where
 * there are several fences each is one piece: they are short, or they would be units of their own.
 */
export function cutCode(unit: Unit, mediaType: string): readonly Piece[] {
  const { text } = unit
  const lines = linesOf(text)
  const textOf = ({ start, end }: TextRange): string => text.slice(start, end)
  // A later piece of a fence starts inside of it: its text holds no more than the closing line.
  const startsInside = fenceOf(unit.opening) !== undefined
  if (!startsInside && regionsOf(text).filter(({ kind }) => kind === 'fence').length > 1)
    return cutPassage(text, mediaType)

  const opening = startsInside ? -1 : lines.findIndex((line) => fenceOf(textOf(line)) !== undefined)
  const fence = fenceOf(startsInside ? unit.opening : textOf(lines[opening] ?? { start: 0, end: 0 }))
  if (fence === undefined) return withIntroduction(lines, textOf, mediaType)
  const closing = lines.findIndex((line, index) => index > opening && closesFence(textOf(line), fence))
  const body = lines.slice(opening + 1, closing === -1 ? lines.length : closing)
  return [
    ...fixed(lines.slice(0, opening + 1)),
    ...body.map((line) => lineOf(line, textOf(line))),
    ...fixed(closing === -1 ? [] : lines.slice(closing)),
  ]
}

/** Code without a fence. In Markdown it is indented, and what is not, before it, may introduce it. */
function withIntroduction(
  lines: readonly TextRange[],
  textOf: (range: TextRange) => string,
  mediaType: string,
): readonly Piece[] {
  const indented = lines.findIndex((line) => /^(?: {4}|\t)/.test(textOf(line)))
  const last = lines[indented - 1]
  const length = mediaType === 'text/markdown' && last && introduces(textOf(last)) ? indented : 0
  return [...fixed(lines.slice(0, length)), ...lines.slice(length).map((line) => lineOf(line, textOf(line)))]
}

function fixed(lines: readonly TextRange[]): readonly Piece[] {
  const [first, last] = [lines.at(0), lines.at(-1)]
  return first && last ? [{ start: first.start, end: last.end, fixed: true, ownLines: true, bare: false }] : []
}

/** A lone bracket closes what stands above it; a line that only includes another file says nothing. */
function lineOf(line: TextRange, text: string): Piece {
  return { ...line, fixed: false, ownLines: true, bare: INCLUDE_LINE.test(text) }
}
