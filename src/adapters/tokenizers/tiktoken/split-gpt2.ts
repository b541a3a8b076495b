import { LETTER, NUMBER } from './character-sets.ts'
import { afterOptionalSpace, contractionEnd, runEnd, signsEnd, whiteSpaceEnd } from './piece-rules.ts'
import type { Utf8Text } from './utf8-text.ts'

/**
 * The pieces of gpt2, r50k_base, p50k_base and p50k_edit: a contraction, or letters, digits or signs with the one space before them, or white space.
 *
 * Source: the pattern `pat_str` of the published encodings.
 */
export function gpt2PieceEnd(text: Utf8Text, start: number): number {
  const contraction = contractionEnd(text, start)
  if (contraction > start) return contraction
  const lead = afterOptionalSpace(text, start)
  const sets = text.sets[lead]!
  if (sets & LETTER) return runEnd(text, lead, LETTER)
  if (sets & NUMBER) return runEnd(text, lead, NUMBER)
  const signs = signsEnd(text, start)
  return signs > start ? signs : whiteSpaceEnd(text, start)
}
