import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { PackgraphError } from 'packgraph'
import type { Dataset, DatasetDocument, DatasetQuestion } from './dataset.ts'
import { type Line, parseLines } from './parse-lines.ts'
import { parseDocument, parseQuestion } from './parse-records.ts'

const CORPUS = 'corpus.jsonl'
const QUERIES = 'queries.jsonl'

/**
 * Reads a dataset folder: `corpus.jsonl` and `queries.jsonl`, one JSON object a line.
 *
 * Everything is checked before anything is measured: each line's form, that ids are unique, that every gold id is in the corpus and that gold sentences lie
 * within their documents. Cost: linear in the size of both files, which are held in memory.
 * @throws PackgraphError `INPUT`, with file and line where there is one.
 */
export async function readDataset(folder: string): Promise<Dataset> {
  const corpus = await readBytes(folder, CORPUS)
  const queries = await readBytes(folder, QUERIES)
  const documents = parseLines(CORPUS, corpus).map(parseDocument)
  const known = new Map<string, DatasetDocument>()
  for (const { value, line } of documents) addUnique(known, value.id, value, line)
  if (known.size === 0) throw new PackgraphError('INPUT', `${CORPUS} has no documents`, { facts: { folder } })

  const questions = new Map<string, DatasetQuestion>()
  for (const { value, line } of parseLines(QUERIES, queries).map(parseQuestion)) {
    checkGold(value, line, known)
    addUnique(questions, value.id, value, line)
  }
  if (questions.size === 0) throw new PackgraphError('INPUT', `${QUERIES} has no questions`, { facts: { folder } })

  return {
    name: basename(resolve(folder)) || 'dataset',
    documents: [...known.values()],
    questions: [...questions.values()],
    fingerprint: createHash('sha256').update(corpus).update('\0').update(queries).digest('hex'),
  }
}

async function readBytes(folder: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, name))
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const reason = code === 'ENOENT' || code === 'ENOTDIR' ? 'has no' : 'has an unreadable'
    throw new PackgraphError('INPUT', `the dataset ${folder} ${reason} ${name}`, {
      facts: { folder, file: name },
      hint: `A dataset is a folder with ${CORPUS} and ${QUERIES}; docs/evaluation.md describes both.`,
      cause,
    })
  }
}

function addUnique<Value>(values: Map<string, Value>, id: string, value: Value, line: Line): void {
  if (values.has(id)) throw line.error(`the id “${id}” is taken by an earlier line`)
  values.set(id, value)
}

function checkGold(question: DatasetQuestion, line: Line, documents: ReadonlyMap<string, DatasetDocument>): void {
  for (const id of question.gold) {
    if (!documents.has(id)) throw line.error(`the gold id “${id}” is not in ${CORPUS}`)
  }
  for (const id of question.candidates ?? []) {
    if (!documents.has(id)) throw line.error(`the candidate “${id}” is not in ${CORPUS}`)
  }
  for (const { doc, start, end } of question.goldSentences) {
    const document = documents.get(doc)
    if (!document) throw line.error(`a gold sentence is of the document “${doc}”, which is not in ${CORPUS}`)
    if (start < 0 || end <= start || end > document.text.length) {
      throw line.error(`the gold sentence ${start}–${end} is not within the ${document.text.length} units of “${doc}”`)
    }
  }
}
