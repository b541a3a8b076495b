import type { Dataset, DatasetDocument, DatasetQuestion } from '../input/dataset.ts'
import type { Range } from '../metrics/spans.ts'

/** One text that a question is asked of, and what of it holds the evidence. */
export interface QuestionText {
  readonly question: DatasetQuestion
  readonly text: string
  /** Between blank lines, in order; UTF-16 units. */
  readonly paragraphs: readonly Range[]
  /** The gold sentences as they stand in the text, trimmed. */
  readonly goldTexts: readonly string[]
}

const BLANK_LINES = /\n[ \t\r]*\n\s*/g

/**
 * Makes the text of each question: its candidates, where it has any, otherwise all documents with the title of a gold document, which are the parts of one
 * article in many datasets. They are joined by blank lines, in the order of the candidates or of the corpus.
 */
export function questionTexts({ documents, questions }: Dataset): readonly QuestionText[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const byTitle = new Map<string, DatasetDocument[]>()
  for (const document of documents)
    byTitle.set(articleOf(document), [...(byTitle.get(articleOf(document)) ?? []), document])
  return questions.map((question) => {
    const { candidates } = question
    const articles = new Set(question.gold.map((id) => articleOf(byId.get(id)!)))
    const parts = candidates?.map((id) => byId.get(id)!) ?? [...articles].flatMap((article) => byTitle.get(article)!)
    return joined(question, parts, byId)
  })
}

/** Documents of one title are parts of one article; a document without title stands for itself. */
function articleOf({ id, title }: DatasetDocument): string {
  return title === '' ? id : title
}

function joined(
  question: DatasetQuestion,
  parts: readonly DatasetDocument[],
  byId: ReadonlyMap<string, DatasetDocument>,
): QuestionText {
  const text = parts.map((part) => part.text.trim()).join('\n\n')
  const goldTexts = question.goldSentences.map(({ doc, start, end }) => byId.get(doc)!.text.slice(start, end).trim())
  return { question, text, paragraphs: paragraphsOf(text), goldTexts }
}

function paragraphsOf(text: string): readonly Range[] {
  const paragraphs: Range[] = []
  let start = 0
  for (const gap of text.matchAll(BLANK_LINES)) {
    paragraphs.push({ start, end: gap.index })
    start = gap.index + gap[0].length
  }
  paragraphs.push({ start, end: text.length })
  return paragraphs.filter((paragraph) => paragraph.end > paragraph.start)
}
