import { type ContextIndex, extractSentences, type ProseSentence } from 'packgraph'
import { seededRandom, seedOf } from '../metrics/seeded-random.ts'
import type { QuestionText } from './question-text.ts'
import { sentenceBm25 } from './sentence-bm25.ts'
import { textRank } from './text-rank.ts'

/** What is left of a text: the stretches between which something is missing, and their share of the text's weight. */
export interface Extract {
  readonly pieces: readonly string[]
  readonly share: number
  /** Whether more was kept than the share allows. */
  readonly over: boolean
}

/** One way to shorten a text to a share of its weight. */
export interface ExtractionArm {
  readonly name: string
  /** Whether it is told the question. */
  readonly knowsQuestion: boolean
  extract(text: QuestionText, keepShare: number): Promise<Extract>
}

/** The arms of packgraph that the others are set against: with the question and without it, sentences alone. */
export const OWN_ARMS = { withQuestion: 'question', withoutQuestion: 'no-question' } as const

type ValuesOf = (sentences: readonly ProseSentence[], text: QuestionText) => readonly number[]

const MARKER = /<!-- pg:src=[0-9a-f]{8,64}#\d+-\d+ -->/

/** Sentences by weight alone: a quarter of their bytes, gaps free of charge. All but the first two replace what packgraph thinks that a sentence is worth. */
export function bareArms(): readonly ExtractionArm[] {
  return [
    bareArm(OWN_ARMS.withQuestion, true),
    bareArm('bm25', true, (sentences, { question }) => sentenceBm25(textsOf(sentences), question.question)),
    bareArm(OWN_ARMS.withoutQuestion, false),
    bareArm('first-sentences', false, (sentences) => sentences.map(({ position }) => 1 / (1 + position))),
    bareArm('textrank', false, (sentences) => textRank(textsOf(sentences))),
    bareArm('lead', false, (sentences) => sentences.map((_, index) => 1 / (1 + index))),
    bareArm('random', false, (sentences, { question }) => {
      const random = seededRandom(seedOf(question.id))
      return sentences.map(() => random())
    }),
  ]
}

/** What users get: the whole of `compressMarkdown`, its markers charged to the budget by exact count. */
export function compressArms(
  index: ContextIndex,
  tokenizer: string,
  rawTokens: (text: string) => Promise<number>,
): readonly ExtractionArm[] {
  return [true, false].map((knowsQuestion) => ({
    name: knowsQuestion ? 'compress-question' : 'compress-no-question',
    knowsQuestion,
    async extract({ text, question }, keepShare) {
      const tokens = await rawTokens(text)
      const budget = Math.max(1, Math.floor(keepShare * tokens))
      const query = knowsQuestion ? { query: question.question } : {}
      const compression = await index.compressMarkdown(text, budget, { tokenizer, allowOver: true, ...query })
      const { countedTokens } = compression.report
      return { pieces: compression.text.split(MARKER), share: countedTokens / tokens, over: countedTokens > budget }
    },
  }))
}

function bareArm(name: string, knowsQuestion: boolean, valuesOf?: ValuesOf): ExtractionArm {
  return {
    name,
    knowsQuestion,
    async extract(own, keepShare) {
      const { text, paragraphs, question } = own
      const budgetTokens = keepShare * weigh(text)
      const { kept } = extractSentences({
        text,
        paragraphs,
        budgetTokens,
        gapTokens: 0,
        weigh,
        ...(valuesOf && { valuesOf: (sentences) => valuesOf(sentences, own) }),
        ...(knowsQuestion && { query: question.question }),
      })
      const pieces = kept.map(({ start, end }) => text.slice(start, end))
      const weight = pieces.reduce((sum, piece) => sum + weigh(piece), 0)
      return { pieces, share: weight / weigh(text), over: weight > budgetTokens }
    },
  }
}

function textsOf(sentences: readonly ProseSentence[]): readonly string[] {
  return sentences.map(({ text }) => text)
}

/** Not rounded, so that the parts weigh what the whole does. */
function weigh(text: string): number {
  return Buffer.byteLength(text) / 4
}
