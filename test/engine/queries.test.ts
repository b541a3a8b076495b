import { describe, expect, it } from 'vitest'
import { loadMemoryHypergraph } from '../../src/adapters/hypergraph/memory-hypergraph.ts'
import type { DocumentInput } from '../../src/index.ts'
import { fakeEmbedder } from '../fakes/fake-embedder.ts'
import { fakeStoredVectors } from '../fakes/fake-stored-vectors.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { codeOf, engineWith } from './support/engine.ts'

const TOWN: readonly DocumentInput[] = [
  { uri: 'ferry', text: 'The ferry leaves at nine.', collection: 'river', metadata: { year: 1911, tags: ['a', 'b'] } },
  { uri: 'mint', text: 'The mint made coins and a model of the ferry.', collection: 'town', metadata: { year: 1912 } },
  { uri: 'mint/annex', text: 'The annex of the mint faces the ferry.', collection: 'town' },
]
const TOKENIZER = { tokenizer: 'fake' } as const

const urisOf = (hits: readonly { readonly uri: string }[]): string[] => hits.map(({ uri }) => uri).sort()

describe('filters', () => {
  it.each([
    [{ collection: 'river' }, ['ferry']],
    [{ uri: 'mint' }, ['mint']],
    [{ uri: 'mint*' }, ['mint', 'mint/annex']],
    [{ metadata: { year: 1911 } }, ['ferry']],
    [{ metadata: { tags: ['a', 'b'] } }, ['ferry']],
    [{ metadata: { year: '1911' } }, []],
    [{ metadata: { toString: 1 } }, []],
    [{ metadata: { year: undefined } }, []],
    [{ collection: 'town', metadata: { year: 1911 } }, []],
    [{}, ['ferry', 'mint', 'mint/annex']],
  ])('%j', async (filter, expected) => {
    const engine = engineWith()
    await engine.add(TOWN)
    expect(urisOf((await engine.search('ferry', { filter })).hits)).toEqual(expected)
  })

  it('hold for every lane, for copies, paths and pins', async () => {
    const text = 'Big Stone Gap is a drama. It was directed by Adriana Trigiani.'
    const secret: readonly DocumentInput[] = [
      { uri: 'a-copy', title: 'Big Stone Gap', text },
      { uri: 'director', title: 'Adriana Trigiani', text: 'Adriana Trigiani lives in Greenwich Village.' },
      { uri: 'always', text: 'A stable note.', stable: true },
    ]
    const open: readonly DocumentInput[] = [
      { uri: 'film', title: 'Big Stone Gap', text },
      {
        uri: 'village',
        title: 'Greenwich Village',
        text: 'Greenwich Village is a quarter where Adriana Trigiani lives.',
      },
    ]
    const engine = engineWith()
    await engine.add(secret, { collection: 'secret' })
    await engine.add(open, { collection: 'open' })
    const filter = { collection: 'open' }
    for (const query of ['Who directed Big Stone Gap?', 'unheard words', 'stable note']) {
      const { hits } = await engine.search(query, { filter, limit: 50 })
      const pack = await engine.pack(query, 1000, { ...TOKENIZER, filter })
      expect(JSON.stringify([hits, pack])).not.toMatch(/a-copy|director"|always/)
    }
    const [film] = (await engine.search('drama', { filter })).hits
    expect(film!.uri).toBe('film')
    expect(await codeOf(engine.pack('drama', 1000, { ...TOKENIZER, filter, pin: ['director'] }))).toBe('NOT_FOUND')
  })
})

describe('pins and stable documents', () => {
  it('lead the pack in order of content, each text once', async () => {
    const engine = engineWith()
    await engine.add([
      ...TOWN.map((document) => ({ ...document, collection: 'default' })),
      { uri: 'a-second-ferry', text: 'The ferry leaves at nine.' },
      { uri: 'rules', text: 'Always be brief.', stable: true },
    ])
    const pack = await engine.pack('when does the ferry leave', 1000, { ...TOKENIZER, pin: ['ferry'] })
    expect(pack.items.slice(0, 2).map(({ uri }) => uri)).toEqual(['ferry', 'rules'])
    expect(pack.text.split('The ferry leaves at nine.')).toHaveLength(2)
  })

  it('may be parts of a document, by ref', async () => {
    const engine = engineWith()
    await engine.add(TOWN)
    const [hit] = (await engine.search('coins')).hits
    const pack = await engine.pack('annex', 1000, { ...TOKENIZER, pin: [hit!.ref] })
    expect(pack.items[0]!.uri).toBe('mint')
    expect(await codeOf(engine.pack('annex', 1000, { ...TOKENIZER, pin: ['nowhere'] }))).toBe('NOT_FOUND')
    expect(await codeOf(engine.pack('annex', 1000, { ...TOKENIZER, pin: [`${'0'.repeat(64)}#0-1`] }))).toBe('NOT_FOUND')
  })
})

describe('renaming', () => {
  it('moves a document and nothing else', async () => {
    const engine = engineWith()
    await engine.add([
      { uri: 'a', text: 'text one' },
      { uri: 'b', text: 'text two' },
    ])
    const before = (await engine.search('one')).hits[0]!
    await engine.rename('a', 'c')
    const after = (await engine.search('one')).hits[0]!
    expect(after).toEqual({ ...before, uri: 'c' })
    expect(await engine.add([{ uri: 'c', text: 'text one' }])).toMatchObject({ documentsUnchanged: 1 })
    expect(await codeOf(engine.rename('a', 'd'))).toBe('NOT_FOUND')
    expect(await codeOf(engine.rename('b', 'c'))).toBe('INPUT')
  })
})

describe('the view that queries share', () => {
  it('is built once for many callers, and again after a change', async () => {
    let loads = 0
    const loadHypergraph: typeof loadMemoryHypergraph = (snapshot) => {
      loads++
      return loadMemoryHypergraph(snapshot)
    }
    const engine = engineWith({ loadHypergraph })
    await engine.add(TOWN)
    await Promise.all(Array.from({ length: 20 }, () => engine.search('ferry')))
    expect(loads).toBe(1)
    await engine.add([{ uri: 'new', text: 'A new ferry.' }])
    expect((await engine.search('ferry')).hits).toHaveLength(4)
    expect(loads).toBe(2)
  })

  it('is not taken back by a caller that was overtaken', async () => {
    let loads = 0
    const store = new MemoryStore()
    const generation = store.generation.bind(store)
    const engine = engineWith({
      store,
      loadHypergraph: (snapshot) => {
        loads++
        return loadMemoryHypergraph(snapshot)
      },
    })
    await engine.add(TOWN)
    const old = await generation()
    await engine.add([{ uri: 'new', text: 'A new ferry.' }])
    await engine.search('ferry')
    store.generation = async () => old
    expect((await engine.search('ferry')).hits).toHaveLength(4)
    store.generation = generation
    await engine.search('ferry')
    expect(loads).toBe(1)
  })

  it('is saved when that is worth it, which no query waits for and closing does, and which may fail', async () => {
    const events: string[] = []
    let isWorth = false
    let release: () => void = () => undefined
    const engine = engineWith({
      isWorthSaving: async () => isWorth,
      saveHypergraph: async (hypergraph) => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        events.push(`saved ${hypergraph.generation}`)
        throw new Error('disk full')
      },
    })
    const { generation } = await engine.add(TOWN)
    await engine.search('ferry')
    isWorth = true
    await engine.add([{ uri: 'new', text: 'A new ferry.' }])
    await engine.search('ferry')
    events.push('answered')
    const closing = engine.close().then(() => events.push('closed'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    release()
    await closing
    expect(events).toEqual(['answered', `saved ${generation + 1}`, 'closed'])
  })

  it('is no longer waited for by a caller that gives up, and serves the others', async () => {
    let finish: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const engine = engineWith({
      loadHypergraph: async (snapshot) => {
        await gate
        return loadMemoryHypergraph(snapshot)
      },
    })
    await engine.add(TOWN)
    const controller = new AbortController()
    const given = engine.search('ferry', { signal: controller.signal })
    const other = engine.search('ferry', { signal: new AbortController().signal })
    setTimeout(() => controller.abort(), 5)
    expect(await codeOf(given)).toBe('CANCELLED')
    finish()
    expect((await other).hits).not.toEqual([])
  })

  it('is no longer waited for by an indexing run that is cancelled when its documents are in', async () => {
    const controller = new AbortController()
    let loads = 0
    const engine = engineWith({
      isWorthSaving: async () => true,
      loadHypergraph: () => {
        loads++
        controller.abort()
        return new Promise(() => undefined)
      },
    })
    const report = await engine.addFiles([], { signal: controller.signal })
    expect({ loads, failed: report.failed }).toEqual({ loads: 1, failed: [] })
  })

  it('is built again after a failure, its vectors, too', async () => {
    let failing: 'hypergraph' | 'vectors' | 'nothing' = 'hypergraph'
    const store = new MemoryStore()
    const vectors = fakeStoredVectors(store)
    const engine = engineWith({
      loadHypergraph: (snapshot) => {
        if (failing === 'hypergraph') return Promise.reject(new Error('no memory'))
        return loadMemoryHypergraph(snapshot)
      },
      store,
      vectors: {
        ...vectors,
        current: async (dimensions) => {
          if (failing === 'vectors') throw new Error('no memory')
          return vectors.current(dimensions)
        },
      },
    })
    await engine.add(TOWN)
    const query = 'unheard words'
    await Promise.all([1, 2].map(() => expect(engine.search(query)).rejects.toThrow('no memory')))
    failing = 'vectors'
    await Promise.all([1, 2].map(() => expect(engine.search(query)).rejects.toThrow('no memory')))
    failing = 'nothing'
    expect((await engine.search(query)).hits).not.toEqual([])
  })

  it('is renewed by a query that lost what it found to a writer', async () => {
    const inner = fakeEmbedder()
    let replace: (() => Promise<unknown>) | undefined
    const embedder = {
      ...inner,
      embed: async (...input: Parameters<typeof inner.embed>) => {
        const change = replace
        if (input[1].kind === 'query') {
          replace = undefined
          await change?.()
        }
        return inner.embed(...input)
      },
    }
    const engine = engineWith({ embedder })
    await engine.add(TOWN)
    replace = () => engine.add([{ ...TOWN[0]!, text: 'The ferry leaves at ten.' }])
    const { hits } = await engine.search('ferry unheard unseen unwritten', { filter: { collection: 'river' } })
    expect(hits.map(({ text }) => text)).toEqual(['The ferry leaves at ten.'])
  })

  it('gives queries that are cut off by closing the index an error, and leaves none unhandled', async () => {
    const engine = engineWith()
    await engine.add(TOWN)
    const searches = Promise.allSettled([engine.search('unheard'), engine.search('ferry')])
    await engine.close()
    for (const result of await searches) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'INDEX_CLOSED' })
    }
    expect(await codeOf(engine.search('ferry'))).toBe('INDEX_CLOSED')
  })
})

describe('cancelling a query', () => {
  it('is heeded before it begins', async () => {
    const engine = engineWith()
    await engine.add(TOWN)
    const signal = AbortSignal.abort()
    expect(await codeOf(engine.search('ferry', { signal }))).toBe('CANCELLED')
    expect(await codeOf(engine.pack('ferry', 100, { ...TOKENIZER, signal }))).toBe('CANCELLED')
    expect(await codeOf(engine.remove(['ferry'], { signal }))).toBe('CANCELLED')
    expect((await engine.status()).documents).toBe(3)
  })
})
