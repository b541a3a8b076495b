import type { Candidate } from '../domain/candidate.ts'
import type { PieceRange } from '../domain/session.ts'
import { choicesOf } from './excerpt.ts'
import { bodyOf, rangesOf } from './excerpt-body.ts'
import type { Mark } from './mark.ts'
import { cutIntoPieces } from './pieces.ts'
import type { Body } from './placement.ts'

/**
 * Makes an excerpt again from the numbers of its pieces: its text and its spans are those of the unit as it is now. Pure; takes one cutting of the unit.
 * @returns undefined where no excerpt of the unit keeps just these pieces: one has all fixed pieces, some of the two or more others, and no bare markup.
 */
export function restoreExcerpt(candidate: Candidate, ranges: readonly PieceRange[], mark: Mark): Body | undefined {
  const { hyperedge, document } = candidate
  const pieces = cutIntoPieces(hyperedge, document.mediaType)
  let next = 0
  const isKept = pieces.map((_, index) => {
    while ((ranges[next]?.end ?? Infinity) <= index) next++
    return (ranges[next]?.start ?? Infinity) <= index
  })
  if (!isSame(rangesOf(isKept), ranges)) return undefined
  const isPossible = pieces.every(({ fixed, bare }, index) => (fixed ? isKept[index] : !bare || !isKept[index]))
  const choices = choicesOf(pieces)
  const hasChosen = choices.length > 1 && choices.some((index) => isKept[index])
  if (!isPossible || !hasChosen || isKept.every((kept) => kept)) return undefined
  return bodyOf({ unit: hyperedge, pieces }, ranges, mark)
}

function isSame(left: readonly PieceRange[], right: readonly PieceRange[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ start, end }, index) => start === right[index]?.start && end === right[index].end)
  )
}
