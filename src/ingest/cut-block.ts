import type { Block } from '../ports/structure-reader.ts'
import { balancedRuns, isCrumb, type UnitLimits } from './balance.ts'
import { cellStarts, evenCuts, sentenceEnds } from './last-resort-cuts.ts'
import { cutRange, lineStarts, type TextRange, trimRange, withIndentation } from './text-range.ts'

/** Weighs a text in estimated tokens. */
export type EstimateTokens = (text: string) => number

export interface Measure {
  readonly text: string
  readonly estimateTokens: EstimateTokens
  readonly limits: UnitLimits
}

/** A part of a block with its weight. */
export interface Piece extends TextRange {
  readonly tokens: number
  /** Whether both ends are places where the block's kind may be cut: only such a piece is printed with the block's opening and closing. */
  readonly atSeams: boolean
}

/** A sum of weights below this share of the cap is surely a weight below the cap. */
const SAFE_SHARE = 0.75

/** One way of cutting a range, tried when the ways before it left a piece too large. */
interface CutLevel {
  readonly atSeams: boolean
  readonly cuts: (range: TextRange, tokens: number) => Iterable<number>
}

/**
 * Cuts an oversize block into pieces near the target: at the block's own cuts, best level first, then (code and data) at lines, (tables) at
 * cells, then at sentences, words
 * and code points. The pieces cover all of the block but white space; none weighs more than the cap unless a single code point does. A stretch is
 * weighed about once for each level that it takes to cut it.
 */
export function cutBlock(block: Block, measure: Measure): Piece[] {
  const whole = weigh(block, true, measure)
  return cutAtLevels(whole, levelsOf(block, measure), measure).flatMap((piece) => {
    const trimmed = trimBlock(measure.text, block, piece)
    return trimmed.start === trimmed.end ? [] : [{ ...piece, ...trimmed }]
  })
}

/** A range of a block without white space at its ends, but for the indentation of a first line that means something. */
export function trimBlock(text: string, block: Block, range: TextRange): TextRange {
  const trimmed = trimRange(text, range)
  const keepsIndentation = block.kind === 'code' || block.kind === 'list' || block.kind === 'data'
  return keepsIndentation && trimmed.start < trimmed.end ? withIndentation(text, trimmed, range) : trimmed
}

function levelsOf(block: Block, measure: Measure): CutLevel[] {
  const { text, limits } = measure
  const levels: CutLevel[] = (block.cuts ?? []).map((cuts) => ({
    atSeams: true,
    cuts: (range) => cutsWithin(cuts, range),
  }))
  if (block.kind === 'code' || block.kind === 'data' || block.kind === 'front-matter') {
    levels.push({ atSeams: true, cuts: (range) => lineStarts(text, range) })
  }
  // A part of a table row under the header would read as another row; a part of a line of code still belongs in its fence.
  const atSeams = block.kind === 'code'
  if (block.kind === 'table') levels.push({ atSeams, cuts: (range) => cellStarts(text, range) })
  levels.push({ atSeams, cuts: (range) => sentenceEnds(text, range) })
  levels.push({
    atSeams,
    cuts: (range, tokens) => evenCuts(text, range, Math.ceil(tokens / limits.targetTokens)),
  })
  return levels
}

function cutAtLevels(range: Piece, levels: readonly CutLevel[], measure: Measure): Piece[] {
  const [level, ...later] = levels
  if (range.tokens <= measure.limits.capTokens || level === undefined) return [range]
  const atSeams = range.atSeams && level.atSeams
  const ranges = cutRange(range, level.cuts(range, range.tokens))
  if (ranges.length === 1) return cutAtLevels(range, later, measure)
  const segments = ranges.map((segment) => weigh(segment, atSeams, measure))

  // The last level, even cuts, can always be tried again on what it left too large.
  const deeper = later.length > 0 ? later : levels
  const pieces: Piece[] = []
  let run: Piece[] = []
  for (const segment of segments) {
    if (segment.tokens <= measure.limits.capTokens) {
      run.push(segment)
      continue
    }
    pieces.push(...joinRun(run, measure), ...cutAtLevels(segment, deeper, measure))
    run = []
  }
  return absorbCrumbs([...pieces, ...joinRun(run, measure)], measure)
}

/** Joins touching segments into pieces of about equal weight. */
function joinRun(segments: readonly Piece[], measure: Measure): Piece[] {
  const weights = segments.map((segment) => segment.tokens)
  let start = 0
  return balancedRuns(weights, measure.limits).flatMap((end) => {
    const group = segments.slice(start, end)
    start = end
    return joinOrHalve(group, measure)
  })
}

/** A group that turns out too large as one text is halved. */
function joinOrHalve(group: readonly Piece[], measure: Measure): Piece[] {
  const first = group[0]
  const last = group.at(-1)
  if (first === undefined || last === undefined) return []
  if (first === last) return [first]
  const joined = span(first, last, sumOf(group), measure)
  if (joined.tokens <= measure.limits.capTokens) return [joined]
  const middle = group.length >> 1
  return [...joinOrHalve(group.slice(0, middle), measure), ...joinOrHalve(group.slice(middle), measure)]
}

/** The piece from the first to the last of a group. Weights do not quite add up, so that one near the cap is weighed again. */
function span(first: Piece, last: Piece, tokens: number, measure: Measure): Piece {
  const range = { start: first.start, end: last.end }
  if (tokens > measure.limits.capTokens * SAFE_SHARE) return weigh(range, first.atSeams, measure)
  return { ...range, tokens, atSeams: first.atSeams }
}

function sumOf(group: readonly Piece[]): number {
  return group.reduce((sum, piece) => sum + piece.tokens, 0)
}

/** Joins pieces that are too small to stand alone to the piece before or after them, where both together stay within the cap. */
function absorbCrumbs(pieces: readonly Piece[], measure: Measure): Piece[] {
  const absorbed: Piece[] = []
  for (const piece of pieces) {
    const previous = absorbed.at(-1)
    const joined = previous === undefined ? undefined : joinCrumb(previous, piece, measure)
    if (joined === undefined) absorbed.push(piece)
    else absorbed[absorbed.length - 1] = joined
  }
  return absorbed
}

function joinCrumb(previous: Piece, piece: Piece, measure: Measure): Piece | undefined {
  const { limits } = measure
  if (previous.atSeams !== piece.atSeams) return undefined
  if (!isCrumb(previous.tokens, limits) && !isCrumb(piece.tokens, limits)) return undefined
  const tokens = previous.tokens + piece.tokens
  if (tokens > limits.capTokens) return undefined
  const joined = span(previous, piece, tokens, measure)
  return joined.tokens <= limits.capTokens ? joined : undefined
}

/** A range as a piece, with its weight. */
export function weigh(range: TextRange, atSeams: boolean, measure: Measure): Piece {
  const tokens = measure.estimateTokens(measure.text.slice(range.start, range.end))
  return { start: range.start, end: range.end, tokens, atSeams }
}

/** The offsets of an ascending list that lie in a range, found without walking the list from its start. */
function* cutsWithin(cuts: readonly number[], range: TextRange): Generator<number> {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cuts[middle] ?? 0) <= range.start) low = middle + 1
    else high = middle
  }
  for (let index = low; index < cuts.length; index++) {
    const cut = cuts[index] ?? range.end
    if (cut >= range.end) return
    yield cut
  }
}
