import type { TextRange } from '../../domain/text/sentences.ts'
import { fitSentences } from './fit-sentences.ts'
import { noveltyScores } from './novelty-scores.ts'
import { queryScores } from './query-scores.ts'
import { type ProseSentence, proseSentences } from './sentences.ts'

const EVIDENCE_EXPONENT = 3
const NOVELTY_SHARE = 0.001

export interface ExtractionInput {
  readonly text: string
  /** The prose of the text: in order, not overlapping, UTF-16 units. Nothing outside is looked at. */
  readonly paragraphs: readonly TextRange[]
  /** What is kept whole or left out whole, as if it were one sentence in a paragraph of its own: code, tables. In order, apart from the paragraphs and one another. */
  readonly wholes?: readonly TextRange[]
  /** For what is kept and the gaps, together. */
  readonly budgetTokens: number
  /** What the mark of one gap weighs. */
  readonly gapTokens: number
  readonly query?: string
  /** What a token of each sentence is worth, at least 0: a rule of the caller's own in the place of query and novelty. One number for each sentence. */
  readonly valuesOf?: (sentences: readonly ProseSentence[]) => readonly number[]
  /** Tokens of a text, exact or estimated; asked once for each sentence. */
  readonly weigh: (text: string) => number
}

export interface Extraction {
  /** What stays, in order; sentences that touch are one range. */
  readonly kept: readonly TextRange[]
}

/**
 * Keeps the sentences of a text that tell most within a budget, without any model: those that have to do with the query, or where there is none those that open
 * their paragraph and say what is new. Original order and wording. A sentence that opens with a pronoun or connective is kept with the one before it only.
 *
 * A gap is a run of left-out sentences with nothing but white space between them; each costs `gapTokens`, which is weighed against what the sentences are worth,
 * so that dear marks make for few gaps. When the budget cannot be met, the least that can be is kept: what is lighter than the mark of its gap. Deterministic.
 * Cost: linear, but for two sorts of the sentences.
 */
export function extractSentences(input: ExtractionInput): Extraction {
  const { text, paragraphs, query = '', weigh } = input
  const sentences = [...proseSentences(text, paragraphs), ...wholeSentences(input)].sort((a, b) => a.start - b.start)
  const weights = sentences.map((sentence) => weigh(sentence.text))
  const values = input.valuesOf?.(sentences) ?? sentenceValues(sentences, weights, query)
  const choosable = sentences.map(({ dependent }, index) => ({
    dependent,
    weight: weights[index]!,
    value: values[index]!,
    joined: isJoined(text, sentences, index),
  }))
  const kept = fitSentences(choosable, input)
  return { kept: mergeTouching(sentences.filter((_, index) => kept[index])) }
}

function wholeSentences({ text, paragraphs, wholes = [] }: ExtractionInput): readonly ProseSentence[] {
  return wholes.map(({ start, end }, index) => {
    return {
      start,
      end,
      text: text.slice(start, end),
      paragraph: paragraphs.length + index,
      position: 0,
      dependent: false,
    }
  })
}

/**
 * What a token of each sentence is worth. Evidence is denser by far where the score is high: a sentence with half of the score of another holds about an eighth as
 * much. Where a query says nothing, novelty decides, a little of which parts equals everywhere.
 */
export function sentenceValues(
  sentences: readonly ProseSentence[],
  weights: readonly number[],
  query: string,
): readonly number[] {
  const novelty = noveltyScores(sentences, weights)
  const relevance = queryScores(sentences, query)
  if (relevance.every((score) => score === 0)) return novelty
  return relevance.map((score, index) => score ** EVIDENCE_EXPONENT + NOVELTY_SHARE * novelty[index]!)
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
