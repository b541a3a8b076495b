import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleExtractor } from '../../../src/adapters/entities/rule-extractor.ts'
import { buildHypergraph } from '../../../src/adapters/hypergraph/build.ts'
import {
  isWorthSaving,
  loadMemoryHypergraph,
  saveMemoryHypergraph,
} from '../../../src/adapters/hypergraph/memory-hypergraph.ts'
import { fromSavedForm, toSavedForm } from '../../../src/adapters/hypergraph/saved-form.ts'
import { currentStamp } from '../../../src/adapters/hypergraph/stamp.ts'
import { termsOf } from '../../../src/domain/text/terms.ts'
import type { Hypergraph } from '../../../src/ports/hypergraph.ts'
import type { DocumentDraft, Store, StoreSnapshot } from '../../../src/ports/store.ts'
import { draftOf, hyperedgeOf, IDENTITY } from '../../contracts/store-drafts.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'
import { corpusSnapshot } from '../../support/corpus-snapshot.ts'

const WORDS = ['Elm', 'Bridge', 'Oxford', 'of', 'University', 'Press', 'rain', 'Rain', 'rivers', 'ferry.', 'getName']
const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
const uri = fc.constantFrom('elm-bridge.md', 'b', 'rain.md', 'd', 'e')
const draft = fc
  .record({ uri, title: fc.oneof(line, fc.constant('')), lines: fc.array(line, { maxLength: 4 }) })
  .map(({ uri, title, lines }) => documentOf(uri, title, lines))
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ put: fc.array(draft, { maxLength: 3 }), remove: fc.array(uri, { maxLength: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ from: uri, to: uri }) },
)

/** A document with one hyperedge for each line, whose entities are those that the rules find. */
function documentOf(uri: string, title: string, lines: readonly string[]): DocumentDraft {
  const hyperedges = lines.map((text, ordinal) => {
    const unit = { text, headingPath: ordinal > 1 ? ['Oxford Press'] : [], ordinal }
    return hyperedgeOf(text, ordinal, { headingPath: unit.headingPath, incidences: ruleExtractor.extract(unit, title) })
  })
  return { ...draftOf(uri, lines.join('\n'), { title }), hyperedges }
}

async function apply(
  store: Store,
  each: typeof change extends fc.Arbitrary<infer Change> ? Change : never,
): Promise<void> {
  if ('put' in each) {
    await store.write({ put: each.put, remove: each.remove.map((uri) => ({ collection: 'default', uri })) })
  } else {
    const keyOf = (uri: string): { collection: string; uri: string } => ({ collection: 'default', uri })
    await store.rename(keyOf(each.from), keyOf(each.to)).catch(() => undefined)
  }
}

/** Everything that a hypergraph can be asked. */
async function answersOf(hypergraph: Hypergraph): Promise<unknown> {
  const units = Array.from({ length: hypergraph.size }, (_, unit) => unit)
  const terms = Array.from(new Set(termsOf(`${WORDS.join(' ')} elm bridge md d`)))
  const idf = await hypergraph.inverseFrequencies(terms)
  const weights = idf.size === 0 ? new Map([['rain', 1]]) : idf
  const edges = await hypergraph.edgesOf(units, new Map(terms.map((term, at) => [term.slice(0, 5), at + 1])))
  return {
    generation: hypergraph.generation,
    connections: await hypergraph.connectionsOf(units),
    idf: Array.from(idf),
    top: await hypergraph.lexicalTop(weights, 100, undefined),
    saturations: await hypergraph.saturations(units, terms),
    names: await hypergraph.namesIn([...WORDS, 'elm', 'bridge', 'Oxford', 'Press', 'Rain']),
    edges: { ...edges, describe: Array.from(edges.to, (_, edge) => edges.describe(edge)) },
    mentions: await hypergraph.mentionsOf(units, units),
    firstCopies: await hypergraph.firstCopies(units),
    descriptions: await hypergraph.describe(units),
  }
}

