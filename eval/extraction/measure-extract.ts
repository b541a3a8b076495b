import { foldAnswer, holdsAnswer, searchableAnswers } from '../metrics/answer.ts'
import type { Extract } from './extraction-arms.ts'
import type { QuestionText } from './question-text.ts'

/** What is measured of one extract, from 0 to 1; null where the question or the text has nothing to measure it by. */
export interface ExtractMeasures {
  /** Whether an answer still stands in the text, word for word and not across a gap. */
  readonly answer: number | null
  /** Share of the gold sentences that are whole. */
  readonly goldSentences: number | null
  /** Share of the text's different names (capitalised within a sentence) that are left. */
  readonly names: number | null
  /** Share of its different numbers. */
  readonly numbers: number | null
  /** What was kept, as a share of the text's weight. */
  readonly kept: number
}

export const EXTRACT_MEASURES = ['answer', 'goldSentences', 'names', 'numbers'] as const

export type ExtractMeasureName = (typeof EXTRACT_MEASURES)[number]

const GAP = ' […] '
const NAME = /(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{N}]+/gu
const NUMBER = /\p{Nd}+(?:[.,]\p{Nd}+)*/gu
const WORD = /[\p{L}\p{N}]+/gu

export function measureExtract(
  { text, question, goldTexts }: QuestionText,
  { pieces, share }: Extract,
): ExtractMeasures {
  const left = pieces.join(GAP)
  const answers = searchableAnswers(question.answers)
  const plain = pieces.map(withoutBreaks)
  return {
    answer: answers.length === 0 ? null : Number(holdsAnswer(foldAnswer(left), answers)),
    goldSentences: shareOf(goldTexts, (gold) => plain.some((piece) => piece.includes(withoutBreaks(gold)))),
    names: shareOf(distinct(text, NAME), within(distinct(left, WORD))),
    numbers: shareOf(distinct(text, NUMBER), within(distinct(left, NUMBER))),
    kept: share,
  }
}

function within(found: readonly string[]): (wanted: string) => boolean {
  const set = new Set(found)
  return (wanted) => set.has(wanted)
}

function distinct(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(text.match(pattern) ?? [])]
}

function shareOf(wanted: readonly string[], isLeft: (wanted: string) => boolean): number | null {
  return wanted.length === 0 ? null : wanted.filter(isLeft).length / wanted.length
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, ' ')
}
