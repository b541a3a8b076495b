import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const document = (id: string, title: string, text: string) => ({ id, title, text })

/** Documents about an invented harbour town; the last two hold the same text. */
export const tinyCorpus: readonly { readonly id: string; readonly title: string; readonly text: string }[] = [
  document('harbour', 'Oakport harbour', 'The harbour of Oakport was dug in 1871. Its engineer was Ada Quill.'),
  document('quill', 'Ada Quill', 'Ada Quill was born in Fernmouth. She drew every plan herself.'),
  document('fernmouth', 'Fernmouth', 'Fernmouth is a village of weavers. A market is held there on Thursdays.'),
  document('light', 'Gull Rock light', 'The lighthouse on Gull Rock has burned gas since 1902.'),
  document('bread', 'Bread', 'Rye bread needs a long rest. Salt slows the dough.'),
  document('notice', 'Notice', 'The ferry does not sail in fog. Tickets stay valid.'),
  document('notice-copy', 'Notice again', 'The ferry does not sail in fog. Tickets stay valid.'),
]

const text = (id: string) => tinyCorpus.find((document) => document.id === id)!.text

function sentence(doc: string, words: string): object {
  const start = text(doc).indexOf(words)
  return { doc, start, end: start + words.length, text: words }
}

export const tinyQueries: readonly object[] = [
  {
    id: 'q1',
    question: 'Where was the engineer of the harbour of Oakport born?',
    answer: 'Fernmouth',
    gold: ['harbour', 'quill'],
    gold_sentences: [
      sentence('harbour', 'Its engineer was Ada Quill.'),
      sentence('quill', 'Ada Quill was born in Fernmouth.'),
    ],
    type: 'bridge',
  },
  {
    id: 'q2',
    question: 'Since when has the lighthouse on Gull Rock burned gas?',
    answer: '1902',
    gold: ['light'],
    gold_sentences: [sentence('light', 'The lighthouse on Gull Rock has burned gas since 1902.')],
    type: 'single-hop',
  },
  {
    id: 'q3',
    question: 'Does the ferry sail in fog?',
    answer: 'no',
    gold: ['notice-copy'],
    type: 'single-hop',
  },
]

/** The records as lines of a file. */
export function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

export interface DatasetFolder {
  readonly folder: string
  remove(): void
}

/** Writes a dataset named `tiny`; a file whose text is null is left out. */
export function writeDataset(
  corpus: string | Uint8Array | null = lines(tinyCorpus),
  queries: string | Uint8Array | null = lines(tinyQueries),
): DatasetFolder {
  const parent = mkdtempSync(join(tmpdir(), 'packgraph-dataset-'))
  const folder = join(parent, 'tiny')
  mkdirSync(folder)
  if (corpus !== null) writeFileSync(join(folder, 'corpus.jsonl'), corpus)
  if (queries !== null) writeFileSync(join(folder, 'queries.jsonl'), queries)
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) }
}