describe('a hypergraph that is built from an older one', () => {
  it('answers as one that is built from nothing, after any history, and leaves the older one as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const store = new MemoryStore()
        await store.write({ identity: IDENTITY })
        let older: Hypergraph | undefined
        for (const each of changes) {
          await apply(store, each)
          const before = older && (await answersOf(older))
          const refreshed: Hypergraph = await loadMemoryHypergraph(await store.snapshot(), older)
          expect(await answersOf(refreshed)).toEqual(
            await answersOf(await loadMemoryHypergraph(await store.snapshot())),
          )
          if (older) expect(await answersOf(older)).toEqual(before)
          older = refreshed
        }
      }),
      { numRuns: 150 },
    )
  })

  it('reads no more than what changed', async () => {
    const store = new MemoryStore()
    await store.write({ identity: IDENTITY })
    await store.write({ put: ['a', 'b', 'c'].map((uri) => documentOf(uri, uri, [`Text of ${uri}`])) })
    const older = await loadMemoryHypergraph(await store.snapshot())
    await store.write({ put: [documentOf('b', 'b', ['Another text'])] })
    const snapshot = await store.snapshot()
    const read: string[] = []
    const spying: StoreSnapshot = Object.assign(Object.create(snapshot), {
      async *hyperedges(ids: readonly number[]) {
        for await (const page of snapshot.hyperedges(ids)) {
          read.push(...page.map(({ text }) => text))
          yield page
        }
      },
      documents: () => snapshot.documents(),
      incidences: (ids: readonly number[]) => snapshot.incidences(ids),
    })
    await loadMemoryHypergraph(spying, older)
    expect(read).toEqual(['Another text'])
  })
})

describe('a hypergraph that was saved', () => {
  it('is array by array what was saved, and answers as one that is built from nothing, of this state or a later one', async () => {
    const history = fc.array(fc.record({ change, saves: fc.boolean() }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(history, async (changes) => {
        const store = new MemoryStore()
        await store.write({ identity: IDENTITY })
        for (const { change, saves } of changes) {
          await apply(store, change)
          const snapshot = await store.snapshot()
          const opened = await loadMemoryHypergraph(snapshot)
          const built = await buildHypergraph(snapshot)
          expect(await answersOf(opened)).toEqual(await answersOf(await loadMemoryHypergraph(fresh(snapshot))))
          const form = toSavedForm(built)
          expect(toSavedForm(fromSavedForm(form))).toEqual(form)
          if (saves) await saveMemoryHypergraph(opened, store)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('keeps text beyond Latin letters, lone surrogates included', async () => {
    const snapshot = corpusSnapshot([{ uri: '\ud800', title: '東京 😀', text: 'Ærø naïve ελληνικά \ud800 x' }])
    const form = toSavedForm(await buildHypergraph(snapshot))
    expect(toSavedForm(fromSavedForm(form))).toEqual(form)
  })

  it('is saved again when a quarter is new, and not before', async () => {
    const store = new MemoryStore()
    await store.write({ identity: IDENTITY })
    const lines = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `line ${at}`)
    await store.write({ put: [documentOf('b', '', lines(1_999))] })
    expect(await isWorthSaving(store)).toBe(false)
    await store.write({ put: [documentOf('d', '', lines(1))] })
    expect(await isWorthSaving(store)).toBe(true)
    await saveMemoryHypergraph(await loadMemoryHypergraph(await store.snapshot()), store)
    expect(await isWorthSaving(store)).toBe(false)
    await store.write({ put: [documentOf('e', '', lines(600))] })
    expect(await isWorthSaving(store)).toBe(false)
    await store.write({ put: [documentOf('rain.md', '', lines(200))] })
    expect(await isWorthSaving(store)).toBe(true)
  })

  it('is not read when it was made by other rules', async () => {
    const store = new MemoryStore()
    await store.write({ identity: IDENTITY })
    await store.write({ put: [documentOf('b', 'Elm', ['Elm Bridge'])] })
    await saveMemoryHypergraph(await loadMemoryHypergraph(await store.snapshot()), store)
    const stamp = await currentStamp()
    expect(await (await store.snapshot()).savedArrays(stamp)).toBeDefined()
    expect(await (await store.snapshot()).savedArrays(`${stamp} `)).toBeUndefined()
  })
})

/** The snapshot as it would be if nothing were saved. */
function fresh(snapshot: StoreSnapshot): StoreSnapshot {
  return {
    generation: snapshot.generation,
    documents: () => snapshot.documents(),
    hyperedges: (ids) => snapshot.hyperedges(ids),
    incidences: (ids) => snapshot.incidences(ids),
    embeddings: () => snapshot.embeddings(),
    hyperedgeIds: () => snapshot.hyperedgeIds(),
    savedArrays: async () => undefined,
    close: () => snapshot.close(),
  }
}
