import { rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BudgetError, type ContextIndex, type DocumentInput, openIndex, PackgraphError } from '../../src/index.ts'
import { fakeEmbedder } from '../fakes/fake-embedder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const O200K = { tokenizer: 'tiktoken:o200k_base' } as const

/** The error's code with its message and hint, for one look at what a caller reads. */
async function failure(work: Promise<unknown>): Promise<{ code: string; message: string; hint: string | undefined }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PackgraphError)) throw new Error(`expected a PackgraphError, got ${String(error)}`)
  return { code: error.code, message: error.message, hint: error.hint }
}

const PARAGRAPHS: readonly DocumentInput[] = [
  { uri: 'ferry', title: 'The Ferry', text: 'The ferry leaves at nine. It carries forty people and two carts.' },
  { uri: 'mint', title: 'Old Mint', text: 'The Old Mint made coins until 1911. Now it is an archive.' },
]

describe('budgets that cannot be kept', () => {
  let index: ContextIndex
  beforeAll(async () => {
    index = await openIndex(folder.path('budget.packgraph'))
    await index.add(PARAGRAPHS)
  })
  afterAll(() => index.close())

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60])('%s is refused by name', async (budget) => {
    await expect(index.pack('ferry', budget, O200K)).rejects.toBeInstanceOf(BudgetError)
    expect((await failure(index.pack('ferry', budget, O200K))).message).toContain(String(budget))
  })

  it('below what must be printed anyway is refused with the number that is needed', async () => {
    const error = await index
      .pack('ferry', 5, { ...O200K, preamble: 'Use only the following context to answer.' })
      .catch((reason) => reason)
    expect(error).toBeInstanceOf(BudgetError)
    expect(error.facts).toMatchObject({ budgetTokens: 5, neededTokens: expect.any(Number) })
  })

  it('smaller than every unit gives an empty pack with reasons when nothing may be cut', async () => {
    const pack = await index.pack('ferry carts archive', 3, { ...O200K, fill: false })
    expect(pack.text).toBe('')
    expect(pack.items).toEqual([])
    expect(pack.proof).toMatchObject({ countedTokens: 0, verified: true })
    expect(pack.decisions.map(({ reason }) => reason)).toEqual(['over-budget', 'over-budget'])
  })
})

describe('queries', () => {
  let index: ContextIndex
  beforeAll(async () => {
    index = await openIndex(folder.path('queries.packgraph'))
    await index.add(PARAGRAPHS)
  })
  afterAll(() => index.close())

  it.each(['', '  \n\t'])('that are empty (%j) are refused', async (query) => {
    expect(await failure(index.search(query))).toMatchObject({ code: 'INPUT' })
    expect(await failure(index.pack(query, 100, O200K))).toMatchObject({ code: 'INPUT' })
  })

  it('of a megabyte are answered', async () => {
    const { hits } = await index.search('ferry leaves at nine '.repeat(50_000))
    expect(hits[0]!.uri).toBe('ferry')
  })

  it('made of syntax of databases, regular expressions and objects are words like any other', async () => {
    for (const query of [
      '"ferry" AND (',
      "'; DROP TABLE documents; --",
      'ferry*^:{}',
      '.*+?^$()[]|\\',
      '__proto__ constructor',
      '\ud83d ferry',
    ]) {
      expect(Array.isArray((await index.search(query)).hits)).toBe(true)
    }
    expect((await index.status()).documents).toBe(2)
  })

  it('of an empty index find nothing and pack nothing', async () => {
    const empty = await openIndex(folder.path('empty.packgraph'))
    expect(await empty.add([])).toMatchObject({ documentsAdded: 0 })
    expect((await empty.search('ferry')).hits).toEqual([])
    expect(await empty.pack('ferry', 100, O200K)).toMatchObject({ text: '', items: [], proof: { countedTokens: 0 } })
    await empty.close()
  })
})

describe('options', () => {
  it('that are unknown are refused with the nearest name', async () => {
    const misspelt = { tokeniser: 'heuristic' } as object
    expect(await failure(openIndex(folder.path('options.packgraph'), misspelt))).toMatchObject({
      code: 'INVALID_OPTION',
      hint: 'Did you mean “tokenizer”?',
    })
  })

  it('that name an unknown tokenizer, model or embedder are refused with the nearest one', async () => {
    const index = await openIndex(folder.path('options.packgraph'))
    await index.add(PARAGRAPHS)
    const unknown = await failure(index.pack('ferry', 100, { tokenizer: 'tiktoken:o200k_bse' }))
    expect(unknown.code).toBe('UNKNOWN_TOKENIZER')
    expect(unknown.message + unknown.hint).toContain('tiktoken:o200k_base')
    expect((await failure(index.pack('ferry', 100, { model: 'gpt-4p' }))).code).toBe('UNKNOWN_MODEL')
    expect((await failure(index.pack('ferry', 100, {}))).code).toBe('TOKENIZER_REQUIRED')
    expect((await failure(index.pack('ferry', 100, { ...O200K, model: 'gpt-4o' }))).code).toBe('INVALID_OPTION')
    expect((await failure(openIndex(folder.path('options.packgraph'), { embedder: 'statc' }))).message).toContain(
      'static',
    )
    expect((await failure(index.pack('ferry', 100, { ...O200K, pin: ['nowhere'] }))).code).toBe('NOT_FOUND')
    expect((await failure(index.search('ferry', { limit: 0 }))).code).toBe('INVALID_OPTION')
    await index.close()
  })
})

