import type { Unit } from '../domain/hyperedge.ts'
import type { PieceRange } from '../domain/session.ts'
import { byteSpansOf } from './byte-spans.ts'
import type { CutUnit } from './excerpt.ts'
import { gapOf, type Mark } from './mark.ts'
import type { Piece } from './piece.ts'
import type { Body } from './placement.ts'

/** A unit's own text with its place in the original, cut into pieces. */
interface CutText {
  readonly unit: Pick<Unit, 'text' | 'span'>
  readonly pieces: readonly Piece[]
}

/** Puts chosen pieces and the fixed ones into the order of the text. When nothing is left out, the body is the whole unit. */
export function excerptBody({ ranked, pieces }: CutUnit, chosen: readonly number[], mark: Mark): Body {
  const unit = ranked.candidate.hyperedge
  const chosenSet = new Set(chosen)
  const isKept = pieces.map((piece, index) => piece.fixed || chosenSet.has(index))
  if (isKept.every((kept) => kept)) return { text: unit.text, spans: [unit.span], excerpt: false, pieces: [] }
  return bodyOf({ unit, pieces }, rangesOf(isKept), mark)
}

/** Stretches of neighbouring kept pieces. */
export function rangesOf(isKept: readonly boolean[]): readonly PieceRange[] {
  const ranges: PieceRange[] = []
  for (const [index, kept] of isKept.entries()) {
    if (!kept) continue
    const last = ranges.at(-1)
    if (last?.end === index) ranges[ranges.length - 1] = { start: last.start, end: index + 1 }
    else ranges.push({ start: index, end: index + 1 })
  }
  return ranges
}

/**
 * The excerpt that keeps these pieces, with a gap wherever something was left out, at either end too. What was not cut apart stays verbatim, white space included.
 * @param ranges in order, not empty and not touching, within the pieces.
 */
export function bodyOf({ unit, pieces }: CutText, ranges: readonly PieceRange[], mark: Mark): Body {
  const { text, span } = unit
  const runs = ranges.map(({ start, end }) => ({ first: pieces[start]!, last: pieces[end - 1]! }))
  const gap = gapOf(mark)
  let body = ''
  for (const [index, { first, last }] of runs.entries()) {
    const previous = runs[index - 1]
    if (previous) body += spaceBeside(previous.last) + gap + spaceBeside(first)
    else if (first !== pieces.at(0)) body += gap + spaceBeside(first)
    body += text.slice(first.start, last.end)
  }
  const last = runs.at(-1)?.last
  if (last && last !== pieces.at(-1)) body += spaceBeside(last) + gap
  const kept = runs.map((run) => ({ start: run.first.start, end: run.last.end }))
  return { text: body, spans: byteSpansOf(text, span, kept), excerpt: true, pieces: ranges }
}

/** Whether a gap beside a piece takes a line of its own. */
function spaceBeside({ ownLines }: Piece): string {
  return ownLines ? '\n' : ' '
}
