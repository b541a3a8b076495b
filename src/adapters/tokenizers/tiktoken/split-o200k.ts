import { LINE_END, LOWER_PART, NUMBER, UPPER_PART, WORD_LEAD } from './character-sets.ts'
import { anyCaseContractionEnd, runEnd, shortNumberEnd, signsEnd, whiteSpaceWithLinesEnd } from './piece-rules.ts'
import { characterWidth, lastCharacterStart, type Utf8Text } from './utf8-text.ts'

const SLASH = 0x2f

/**
 * The pieces of o200k_base: a word cut at its inner capitals, with the space or sign before it and the contraction after it, or up to three digits, or
 * signs with the line ends and slashes after them, or white space.
 *
 * Source: the pattern `pat_str` of the published encoding.
 */
export function o200kPieceEnd(text: Utf8Text, start: number): number {
  const sets = text.sets[start]!
  if (sets & NUMBER) return shortNumberEnd(text, start)
  const word = wordEnd(text, start, sets)
  if (word > start) return anyCaseContractionEnd(text, word)
  const signs = signsEnd(text, start)
  if (signs > start) return lineEndsAndSlashesEnd(text, signs)
  return whiteSpaceWithLinesEnd(text, start)
}

/**
 * The two word alternatives in their order: first one that ends in a lower-case part, with the lead or else without it, then one of an upper-case part.
 */
function wordEnd(text: Utf8Text, start: number, sets: number): number {
  const afterLead = sets & WORD_LEAD ? start + characterWidth(text.bytes[start]!) : start
  const upperEnd = runEnd(text, afterLead, UPPER_PART)
  const mixed = mixedWordEnd(text, afterLead, upperEnd)
  if (mixed > afterLead) return mixed
  // Only a combining mark is both a lead and a part of a word.
  if (afterLead > start && sets & LOWER_PART) return afterLead
  return upperEnd > afterLead ? upperEnd : start
}

/** `[upper]*[lower]+` from `start`, whose greedy first part ends at `upperEnd`. Equal to `start` when it does not match. */
function mixedWordEnd(text: Utf8Text, start: number, upperEnd: number): number {
  const end = runEnd(text, upperEnd, LOWER_PART)
  if (end > upperEnd) return end
  // The first part gives back up to its last character that may be lower case: a capital after that one is left over.
  for (let last = upperEnd; last > start; last = lastCharacterStart(text.bytes, last)) {
    if (text.sets[last - 1]! & LOWER_PART) return last
  }
  return start
}

/** `[\r\n/]*` */
function lineEndsAndSlashesEnd(text: Utf8Text, start: number): number {
  let end = start
  while ((text.sets[end]! & LINE_END) !== 0 || (end < text.length && text.bytes[end] === SLASH)) end += 1
  return end
}