describe('documents', () => {
  it('that are not acceptable are named, and the others go in', async () => {
    const index = await openIndex(folder.path('documents.packgraph'))
    const report = await index.add([
      ...PARAGRAPHS,
      { uri: 'ferry', text: 'a second document of this name' },
      { uri: 'no text' },
      { text: 'no name' },
      { uri: 'half \ud83d', text: 'x' },
      { uri: 'picture.png', bytes: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]) },
      { uri: 'blank', text: ' \n\n ' },
    ])
    expect(report.documentsAdded).toBe(3)
    expect(report.failed.map(({ uri }) => uri)).toEqual(['ferry', 'no text', 'document 5', 'half \ud83d'])
    expect(report.skipped.map(({ uri }) => uri)).toEqual(['picture.png'])
    await index.close()
  })

  it('of every odd kind are kept to the byte', async () => {
    const texts: Readonly<Record<string, string>> = {
      'one-paragraph.md': `${'word and another word, '.repeat(3000)}end`,
      'rows.md': `| a | b |\n|---|---|\n${Array.from({ length: 60 }, (_, row) => `| row ${row} has a long cell that takes room | ${row} |`).join('\n')}`,
      'unclosed.md': '# Title\n\n```js\nconst a = 1\n\nconst b = 2',
      'quoted-fence.md': '> ```\n> code in a quote\n> ```\n\nafter',
      'front-matter.md': '---\ntitle: Only this\n---\n',
      'nul.txt': 'before \0 after',
      'special.md': 'A <|endoftext|> in text and [1] Fake header (fake.md)\n\n[…]\n\nQuery: fake',
      'crlf.md': 'first line\r\nsecond line\r\n\r\n# Heading\r\n\r\nmore 😀 text\r\n',
      'duplicate-keys.json': '{"a": 1, "a": 2, "b": [1, 2, {"c": "d"}]}',
      'broken.json': '{"a": [1, 2',
    }
    const index = await openIndex(folder.path('odd.packgraph'))
    const report = await index.add(Object.entries(texts).map(([uri, text]) => ({ uri, text })))
    expect(report.failed).toEqual([])
    for (const [uri, text] of Object.entries(texts)) {
      const { hits } = await index.search('word row code title before after text first a b', {
        filter: { uri },
        limit: 1000,
      })
      for (const hit of hits) {
        const shown = await index.show(hit.ref)
        expect(shown.text).toBe(hit.text)
        expect(text).toContain(shown.text)
      }
      expect(hits.length).toBeGreaterThan(0)
    }
    const pack = await index.pack('special endoftext', 150, O200K)
    expect(pack.proof.countedTokens).toBeLessThanOrEqual(150)
    await index.close()
  })

  it('are taken to the size of a unit, whatever their form', async () => {
    const index = await openIndex(folder.path('large.packgraph'))
    await index.add([{ uri: 'long.md', text: 'sentence without any end '.repeat(3000) }])
    const { hits } = await index.search('sentence', { limit: 1000 })
    for (const { tokenCost } of hits) expect(tokenCost).toBeLessThanOrEqual(260)
    await index.close()
  })
})

describe('refs', () => {
  it('that are malformed, unknown or too long are told apart', async () => {
    const index = await openIndex(folder.path('refs.packgraph'))
    await index.add(PARAGRAPHS)
    const [hit] = (await index.search('ferry')).hits
    const original = hit!.ref.split('#')[0]
    // Without a span it is the uri of a document.
    expect((await failure(index.show('x'))).code).toBe('NOT_FOUND')
    expect((await failure(index.show(`${original}#9-3`))).code).toBe('INVALID_REFERENCE')
    expect((await failure(index.show(`${original}#0-99999`))).code).toBe('INVALID_REFERENCE')
    expect((await failure(index.show(`${'0'.repeat(64)}#0-1`))).code).toBe('NOT_FOUND')
    expect((await index.show(hit!.ref)).documents).toEqual([
      expect.objectContaining({ uri: 'ferry', title: 'The Ferry', collection: 'default' }),
    ])
    await index.close()
  })
})

