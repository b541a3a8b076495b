import { expect, it } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import { draftOf, originalOf } from './store-drafts.ts'
import { rowsOf } from './store-dump.ts'

/** The SHA-256 of `text 185416` and that of `text 346157` share their first 9 hex digits, `d29940442`. */
const TWINS = [185_416, 346_157] as const
const a = { collection: 'default', uri: 'a' }

/** Originals that are kept whatever documents come and go. */
export function describeArchive(current: () => Store): void {
  it('gives an archived original back under its id and its alias', async () => {
    const store = current()
    const original = originalOf('kept \u0000 for good')
    const { originalId, alias } = await store.archive(original)
    expect({ originalId, alias }).toEqual({ originalId: original.id, alias: original.id.slice(0, 8) })
    expect(await store.resolveOriginal(alias)).toBe(original.id)
    expect(await store.resolveOriginal(original.id)).toBe(original.id)
    const kept = await store.readOriginal(original.id)
    expect(kept && { ...kept, bytes: Uint8Array.from(kept.bytes) }).toEqual(original)
  })

  it('keeps an original that documents leave, and one that none has had', async () => {
    const store = current()
    const [shared, alone] = [originalOf('shared'), originalOf('alone')]
    await store.write({ put: [draftOf('a', 'shared')] })
    await store.archive(shared)
    await store.archive(alone)
    const snapshot = await store.snapshot()
    expect(await rowsOf(snapshot.archivedAlone())).toEqual([alone.id])
    await store.write({ put: [draftOf('a', 'other')] })
    await store.write({ remove: [a] })
    await store.write({ put: [draftOf('b', 'alone')] })
    await store.write({ remove: [{ ...a, uri: 'b' }] })
    expect(await store.status()).toMatchObject({ documents: 0, originals: 2, archivedOriginals: 2 })
    expect(await store.resolveOriginal(shared.id.slice(0, 8))).toBe(shared.id)
    expect((await store.repair()).lost).toEqual([])
    expect((await store.readOriginal(alone.id))?.id).toBe(alone.id)
    const later = await store.snapshot()
    expect(await rowsOf(later.archivedAlone())).toEqual([alone.id, shared.id].sort())
    expect(await rowsOf(later.faults())).toEqual([])
    await snapshot.close()
    await later.close()
  })

  it('archives twice as once, and without another generation', async () => {
    const store = current()
    const generation = await store.generation()
    const first = await store.archive(originalOf('one'))
    expect(await store.archive(originalOf('one'))).toEqual(first)
    expect(await store.status()).toMatchObject({ originals: 1, archivedOriginals: 1, generation })
  })

  it('gives the later of two ids with one beginning an alias that goes beyond it', async () => {
    const store = current()
    const [first, second] = [originalOf(`text ${TWINS[0]}`), originalOf(`text ${TWINS[1]}`)]
    expect(second.id.slice(0, 9)).toBe(first.id.slice(0, 9))
    expect((await store.archive(first)).alias).toBe(first.id.slice(0, 8))
    const longer = first.id.slice(0, 9)
    expect(await store.resolveOriginal(longer)).toBe(first.id)
    const { alias } = await store.archive(second)
    expect(alias.length).toBeGreaterThan(9)
    expect(await store.resolveOriginal(alias)).toBe(second.id)
    // What a marker of the first said before the second came, it still says.
    expect(await store.resolveOriginal(longer)).toBe(first.id)
    expect(await store.resolveOriginal(first.id.slice(0, 8))).toBe(first.id)
  })

  it('resolves nothing else', async () => {
    const store = current()
    const { originalId } = await store.archive(originalOf('one'))
    await store.write({ put: [draftOf('a', 'two')] })
    const strangers = [
      originalId.slice(0, 7),
      `${originalId.slice(0, 8)}%`,
      originalId.slice(0, 8).toUpperCase(),
      '',
      '_'.repeat(8),
    ]
    // No document's original has an alias.
    for (const text of [...strangers, originalOf('two').id.slice(0, 8), originalOf('three').id]) {
      expect(await store.resolveOriginal(text), text).toBeUndefined()
    }
    expect(await store.resolveOriginal(originalOf('two').id)).toBe(originalOf('two').id)
  })

  it('refuses an original that is named after other bytes', async () => {
    const store = current()
    const { id } = originalOf('one')
    await expect(store.archive({ ...originalOf('two'), id })).rejects.toMatchObject({ code: 'INPUT' })
    expect(await store.status()).toMatchObject({ originals: 0, archivedOriginals: 0 })
  })
}
