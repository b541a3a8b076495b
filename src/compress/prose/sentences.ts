import { splitSentences, type TextRange } from '../../domain/text/sentences.ts'
import { coverCode } from '../code-spans.ts'
import { coverFormulas } from './formulas.ts'
import { coverQuoteMarks, unwrapLines } from './line-breaks.ts'
import { isNoEnd } from './no-end.ts'
import { opensDependent } from './openers.ts'

/** One sentence of a document's prose. Offsets are UTF-16 units of the document; trailing white space belongs to the sentence. */
export interface ProseSentence extends TextRange {
  readonly text: string
  /** Position of its paragraph among those given. */
  readonly paragraph: number
  /** Position in its paragraph. */
  readonly position: number
  /** Opens with a pronoun or connective, and is not the first of its paragraph. */
  readonly dependent: boolean
}

/** Longer sentences are cut further: nothing could be chosen from a text that is one sentence. */
const MAX_SENTENCE_LENGTH = 600
/** Where a long sentence may be cut, the best first. */
const CUTS = [/[.!?]["'”’)\]]*\s+/g, /[;:—–]\s+|[；：…]\s*/g, /,\s+|[，、]\s*/g, /\s+/g]
/** A cut nearer to the beginning would leave scraps. */
const MIN_PIECE_LENGTH = 120
const LOWER_CASE_OPENER = /[.!?]["'”’)\]]*\s+\p{Ll}/gu
const CAPITAL_OPENER = /[.!?]["'”’)\]]*\s+\p{Lu}/gu
const SENTENCE_END = /[.!?]["'”’)\]]*\s+(?=\S)/g

/**
 * The sentences of paragraphs, in order; together they cover the paragraphs. Lines that are only wrapped are joined, the items of a list are sentences of their
 * own, in a text without capitals every full stop ends a sentence, and none is longer than 600 UTF-16 units. No shorter code span or formula is cut. Linear.
 */
export function proseSentences(text: string, paragraphs: readonly TextRange[]): readonly ProseSentence[] {
  const lowerCase = isLowerCase(paragraphs.map(({ start, end }) => text.slice(start, end)))
  return paragraphs.flatMap(({ start, end }, paragraph) => {
    const own = text.slice(start, end)
    const covered = unwrapLines(coverQuoteMarks(coverFormulas(coverCode(own))))
    const ranges = mergeUnended(covered, splitSentences(covered))
      .flatMap((range) => (lowerCase ? cutAt(covered, range, SENTENCE_END) : [range]))
      .flatMap((range) => bounded(covered, range))
    return ranges.map((range, position) => {
      const sentence = own.slice(range.start, range.end)
      return {
        start: start + range.start,
        end: start + range.end,
        text: sentence,
        paragraph,
        position,
        dependent: position > 0 && opensDependent(sentence),
      }
    })
  })
}

/** Joins what was cut after an abbreviation or in the middle of an ellipsis. */
function mergeUnended(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last !== undefined && isNoEnd(text, range.start)) merged[merged.length - 1] = { ...last, end: range.end }
    else merged.push(range)
  }
  return merged
}

/** Whether most sentences open in lower case, so that a full stop before a lower-case word is no abbreviation. */
function isLowerCase(paragraphs: readonly string[]): boolean {
  const count = (pattern: RegExp) => paragraphs.reduce((sum, own) => sum + (own.match(pattern)?.length ?? 0), 0)
  return count(LOWER_CASE_OPENER) > count(CAPITAL_OPENER)
}

function cutAt(text: string, { start, end }: TextRange, pattern: RegExp): readonly TextRange[] {
  const ranges: TextRange[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length
    if (isNoEnd(text, to)) continue
    ranges.push({ start: from, end: to })
    from = to
  }
  if (from < end) ranges.push({ start: from, end })
  return ranges
}

/** Cuts what is too long at the last good place before the limit, again and again. */
function bounded(text: string, { start, end }: TextRange): readonly TextRange[] {
  const ranges: TextRange[] = []
  let from = start
  while (end - from > MAX_SENTENCE_LENGTH) {
    const to = from + pieceLength(text.slice(from, from + MAX_SENTENCE_LENGTH))
    ranges.push({ start: from, end: to })
    from = to
  }
  ranges.push({ start: from, end })
  return ranges
}

function pieceLength(window: string): number {
  for (const pattern of CUTS) {
    const last = [...window.matchAll(pattern)].at(-1)
    const length = last === undefined ? 0 : last.index + last[0].length
    if (length >= MIN_PIECE_LENGTH) return length
  }
  return isHighSurrogate(window.charCodeAt(window.length - 1)) ? window.length - 1 : window.length
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}
