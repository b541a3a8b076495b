import type { TextRange } from '../domain/text/sentences.ts'
import { byteSpansOf } from './byte-spans.ts'
import type { CutUnit } from './excerpt.ts'
import { gapOf, type Mark } from './mark.ts'
import type { Body } from './placement.ts'

/** A stretch of neighbouring kept pieces. */
interface Run extends TextRange {
  /** Whether a gap before or after it takes a line of its own. */
  readonly startsLine: boolean
  readonly endsLine: boolean
}

/**
 * Puts chosen pieces and the fixed ones into the order of the text, with a gap wherever something was left out, at either end too. What was not cut
 * apart stays verbatim, white space included. When nothing is left out, the body is the whole unit.
 */
export function excerptBody(unit: CutUnit, chosen: readonly number[], mark: Mark): Body {
  const { text, span } = unit.ranked.candidate.hyperedge
  const chosenSet = new Set(chosen)
  const isKept = unit.pieces.map((piece, index) => piece.fixed || chosenSet.has(index))
  if (isKept.every((kept) => kept)) return { text, spans: [span], excerpt: false }

  const runs = runsOf(unit, isKept)
  const gap = gapOf(mark)
  let body = ''
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1]
    if (previous) body += spaceAt(previous.endsLine) + gap + spaceAt(run.startsLine)
    else if (!isKept.at(0)) body += gap + spaceAt(run.startsLine)
    body += text.slice(run.start, run.end)
  }
  if (!isKept.at(-1)) body += spaceAt(runs.at(-1)?.endsLine ?? false) + gap
  return { text: body, spans: byteSpansOf(text, span, runs), excerpt: true }
}

function spaceAt(line: boolean): string {
  return line ? '\n' : ' '
}

function runsOf(unit: CutUnit, isKept: readonly boolean[]): readonly Run[] {
  const runs: Run[] = []
  for (const [index, { start, end, ownLines }] of unit.pieces.entries()) {
    if (!isKept[index]) continue
    const last = runs.at(-1)
    if (last && isKept[index - 1]) runs[runs.length - 1] = { ...last, end, endsLine: ownLines }
    else runs.push({ start, end, startsLine: ownLines, endsLine: ownLines })
  }
  return runs
}