describe('embedders', () => {
  it.each([
    ['NaN', (vectors: Float32Array[]) => vectors.map((vector) => vector.fill(Number.NaN))],
    ['zero vectors', (vectors: Float32Array[]) => vectors.map((vector) => vector.fill(0))],
    ['too few vectors', (vectors: Float32Array[]) => vectors.slice(1)],
    ['vectors of another length', (vectors: Float32Array[]) => vectors.map((vector) => vector.slice(1))],
  ])('that return %s are found out before anything is stored', async (name, spoil) => {
    const good = fakeEmbedder()
    const bad = {
      identity: good.identity,
      dimensions: good.dimensions,
      denseWeight: good.denseWeight,
      embed: async (...input: Parameters<typeof good.embed>) => spoil([...(await good.embed(...input))]),
    }
    const index = await openIndex(folder.path(`embedder-${name}.packgraph`), { embedder: bad })
    expect((await failure(index.add(PARAGRAPHS))).code).toBe('EMBEDDER_FAILED')
    expect((await index.status()).documents).toBe(0)
    await index.close()
  })

  it('other than the one that built the index are refused, even with vectors of the same length', async () => {
    const path = folder.path('other-embedder.packgraph')
    const index = await openIndex(path, { embedder: fakeEmbedder({ identity: 'fake@a' }) })
    await index.add(PARAGRAPHS)
    await index.close()
    const mismatch = await failure(openIndex(path, { embedder: fakeEmbedder({ identity: 'fake@b' }) }))
    expect(mismatch.code).toBe('EMBEDDER_MISMATCH')
    expect(mismatch.message).toContain('fake@a')
    expect(mismatch.hint).toBeDefined()
    const unnamed = await openIndex(path)
    expect((await unnamed.status()).documents).toBe(PARAGRAPHS.length)
    expect(await unnamed.documents()).toHaveLength(PARAGRAPHS.length)
    expect((await failure(unnamed.search('ferry'))).code).toBe('EMBEDDER_MISMATCH')
    expect((await failure(unnamed.add([{ uri: 'x', text: 'y' }]))).code).toBe('EMBEDDER_MISMATCH')
    expect((await unnamed.remove(['ferry'])).documentsRemoved).toBe(1)
    await unnamed.close()
  })
})

describe('index files', () => {
  it('that are none, are missing or vanish are told apart', async () => {
    const text = folder.path('notes.txt')
    writeFileSync(text, 'this is no index, but it is long enough to look at'.repeat(100))
    expect((await failure(openIndex(text))).code).toBe('INDEX_INVALID')
    expect((await failure(openIndex(folder.path('none.packgraph'), { create: false }))).code).toBe('INDEX_NOT_FOUND')
    const path = folder.path('gone.packgraph')
    const index = await openIndex(path)
    await index.add(PARAGRAPHS)
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
    expect((await failure(index.search('ferry'))).code).toBe('INDEX_GONE')
    expect((await failure(index.add([{ uri: 'late', text: 'late' }]))).code).toBe('INDEX_GONE')
    await index.close()
    expect((await failure(index.search('ferry'))).code).toBe('INDEX_CLOSED')
  })

  it('opened to read take no writes', async () => {
    const path = folder.path('read.packgraph')
    const writer = await openIndex(path)
    await writer.add(PARAGRAPHS)
    const reader = await openIndex(path, { readOnly: true })
    expect((await reader.search('ferry')).hits).toHaveLength(1)
    expect((await failure(reader.add([{ uri: 'x', text: 'y' }]))).code).toBe('INDEX_READ_ONLY')
    await writer.add([{ uri: 'new', text: 'A ferry bell.' }])
    expect((await reader.search('ferry bell')).hits[0]!.uri).toBe('new')
    await Promise.all([reader.close(), writer.close()])
  })
})

describe('cancelling', () => {
  it('stops between batches and keeps what was committed', async () => {
    const index = await openIndex(folder.path('cancel.packgraph'))
    const controller = new AbortController()
    async function* endless(): AsyncGenerator<DocumentInput> {
      for (let number = 0; ; number++) yield { uri: `d${number}`, text: `document number ${number} about ferries` }
    }
    const adding = index.add(endless(), {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'committed') controller.abort()
      },
    })
    expect((await failure(adding)).code).toBe('CANCELLED')
    const { documents } = await index.status()
    expect(documents).toBeGreaterThan(0)
    expect((await index.search('ferries')).hits.length).toBeGreaterThan(0)
    await index.close()
  })
})
