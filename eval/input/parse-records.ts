import type { DatasetDocument, DatasetQuestion, GoldSentence } from './dataset.ts'
import type { Line } from './parse-lines.ts'

/** A record with the line it came from, for checks that need the whole file. */
export interface Parsed<Value> {
  readonly value: Value
  readonly line: Line
}

/** Reads `{id, title?, text, metadata?, mediaType?}`. @throws PackgraphError `INPUT` naming the field. */
export function parseDocument(line: Line): Parsed<DatasetDocument> {
  const { metadata, mediaType } = line.fields
  if (metadata !== undefined && !isObject(metadata)) throw line.error('“metadata” must be an object')
  if (mediaType !== undefined && typeof mediaType !== 'string') throw line.error('“mediaType” must be a text')
  return {
    line,
    value: {
      id: requiredText(line, 'id'),
      title: optionalText(line, 'title') ?? '',
      text: requiredText(line, 'text'),
      ...(metadata !== undefined && { metadata }),
      ...(mediaType !== undefined && { mediaType }),
    },
  }
}

/** Reads `{id, question, answer?, answer_aliases?, gold, gold_sentences?, candidates?, type?}`. @throws PackgraphError `INPUT` naming the field. */
export function parseQuestion(line: Line): Parsed<DatasetQuestion> {
  const gold = textList(line, 'gold')
  if (gold.length === 0) throw line.error('“gold” must name at least one document')
  const answer = optionalText(line, 'answer')
  const type = optionalText(line, 'type')
  const candidates = textList(line, 'candidates')
  const answers = [...(answer === undefined ? [] : [answer]), ...textList(line, 'answer_aliases')]
  return {
    line,
    value: {
      id: requiredText(line, 'id'),
      question: requiredText(line, 'question'),
      answers: unique(answers.filter((text) => text.trim() !== '')),
      gold: unique(gold),
      goldSentences: goldSentences(line),
      ...(candidates.length > 0 && { candidates: unique(candidates) }),
      ...(type !== undefined && { type }),
    },
  }
}

function goldSentences(line: Line): readonly GoldSentence[] {
  const list = line.fields.gold_sentences ?? []
  if (!Array.isArray(list)) throw line.error('“gold_sentences” must be a list')
  return list.map((entry: unknown) => {
    const { doc, start, end } = isObject(entry) ? entry : {}
    if (typeof doc !== 'string' || !Number.isSafeInteger(start) || !Number.isSafeInteger(end)) {
      throw line.error('a gold sentence is {doc, start, end}: a document id and two whole numbers')
    }
    return { doc, start: start as number, end: end as number }
  })
}

function requiredText(line: Line, field: string): string {
  const text = optionalText(line, field)
  if (text === undefined || text.trim() === '') throw line.error(`“${field}” must be a text that is not blank`)
  return text
}

function optionalText(line: Line, field: string): string | undefined {
  const value = line.fields[field] ?? undefined
  if (value !== undefined && typeof value !== 'string') throw line.error(`“${field}” must be a text`)
  return value
}

function textList(line: Line, field: string): readonly string[] {
  const value = line.fields[field] ?? []
  if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string')) {
    throw line.error(`“${field}” must be a list of texts`)
  }
  return value
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
