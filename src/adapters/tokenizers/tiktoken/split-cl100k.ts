import { LETTER, LINE_END, NUMBER, WORD_LEAD } from './character-sets.ts'
import { anyCaseContractionEnd, runEnd, shortNumberEnd, signsEnd, whiteSpaceWithLinesEnd } from './piece-rules.ts'
import { characterWidth, type Utf8Text } from './utf8-text.ts'

/**
 * The pieces of cl100k_base: a contraction, or a word with the space or sign before it, or up to three digits, or signs with the line ends after them,
 * or white space.
 *
 * Source: the pattern `pat_str` of the published encoding.
 */
export function cl100kPieceEnd(text: Utf8Text, start: number): number {
  const sets = text.sets[start]!
  if (sets & LETTER) return runEnd(text, start, LETTER)
  if (sets & NUMBER) return shortNumberEnd(text, start)
  const contraction = anyCaseContractionEnd(text, start)
  if (contraction > start) return contraction
  if (sets & WORD_LEAD) {
    const word = start + characterWidth(text.bytes[start]!)
    if (text.sets[word]! & LETTER) return runEnd(text, word, LETTER)
  }
  const signs = signsEnd(text, start)
  if (signs > start) return runEnd(text, signs, LINE_END)
  return whiteSpaceWithLinesEnd(text, start)
}
