import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import { requestStore } from '../../src/engine/request-store.ts'
import { exchanges, send } from '../converse/memory/sessions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

describe('a store that is read only', () => {
  it('takes up what others recorded, and folds within this opening', async () => {
    const path = folder.path('read-only.packgraph')
    const writer = await openSqliteStore(path)
    const before = await send(exchanges(6), writer, 1_200)
    const reader = await openSqliteStore(path, { readOnly: true })
    const kept = await send(exchanges(6), requestStore(reader), 1_200)
    expect(kept.memoryText).toBe(before.memoryText)
    const folded = await send(exchanges(11), requestStore(reader), 1_200)
    expect(folded.state.episodes.length).toBeGreaterThan(before.state.episodes.length)
    const again = await send(exchanges(11), requestStore(reader), 1_200)
    expect(again.decision.boundary).toBe('kept')
    expect(again.forms).toEqual(folded.forms)
    for (const { alias, originalId } of folded.state.episodes)
      expect((await requestStore(reader).findOriginal(alias))?.id).toBe(originalId)
    expect((await writer.status()).archivedOriginals).toBe(before.state.episodes.length)
    await reader.close()
    await writer.close()
  })
})

describe('a store of a file', () => {
  it('lets another process go on with the same bytes', async () => {
    const path = folder.path('shared.packgraph')
    const texts: string[] = []
    for (let count = 3; count <= 14; count += 1) {
      const store = await openSqliteStore(path)
      texts.push((await send(exchanges(count), store, 900)).memoryText)
      await store.close()
    }
    const whole = await openSqliteStore(folder.path('whole.packgraph'))
    const expected: string[] = []
    for (let count = 3; count <= 14; count += 1) expected.push((await send(exchanges(count), whole, 900)).memoryText)
    expect(texts).toEqual(expected)
    expect(new Set(texts).size).toBeGreaterThan(2)
    await whole.close()
  })
})
