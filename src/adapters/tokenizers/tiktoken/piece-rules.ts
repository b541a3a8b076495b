import { LINE_END, NUMBER, SIGN, WHITE_SPACE } from './character-sets.ts'
import { characterWidth, lastCharacterStart, type Utf8Text } from './utf8-text.ts'

/**
 * The parts that the splitting patterns share, written out by hand: a regular expression allocates each match, and its backtracking is quadratic on
 * some hostile texts. Each function takes the position where its part would start and returns where it ends; equal to the start means no match.
 */

/** @returns the end of the piece that starts at `start`, greater than `start`; `start` is inside the text. */
export type PieceRule = (text: Utf8Text, start: number) => number

const SPACE_BYTE = 0x20
const APOSTROPHE = 0x27
const ASCII_CASE_BIT = 0x20

/** `[set]*` for the union of the sets. */
export function runEnd(text: Utf8Text, start: number, sets: number): number {
  const textSets = text.sets
  let end = start
  while ((textSets[end]! & sets) !== 0) end += 1
  return end
}

/** `\p{N}{1,3}` */
export function shortNumberEnd(text: Utf8Text, start: number): number {
  let end = start
  for (let digits = 0; digits < 3 && (text.sets[end]! & NUMBER) !== 0; digits++) end += characterWidth(text.bytes[end]!)
  return end
}

/** ` ?[^\s\p{L}\p{N}]+`, without whatever the encoding lets follow. */
export function signsEnd(text: Utf8Text, start: number): number {
  const first = afterOptionalSpace(text, start)
  const end = runEnd(text, first, SIGN)
  return end > first ? end : start
}

/** ` ?` */
export function afterOptionalSpace(text: Utf8Text, start: number): number {
  return text.bytes[start] === SPACE_BYTE ? start + 1 : start
}

/** `\s*[\r\n]+|\s+(?!\S)|\s+` */
export function whiteSpaceWithLinesEnd(text: Utf8Text, start: number): number {
  const end = runEnd(text, start, WHITE_SPACE)
  for (let last = end; last > start; last--) if ((text.sets[last - 1]! & LINE_END) !== 0) return last
  return allButLastCharacter(text, start, end)
}

/** `\s+(?!\S)|\s+` */
export function whiteSpaceEnd(text: Utf8Text, start: number): number {
  return allButLastCharacter(text, start, runEnd(text, start, WHITE_SPACE))
}

/** A run of white space leaves its last character to what follows, unless nothing follows or it has no other. */
function allButLastCharacter(text: Utf8Text, start: number, end: number): number {
  if (end >= text.length) return end
  const last = lastCharacterStart(text.bytes, end)
  return last > start ? last : end
}

/** `'s|'t|'re|'ve|'m|'ll|'d`, as gpt2 has it. */
export function contractionEnd(text: Utf8Text, start: number): number {
  return matchContraction(text, start, 0)
}

/** The same in any case, as o200k and cl100k have it: case folding makes the long s (ſ) an s as well. */
export function anyCaseContractionEnd(text: Utf8Text, start: number): number {
  const { bytes, length } = text
  const isLongS =
    bytes[start] === APOSTROPHE && start + 2 < length && bytes[start + 1] === 0xc5 && bytes[start + 2] === 0xbf
  return isLongS ? start + 3 : matchContraction(text, start, ASCII_CASE_BIT)
}

/** @param caseBit is set in both letters before they are compared with lower-case ones. */
function matchContraction({ bytes, length }: Utf8Text, start: number, caseBit: number): number {
  if (bytes[start] !== APOSTROPHE || start + 1 >= length) return start
  const first = String.fromCharCode(bytes[start + 1]! | caseBit)
  if ('stmd'.includes(first)) return start + 2
  if (start + 2 >= length) return start
  const pair = first + String.fromCharCode(bytes[start + 2]! | caseBit)
  return pair === 're' || pair === 've' || pair === 'll' ? start + 3 : start
}
