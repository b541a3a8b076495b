import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { termsOf } from '../../src/domain/text/terms.ts'

interface DocumentRow {
  readonly id: string
  readonly title: string
  readonly text: string
}

interface GoldSentence {
  readonly doc: string
  readonly start: number
  readonly end: number
  readonly text: string
}

interface QueryRow {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly type: string
  readonly gold: readonly string[]
  readonly gold_sentences: readonly GoldSentence[]
}

const folder = fileURLToPath(new URL('../../eval/datasets/', import.meta.url))

function rowsOf<Row>(dataset: string, file: string): readonly Row[] {
  const lines = readFileSync(`${folder}${dataset}/${file}`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Row)
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

const datasets = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  // Conversations have another form; `conversations/read-transcripts.test.ts` checks them.
  entry.isDirectory() && entry.name !== 'conversations' ? entry.name : [],
)

describe.each(datasets)('the dataset %s', (dataset) => {
  const documents = rowsOf<DocumentRow>(dataset, 'corpus.jsonl')
  const queries = rowsOf<QueryRow>(dataset, 'queries.jsonl')
  const textOf = new Map(documents.map((document) => [document.id, document.text]))

  it('has documents with titles and texts, and no two of one id', () => {
    expect(documents.filter(({ title, text }) => title.trim() === '' || text.trim() === '')).toEqual([])
    expect(repeated(documents.map(({ id }) => id))).toEqual([])
    expect(repeated(documents.map(({ text }) => text))).toEqual([])
  })

  it('asks each question once', () => {
    expect(repeated(queries.map(({ id }) => id))).toEqual([])
    expect(repeated(queries.map(({ question }) => question))).toEqual([])
  })

  it('names gold documents that exist, and shows evidence from each', () => {
    for (const { id, gold, gold_sentences: sentences } of queries) {
      expect(gold.length, id).toBeGreaterThan(0)
      expect(repeated(gold), id).toEqual([])
      expect(
        gold.filter((document) => !textOf.has(document)),
        id,
      ).toEqual([])
      expect(new Set(sentences.map(({ doc }) => doc)), id).toEqual(new Set(gold))
    }
  })

  it('gives the exact range of every gold sentence', () => {
    const wrong = queries.flatMap(({ gold_sentences: sentences }) =>
      sentences.filter(({ doc, start, end, text }) => text === '' || textOf.get(doc)?.slice(start, end) !== text),
    )
    expect(wrong).toEqual([])
  })

  it('has each answer literally in the gold evidence, unless it compares and answers yes or no', () => {
    const missing = queries.filter(({ answer, type, gold_sentences: sentences }) => {
      if (type === 'comparison' && (answer === 'yes' || answer === 'no')) return false
      return answer === '' || !sentences.some(({ text }) => text.includes(answer))
    })
    expect(missing).toEqual([])
  })
})

it('asks the paraphrase set without a content word of the gold documents', () => {
  const documents = new Map(rowsOf<DocumentRow>('paraphrase', 'corpus.jsonl').map((row) => [row.id, row]))
  for (const { question, gold } of rowsOf<QueryRow>('paraphrase', 'queries.jsonl')) {
    const asked = termsOf(question)
    expect(asked, question).not.toEqual([])
    for (const id of gold) {
      const { title, text } = documents.get(id)!
      const told = new Set(termsOf(`${title}\n${text}`))
      expect(
        asked.filter((term) => told.has(term)),
        question,
      ).toEqual([])
    }
  }
})

describe('the handbook', () => {
  const documents = rowsOf<DocumentRow>('handbook', 'corpus.jsonl')
  const queries = rowsOf<QueryRow>('handbook', 'queries.jsonl')
  const textOf = new Map(documents.map(({ id, text }) => [id, text]))
  const linksOf = (id: string): readonly string[] =>
    [...textOf.get(id)!.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1]!)
  const headingsBefore = (id: string, offset: number): number => {
    const headings = [...textOf.get(id)!.matchAll(/^#{1,6} /gm)]
    return headings.filter(({ index }) => index <= offset).length
  }

  it('links only to documents that it has', () => {
    expect(documents.flatMap(({ id }) => linksOf(id)).filter((target) => !textOf.has(target))).toEqual([])
  })

  it('asks linked questions of two documents of which one links to the other', () => {
    for (const { question, gold } of queries.filter(({ type }) => type === 'linked')) {
      const [first, second] = gold
      expect(gold.length, question).toBe(2)
      expect(linksOf(first!).includes(second!) || linksOf(second!).includes(first!), question).toBe(true)
    }
  })

  it('asks the other questions of two sections of one document', () => {
    for (const { question, gold, gold_sentences: sentences } of queries.filter(({ type }) => type === 'two-sections')) {
      expect(gold.length, question).toBe(1)
      expect(new Set(sentences.map(({ doc, start }) => headingsBefore(doc, start))).size, question).toBeGreaterThan(1)
    }
  })
})
