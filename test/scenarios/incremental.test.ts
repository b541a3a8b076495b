import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContextIndex, type DocumentInput, openIndex } from '../../src/index.ts'
import { INVENTED_QUESTIONS, inventedDocument } from '../support/invented-corpus.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let files = 0
const newIndex = (): Promise<ContextIndex> => openIndex(folder.path(`incremental-${files++}.packgraph`))

type Change =
  | { readonly kind: 'put'; readonly number: number; readonly revision: number }
  | { readonly kind: 'remove'; readonly number: number }
  | { readonly kind: 'rename'; readonly number: number; readonly to: number }

const number = fc.nat(11)
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), number, revision: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), number, to: number }) },
)
const uriOf = (of: number): string => `reports/${of}.md`

/** Applies a change to an index and to a plain map of what it should hold. */
async function apply(index: ContextIndex, held: Map<string, DocumentInput>, step: Change): Promise<void> {
  const uri = uriOf(step.number)
  if (step.kind === 'put') {
    const document = inventedDocument(step.number, step.revision)
    await index.add([document])
    held.set(uri, document)
  } else if (step.kind === 'remove') {
    await index.remove([uri])
    held.delete(uri)
  } else if (held.has(uri) && !held.has(uriOf(step.to))) {
    await index.rename(uri, uriOf(step.to))
    held.set(uriOf(step.to), { ...held.get(uri)!, uri: uriOf(step.to) })
    held.delete(uri)
  }
}

/** Everything that a caller can see of a ranking, but for row ids. */
async function answers(index: ContextIndex): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const question of [...INVENTED_QUESTIONS, 'qqq unheard of']) {
    const { hits, graphGate } = await index.search(question, { limit: 30 })
    const described = hits.map(({ uri, headingPath, text, score, ref, duplicates, lanes }) => ({
      uri,
      headingPath,
      text,
      score,
      ref,
      duplicates,
      lexical: lanes.lexical,
      dense: lanes.dense,
      path: lanes.graph?.path.map(({ fromRef, relation, entity }) => ({ fromRef, relation, entity })),
    }))
    found.push({ described, graphGate })
  }
  return found
}

describe('an index that grew step by step', () => {
  it('answers as one that was built at once, and keeps no orphans', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 14 }), async (changes) => {
        const grown = await newIndex()
        const held = new Map<string, DocumentInput>()
        for (const step of changes) {
          await apply(grown, held, step)
          // A query between the changes fills the caches that the next change must not leave stale.
          await grown.search('ferry', { limit: 3 })
        }
        const fresh = await newIndex()
        await fresh.add(held.values())
        expect(await answers(grown)).toEqual(await answers(fresh))
        const [grownStatus, freshStatus] = [await grown.status(), await fresh.status()]
        for (const key of [
          'documents',
          'originals',
          'originalBytes',
          'hyperedges',
          'entities',
          'incidences',
        ] as const) {
          expect(grownStatus[key]).toBe(freshStatus[key])
        }
        await Promise.all([grown.close(), fresh.close()])
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('links old documents to the name of a new one, and forgets it with the document', async () => {
    const index = await newIndex()
    await index.add([
      { uri: 'film', title: 'Big Stone Gap', text: 'Big Stone Gap is a drama. It was directed by Adriana Trigiani.' },
      { uri: 'other', title: 'Rain', text: 'Water falls. It is wet.' },
    ])
    const pathToDirector = async (): Promise<unknown> => {
      const { hits } = await index.search('Who made Big Stone Gap?', { limit: 10 })
      return hits.find(({ uri }) => uri === 'director')?.lanes.graph?.path
    }
    expect(await pathToDirector()).toBeUndefined()
    await index.add([
      { uri: 'director', title: 'Adriana Trigiani', text: 'A novelist who lives in Greenwich Village.' },
    ])
    expect(await pathToDirector()).toEqual([
      expect.objectContaining({ relation: 'links-to', entity: 'adriana trigiani', fromTitle: 'Big Stone Gap' }),
    ])
    await index.remove(['director'])
    expect(await pathToDirector()).toBeUndefined()
    await index.close()
  })

  it('still finds a passage when one of two documents that share it goes', async () => {
    const index = await newIndex()
    const text = 'The quorum of the harbour board is seven members.'
    await index.add([
      { uri: 'first', text },
      { uri: 'second', text },
      { uri: 'third', text: 'Something else.' },
    ])
    const [both] = (await index.search('quorum harbour board')).hits
    expect([both!.uri, ...both!.duplicates.map(({ uri }) => uri)]).toEqual(['first', 'second'])
    await index.remove(['first'])
    const [left] = (await index.search('quorum harbour board')).hits
    expect([left!.uri, left!.duplicates]).toEqual(['second', []])
    expect((await index.show(left!.ref)).text).toBe(text)
    await index.close()
  })

  it('skips what has not changed and replaces what has', async () => {
    const index = await newIndex()
    const documents = [inventedDocument(1), inventedDocument(2)]
    expect(await index.add(documents)).toMatchObject({ documentsAdded: 2, documentsUnchanged: 0 })
    const { generation } = await index.status()
    expect(await index.add(documents)).toMatchObject({ documentsAdded: 0, documentsUnchanged: 2, generation })
    expect(await index.add([inventedDocument(1, 1), inventedDocument(2)])).toMatchObject({
      documentsReplaced: 1,
      documentsUnchanged: 1,
      generation: generation + 1,
    })
    expect(await index.add([{ ...inventedDocument(2), metadata: { topic: 'new' } }])).toMatchObject({
      documentsReplaced: 1,
    })
    await index.close()
  })
})
