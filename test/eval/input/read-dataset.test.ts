import { afterEach, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { type DatasetFolder, lines, tinyCorpus, tinyQueries, writeDataset } from '../tiny-dataset.ts'

const opened: DatasetFolder[] = []

function read(...files: Parameters<typeof writeDataset>): Promise<Dataset> {
  const dataset = writeDataset(...files)
  opened.push(dataset)
  return readDataset(dataset.folder)
}

const query = { id: 'q', question: 'Where?', gold: ['harbour'] }

/** What is wrong, the files (corpus, queries) and what is said of them. */
const refusals: readonly (readonly [string, Parameters<typeof writeDataset>, string | RegExp])[] = [
  ['no corpus', [null], /^the dataset .+ has no corpus\.jsonl$/],
  ['no queries', [undefined, null], /^the dataset .+ has no queries\.jsonl$/],
  ['an empty corpus', ['\n'], 'corpus.jsonl has no documents'],
  ['no questions', [undefined, ''], 'queries.jsonl has no questions'],
  ['broken JSON', [`${lines(tinyCorpus)}{"id": `], 'corpus.jsonl, line 8: it is not valid JSON'],
  ['a line that is no object', [undefined, '[1]'], 'queries.jsonl, line 1: it is not a JSON object'],
  ['bytes that are no text', [new Uint8Array([0x7b, 0xff, 0x7d])], 'corpus.jsonl is not UTF-8 text'],
  ['a document without text', ['{"id":"a"}'], 'corpus.jsonl, line 1: “text” must be a text that is not blank'],
  ['a number for an id', ['{"id":1,"text":"x"}'], 'corpus.jsonl, line 1: “id” must be a text'],
  [
    'an id twice',
    [lines([...tinyCorpus, tinyCorpus[1]!])],
    'corpus.jsonl, line 8: the id “quill” is taken by an earlier line',
  ],
  [
    'no gold',
    [undefined, lines([{ ...query, gold: [] }])],
    'queries.jsonl, line 1: “gold” must name at least one document',
  ],
  [
    'gold that is no list',
    [undefined, lines([{ ...query, gold: 'harbour' }])],
    'queries.jsonl, line 1: “gold” must be a list of texts',
  ],
  [
    'gold that is not in the corpus',
    [undefined, lines([{ ...query, gold: ['nowhere'] }])],
    'queries.jsonl, line 1: the gold id “nowhere” is not in corpus.jsonl',
  ],
  [
    'a gold sentence beyond its document',
    [undefined, lines([{ ...query, gold_sentences: [{ doc: 'harbour', start: 0, end: 999 }] }])],
    'queries.jsonl, line 1: the gold sentence 0–999 is not within the 67 units of “harbour”',
  ],
  [
    'a gold sentence without numbers',
    [undefined, lines([{ ...query, gold_sentences: [{ doc: 'harbour' }] }])],
    'queries.jsonl, line 1: a gold sentence is {doc, start, end}: a document id and two whole numbers',
  ],
  [
    'a gold sentence of an unknown document',
    [undefined, lines([{ ...query, gold_sentences: [{ doc: 'nowhere', start: 0, end: 1 }] }])],
    'queries.jsonl, line 1: a gold sentence is of the document “nowhere”, which is not in corpus.jsonl',
  ],
]

describe('a dataset', () => {
  afterEach(() => {
    for (const dataset of opened.splice(0)) dataset.remove()
  })

  it('is read with its name, in file order', async () => {
    const dataset = await read()
    expect(dataset.name).toBe('tiny')
    expect(dataset.documents).toEqual(tinyCorpus)
    expect(dataset.questions[0]).toEqual({
      id: 'q1',
      question: 'Where was the engineer of the harbour of Oakport born?',
      answers: ['Fernmouth'],
      gold: ['harbour', 'quill'],
      goldSentences: [
        { doc: 'harbour', start: 40, end: 67 },
        { doc: 'quill', start: 0, end: 32 },
      ],
      type: 'bridge',
    })
  })

  it('may have blank lines, a byte order mark, carriage returns and fields of its own', async () => {
    const corpus = `\uFEFF\n${lines(tinyCorpus).replaceAll('\n', '\r\n\r\n')}`
    const { documents } = await read(corpus, lines([{ ...query, hops: 2 }]))
    expect(documents).toEqual(tinyCorpus)
  })

  it('takes other spellings of the answer, each once, and gold ids once', async () => {
    const { questions } = await read(
      undefined,
      lines([
        { ...query, answer: '1871', answer_aliases: ['1871', ' ', 'eighteen seventy-one'], gold: ['quill', 'quill'] },
      ]),
    )
    expect(questions[0]).toMatchObject({ answers: ['1871', 'eighteen seventy-one'], gold: ['quill'] })
  })

  it('has another fingerprint when a byte of either file is another', async () => {
    const prints = [
      await read(),
      await read(),
      await read(lines(tinyCorpus).replace('1871', '1872')),
      await read(undefined, lines(tinyQueries).replace('born', 'from')),
    ].map(({ fingerprint }) => fingerprint)
    expect(prints[1]).toBe(prints[0])
    expect(new Set(prints).size).toBe(3)
  })

  it.each(refusals)('with %s is refused', async (_, files, message) => {
    await expect(read(...files)).rejects.toMatchObject({
      code: 'INPUT',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})
