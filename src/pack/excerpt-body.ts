import type { TextRange } from '../domain/text/sentences.ts'
import { byteSpansOf } from './byte-spans.ts'
import type { CutUnit } from './excerpt.ts'
import { gapOf, type Mark } from './mark.ts'
import { isCutAtLines } from './pieces.ts'
import type { Body } from './placement.ts'

/**
 * Puts chosen pieces and the fixed ones into the order of the text, with a gap wherever something was left out, at either end too. What was not cut
 * apart stays verbatim, white space included. When nothing is left out, the body is the whole unit.
 */
export function excerptBody(unit: CutUnit, chosen: readonly number[], mark: Mark): Body {
  const { text, kind, span } = unit.ranked.candidate.hyperedge
  const chosenSet = new Set(chosen)
  const isKept = unit.pieces.map((piece, index) => piece.fixed || chosenSet.has(index))
  if (isKept.every((kept) => kept)) return { text, spans: [span], excerpt: false }

  const runs = runsOf(unit, isKept)
  const space = isCutAtLines(kind) ? '\n' : ' '
  const body = runs.map((run) => text.slice(run.start, run.end)).join(space + gapOf(mark) + space)
  const before = isKept.at(0) ? '' : gapOf(mark) + space
  const after = isKept.at(-1) ? '' : space + gapOf(mark)
  return { text: before + body + after, spans: byteSpansOf(text, span, runs), excerpt: true }
}

/** Stretches of neighbouring kept pieces. */
function runsOf(unit: CutUnit, isKept: readonly boolean[]): readonly TextRange[] {
  const runs: TextRange[] = []
  for (const [index, { start, end }] of unit.pieces.entries()) {
    if (!isKept[index]) continue
    const last = runs.at(-1)
    if (last && isKept[index - 1]) runs[runs.length - 1] = { start: last.start, end }
    else runs.push({ start, end })
  }
  return runs
}
