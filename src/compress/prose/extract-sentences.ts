import type { TextRange } from '../../domain/text/sentences.ts'
import { fitSentences } from './fit-sentences.ts'
import { noveltyScores } from './novelty-scores.ts'
import { queryScores } from './query-scores.ts'
import { type ProseSentence, proseSentences } from './sentences.ts'

export interface ExtractionInput {
  readonly text: string
  /** The prose of the text: in order, not overlapping, UTF-16 units. Nothing outside is looked at. */
  readonly paragraphs: readonly TextRange[]
  /** For what is kept and the gaps, together. */
  readonly budgetTokens: number
  /** What the mark of one gap weighs. */
  readonly gapTokens: number
  readonly query?: string
  /** Tokens of a text, exact or estimated; asked once for each sentence. */
  readonly weigh: (text: string) => number
}

export interface Extraction {
  /** What stays, in order; sentences that touch are one range. */
  readonly kept: readonly TextRange[]
}

/**
 * Keeps the sentences of a text that tell most within a budget, without any model: those that have to do with the query, or where there is none those that open
 * their paragraph and say what is new. Original order and wording. A sentence that opens with a pronoun or connective keeps the one before it.
 *
 * A gap is a run of left-out sentences with nothing but white space between them; each costs `gapTokens`, and one that would hold less than that is kept instead.
 * Nothing is kept when the gaps alone exceed the budget. Deterministic. Cost: linear, but for one sort of the sentences.
 */
export function extractSentences(input: ExtractionInput): Extraction {
  const { text, paragraphs, query = '', weigh } = input
  const sentences = proseSentences(text, paragraphs)
  const weights = sentences.map((sentence) => weigh(sentence.text))
  const choosable = sentences.map(({ dependent }, index) => ({
    dependent,
    weight: weights[index]!,
    joined: isJoined(text, sentences, index),
  }))
  const kept = fitSentences(choosable, scoresOf(sentences, weights, query), input)
  return { kept: mergeTouching(sentences.filter((_, index) => kept[index])) }
}

/** A query of which no word occurs says nothing about the sentences. */
function scoresOf(sentences: readonly ProseSentence[], weights: readonly number[], query: string): readonly number[] {
  const scores = queryScores(sentences, query)
  return scores.some((score) => score > 0) ? scores : noveltyScores(sentences, weights)
}

function isJoined(text: string, sentences: readonly ProseSentence[], index: number): boolean {
  const before = sentences[index - 1]
  return before !== undefined && text.slice(before.end, sentences[index]!.start).trim() === ''
}

function mergeTouching(ranges: readonly TextRange[]): readonly TextRange[] {
  const merged: TextRange[] = []
  for (const { start, end } of ranges) {
    const last = merged.at(-1)
    if (last?.end === start) merged[merged.length - 1] = { start: last.start, end }
    else merged.push({ start, end })
  }
  return merged
}
