import { describe, expect, it } from 'vitest'
import { countTokens, type DocumentInput, openIndex } from '../../src/index.ts'
import { fakeEmbedder } from '../fakes/fake-embedder.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { codeOf, engineWith } from './support/engine.ts'

const FERRY: DocumentInput = { uri: 'ferry', text: 'The ferry leaves at nine.' }

/** A value of the wrong type, as plain JavaScript lets callers pass. */
const wrong = (value: unknown): never => value as never

describe('arguments of the wrong type', () => {
  it('are refused before anything happens', async () => {
    const engine = engineWith()
    await engine.add([FERRY, { uri: 'f', text: 'A document named by one letter.' }])
    for (const value of [undefined, null, 'ferry', 7, {}, [7], [undefined]]) {
      expect(await codeOf(engine.remove(wrong(value)))).toBe('INPUT')
      expect(await codeOf(engine.addFiles(wrong(value)))).toBe('INPUT')
    }
    for (const value of [undefined, null, 'ferry', 7, FERRY])
      expect(await codeOf(engine.add(wrong(value)))).toBe('INPUT')
    for (const value of [undefined, null, 7, ['ferry'], {}]) {
      expect(await codeOf(engine.search(wrong(value)))).toBe('INPUT')
      expect(await codeOf(engine.pack(wrong(value), 100, { tokenizer: 'fake' }))).toBe('INPUT')
      expect(await codeOf(engine.rename(wrong(value), 'b'))).toBe('INPUT')
      expect(await codeOf(engine.rename('a', wrong(value)))).toBe('INPUT')
      expect(await codeOf(engine.show(wrong(value)))).toBe('INPUT')
      expect(await codeOf(openIndex(wrong(value)))).toBe('INPUT')
      expect(await codeOf(countTokens(wrong(value), { tokenizer: 'heuristic' }))).toBe('INPUT')
    }
    for (const value of [undefined, null, 7]) expect(await codeOf(engine.recost(wrong(value)))).toBe('INPUT')
    for (const budget of ['100', 100n, undefined, null, [100], Symbol('100')]) {
      expect(await codeOf(engine.pack('ferry', wrong(budget), { tokenizer: 'fake' }))).toBe('BUDGET')
    }
    for (const options of [null, 7, 'x', []]) {
      expect(await codeOf(engine.search('ferry', wrong(options)))).toBe('INVALID_OPTION')
    }
    expect((await engine.status()).documents).toBe(2)
  })

  it('include options that an operation would ignore', async () => {
    const engine = engineWith()
    const onEvent = (): void => {}
    expect(await codeOf(engine.search('ferry', wrong({ onEvent })))).toBe('INVALID_OPTION')
    expect(await codeOf(engine.remove([], wrong({ onEvent })))).toBe('INVALID_OPTION')
  })
})

describe('documents handed in', () => {
  it('have one content', async () => {
    const engine = engineWith()
    const bytes = new TextEncoder().encode('from bytes')
    const report = await engine.add([
      { uri: 'both', text: 'from text', bytes },
      { uri: 'page', text: 'from text', pageContent: 'from page' },
      { uri: 'fine', pageContent: 'from page' },
    ])
    expect(report).toMatchObject({ documentsAdded: 1, failed: [{ uri: 'both' }, { uri: 'page' }] })
  })

  it('with metadata that is no JSON are named, and the others go in', async () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    const engine = engineWith()
    const report = await engine.add([
      { uri: 'cycle', text: 'text', metadata: cycle },
      { uri: 'bigint', text: 'text', metadata: { size: 1n } },
      { uri: 'deep', text: 'text', metadata: { deep } },
      { uri: 'fine', text: 'text', metadata: { ['__proto__']: 1, constructor: 'x' } },
    ])
    expect(report.failed.map(({ uri }) => uri)).toEqual(['cycle', 'bigint', 'deep'])
    expect(report.documentsAdded).toBe(1)
  })

  it('are replaced when a date in their metadata changes', async () => {
    const engine = engineWith()
    const dated = (day: string): DocumentInput => ({ ...FERRY, metadata: { on: new Date(day) } })
    await engine.add([dated('2024-01-01')])
    expect(await engine.add([dated('2024-01-01')])).toMatchObject({ documentsUnchanged: 1 })
    expect(await engine.add([dated('2024-01-02')])).toMatchObject({ documentsReplaced: 1 })
    const { hits } = await engine.search('ferry', { filter: { metadata: { on: new Date('2024-01-02') } } })
    expect(hits).toHaveLength(1)
  })

  it('keep what was committed when their source breaks, and the error is the source’s own', async () => {
    const engine = engineWith()
    async function* broken(): AsyncGenerator<DocumentInput> {
      for (let number = 0; number < 600; number++) yield { uri: `d${number}`, text: `text ${number}` }
      throw new Error('the source broke')
    }
    await expect(engine.add(broken())).rejects.toThrow('the source broke')
    expect((await engine.status()).documents).toBe(512)
  })

  it('end their source when the run is cancelled', async () => {
    let closed = false
    const controller = new AbortController()
    async function* endless(): AsyncGenerator<DocumentInput> {
      try {
        for (let number = 0; ; number++) yield { uri: `d${number}`, text: `text ${number}` }
      } finally {
        closed = true
      }
    }
    const onEvent = (): void => controller.abort()
    expect(await codeOf(engineWith().add(endless(), { signal: controller.signal, onEvent }))).toBe('CANCELLED')
    expect(closed).toBe(true)
  })
})

describe('the embedder of an index', () => {
  it('is checked again by a run that begins after another process claimed the empty index', async () => {
    const store = new MemoryStore()
    const first = engineWith({ store, embedder: fakeEmbedder({ identity: 'fake@a' }) })
    const second = engineWith({ store, embedder: fakeEmbedder({ identity: 'fake@b' }) })
    await first.add([FERRY])
    expect(await codeOf(second.add([{ uri: 'other', text: 'text' }]))).toBe('EMBEDDER_MISMATCH')
    expect(await codeOf(second.search('ferry'))).toBe('EMBEDDER_MISMATCH')
    expect((await first.search('ferry')).hits).toHaveLength(1)
  })

  it('is settled by the first commit: a run whose embedder fails leaves the index to another', async () => {
    const store = new MemoryStore()
    const broken = {
      ...fakeEmbedder({ identity: 'fake@broken' }),
      embed: async () => Promise.reject(new Error('no model')),
    }
    await expect(engineWith({ store, embedder: broken }).add([FERRY])).rejects.toThrow('no model')
    expect(await store.identity()).toBeUndefined()
    expect(await engineWith({ store }).add([FERRY])).toMatchObject({ documentsAdded: 1 })
  })

  it('is checked before each commit of a run', async () => {
    const store = new MemoryStore()
    const thief = fakeEmbedder({ identity: 'fake@thief' })
    const honest = fakeEmbedder({ identity: 'fake@honest' })
    const embedder = {
      ...honest,
      embed: async (...input: Parameters<typeof honest.embed>) => {
        await engineWith({ store, embedder: thief }).add([{ uri: 'stolen.md', text: 'Mine.' }])
        return honest.embed(...input)
      },
    }
    expect(await codeOf(engineWith({ store, embedder }).add([FERRY]))).toBe('EMBEDDER_MISMATCH')
    expect((await store.status()).documents).toBe(1)
  })
})
