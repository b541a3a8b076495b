import type { Dataset, DatasetQuestion } from '../input/dataset.ts'
import { foldAnswer, holdsAnswer, searchableAnswers } from '../metrics/answer.ts'
import type { Range } from '../metrics/spans.ts'
import { type DocumentSpan, rangesByDocument } from './document-spans.ts'
import { WordStarts } from './word-starts.ts'

/** What a pack is measured against, for one question. Ranges are in bytes of the documents' text in UTF-8. */
export interface GoldEvidence {
  readonly documents: readonly string[]
  /** Each gold sentence, without white space at its ends. */
  readonly sentences: readonly DocumentSpan[]
  /** Gold document to its gold sentences, merged. Empty where the dataset marks none. */
  readonly ranges: ReadonlyMap<string, readonly Range[]>
  /** Answers that can be found as a string; empty where there is none. */
  readonly answers: readonly string[]
}

/** Documents with their word positions, and the gold evidence of each question. */
export interface GoldStandard {
  readonly words: ReadonlyMap<string, WordStarts>
  /** In the order of the questions. */
  readonly evidence: readonly GoldEvidence[]
}

/**
 * Prepares a dataset for measuring packs. An answer is looked for only if one of the gold documents holds it, since no policy could pack another.
 * Cost: linear in the corpus.
 */
export function goldStandard(dataset: Dataset): GoldStandard {
  const texts = new Map(dataset.documents.map((document) => [document.id, document]))
  const folded = (id: string) => foldAnswer(`${texts.get(id)?.title} ${texts.get(id)?.text}`)
  return {
    words: new Map(dataset.documents.map(({ id, text }) => [id, new WordStarts(text)])),
    evidence: dataset.questions.map((question) => {
      const sentences = question.goldSentences.map(({ doc, start, end }) => ({
        doc,
        ...byteRange(texts.get(doc)?.text ?? '', start, end),
      }))
      const findable = searchableAnswers(question.answers)
      return {
        documents: question.gold,
        sentences,
        ranges: rangesByDocument(sentences),
        answers: isStated(question, findable, folded) ? findable : [],
      }
    }),
  }
}

/** UTF-16 offsets to bytes, without the white space at both ends. */
function byteRange(text: string, start: number, end: number): Range {
  const sentence = text.slice(start, end)
  const first = start + sentence.length - sentence.trimStart().length
  const startByte = Buffer.byteLength(text.slice(0, first))
  return { start: startByte, end: startByte + Buffer.byteLength(sentence.trim()) }
}

function isStated(question: DatasetQuestion, answers: readonly string[], folded: (id: string) => string): boolean {
  return answers.length > 0 && question.gold.some((id) => holdsAnswer(folded(id), answers))
}
