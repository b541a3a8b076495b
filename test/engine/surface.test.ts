import { describe, expect, it } from 'vitest'
import type { PackgraphEvent } from '../../src/index.ts'
import { originalOf } from '../contracts/store-drafts.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { engineWith, found, sourceOf } from './support/engine.ts'

const TOWN = [
  { uri: 'ferry.md', title: 'The Ferry', text: 'The ferry of Elm Bridge leaves at nine. Ada Brandt steers it.' },
  { uri: 'ada.md', title: 'Ada Brandt', text: 'Ada Brandt was born on Quarry Road.', metadata: { kind: 'person' } },
] as const

async function town() {
  const engine = engineWith()
  await engine.add(TOWN)
  return engine
}

describe('hits', () => {
  it('say what a caller needs to cite and to fetch them', async () => {
    const { hits } = await (await town()).search('When does the ferry leave?')
    expect(hits[0]).toMatchObject({
      uri: 'ferry.md',
      title: 'The Ferry',
      collection: 'default',
      metadata: {},
      text: TOWN[0].text,
      ref: expect.stringMatching(/^[0-9a-f]{64}#0-\d+$/),
      tokenCost: expect.any(Number),
      duplicates: [],
    })
  })

  it('come from the lanes that are allowed', async () => {
    const engine = await town()
    const query = 'Who steers the ferry of Elm Bridge and where was she born?'
    const lanesOf = async (...lanes: readonly ('lexical' | 'dense' | 'graph')[]) => {
      const { hits } = await engine.search(query, { lanes })
      return new Set(hits.flatMap(({ lanes: found }) => Object.keys(found)))
    }
    expect(await lanesOf('lexical')).toEqual(new Set(['lexical']))
    expect(await lanesOf('lexical', 'graph')).toEqual(new Set(['lexical', 'graph']))
    expect(await lanesOf('dense')).toEqual(new Set(['dense']))
    await expect(engine.search(query, { lanes: ['graph'] })).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('tell how much of the question is known at all', async () => {
    const engine = await town()
    expect((await engine.search('ferry')).knownShare).toBe(1)
    expect((await engine.search('xyzzy')).knownShare).toBe(0)
    const { knownShare } = await engine.search('ferry xyzzy')
    expect(knownShare).toBeGreaterThan(0)
    expect(knownShare).toBeLessThan(1)
  })
})

describe('pins', () => {
  it('have a decision of their own, whether or not the query ranks them', async () => {
    const engine = await town()
    const { decisions, items } = await engine.pack('ferry', 500, { tokenizer: 'fake', pin: ['ada.md'] })
    expect(decisions[0]).toMatchObject({ uri: 'ada.md', reason: 'pinned', packed: true, rank: 0 })
    expect(decisions.filter(({ packed }) => packed)).toHaveLength(items.length)
  })
})

describe('refs', () => {
  it('may name a document by its uri', async () => {
    const engine = await town()
    const shown = await engine.show('ada.md#0-10')
    expect(shown).toMatchObject({ text: 'Ada Brandt', ref: expect.stringMatching(/^[0-9a-f]{64}#0-10$/) })
    expect((await engine.show(shown.ref)).text).toBe('Ada Brandt')
    await expect(engine.show('ada.md#0-10', { collection: 'other' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(engine.show('ada.md#0-9999')).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
  })

  it('without a span mean the whole original', async () => {
    const engine = await town()
    const whole = await engine.show('ada.md')
    expect(whole.span).toEqual({ start: 0, end: whole.sizeBytes })
    expect(whole.text.startsWith('Ada Brandt')).toBe(true)
    expect(await engine.show(whole.originalId)).toEqual(whole)
    await expect(engine.show('0'.repeat(64))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(engine.show('../ada.md')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('can be widened to lines and cut to a size, and then name the rest', async () => {
    const engine = await town()
    await engine.add([{ uri: 'lines.md', text: 'one\ntwo\nthree\nfour\n' }])
    expect(await engine.show('lines.md#5-6', { linesAround: 0 })).toMatchObject({ text: 'two\n' })
    const around = await engine.show('lines.md#5-6', { linesAround: 1 })
    expect(around).toMatchObject({ text: 'one\ntwo\nthree\n', span: { start: 0, end: 14 } })
    expect(around).not.toHaveProperty('rest')
    const cut = await engine.show('lines.md', { maxBytes: 10 })
    expect(cut).toMatchObject({ text: 'one\ntwo\n', rest: `${cut.originalId}#8-19` })
    expect((await engine.show(cut.rest ?? '')).text).toBe('three\nfour\n')
  })
})

describe('aliases', () => {
  const store = new MemoryStore()
  const engine = engineWith({ store })

  it('lead to archived originals, which need no document', async () => {
    const original = originalOf('Ada Brandt steers it.')
    const { alias } = await store.archive(original)
    const shown = { ref: `${original.id}#4-10`, originalId: original.id, text: 'Brandt', documents: [] }
    expect(await engine.show(`${alias}#4-10`)).toMatchObject(shown)
    expect(await engine.show(`${original.id.slice(0, 20)}#4-10`)).toMatchObject(shown)
    await expect(engine.show(`${alias}#4-99`)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
    await expect(engine.show(`${alias}#9-4`)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
    await expect(engine.show('0123456789#4-10')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('come before documents whose uri has the same letters', async () => {
    const { alias } = await store.archive(originalOf('first'))
    await engine.add([
      { uri: alias, text: 'second' },
      { uri: 'feedc0de', text: 'third' },
    ])
    expect((await engine.show(`${alias}#0-5`)).text).toBe('first')
    expect((await engine.show('feedc0de#0-5')).text).toBe('third')
  })
})

describe('documents', () => {
  it('are listed in pages by the last one seen, be it gone by then', async () => {
    const engine = await town()
    const uris = async (after: string) =>
      (await engine.documents({ after: { collection: 'default', uri: after }, limit: 1 })).map(({ uri }) => uri)
    expect(await uris('')).toEqual(['ada.md'])
    expect(await uris('ada.md')).toEqual(['ferry.md'])
    expect(await uris('bea.md')).toEqual(['ferry.md'])
    expect(await uris('ferry.md')).toEqual([])
  })

  it('are listed by collection and uri, and filtered', async () => {
    const engine = await town()
    expect((await engine.documents()).map(({ uri }) => uri)).toEqual(['ada.md', 'ferry.md'])
    expect(await engine.documents({ filter: { metadata: { kind: 'person' } } })).toEqual([
      expect.objectContaining({ uri: 'ada.md', title: 'Ada Brandt', stable: false, origin: '' }),
    ])
  })

  it('with a misspelt key are refused with the nearest name', async () => {
    const misspelt = { uri: 'x', text: 'y', metdata: {} } as object
    const report = await engineWith().add([misspelt])
    expect(report.failed[0]!.reason).toContain('metdata')
  })

  it('that take the place of another folder’s are told', async () => {
    const events: PackgraphEvent[] = []
    const texts: Readonly<Record<string, string>> = { '/first': 'one', '/second': 'two' }
    const engine = engineWith({
      readSources: ([root]) => sourceOf([root!], [found(root!, 'README.md', texts[root!]!)]),
    })
    for (const root of Object.keys(texts)) await engine.addFiles([root], { onEvent: (event) => events.push(event) })
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.message] : []))
    expect(notices).toEqual([expect.stringContaining('/first')])
  })
})

describe('options within options', () => {
  it('are refused with the nearest name of their own', async () => {
    const filter = { metdata: {} } as object
    await expect((await town()).search('ferry', { filter })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      hint: 'Did you mean “metadata”?',
    })
  })
})
