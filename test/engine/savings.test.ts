import { describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../src/adapters/sqlite/open.ts'
import type { CompressEntry } from '../../src/domain/ledger.ts'
import { recordSavings } from '../../src/engine/ledger.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { codeOf, engineWith } from './support/engine.ts'

const folder = temporaryFolder()

const ENTRY: CompressEntry = {
  kind: 'compress',
  atMs: Date.UTC(2026, 10, 30, 12),
  tokenizer: 'words@1',
  originalId: 'a'.repeat(64),
  rawTokens: 100,
  phases: [{ phase: 'strip', tokens: 60 }],
}

const at = (iso: string): CompressEntry => ({ ...ENTRY, atMs: Date.parse(iso) })

describe('savings', () => {
  it('add up what was recorded between two moments', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    const moments = ['2026-11-29T23:59:59.999Z', '2026-11-30', '2026-11-30T22:30:00-02:00', '2026-12-02']
    for (const moment of moments) expect(await recordSavings(at(moment), store)).toBeUndefined()
    const count = async (options: Parameters<typeof engine.savings>[0]) => (await engine.savings(options)).entries
    expect(await count({})).toBe(4)
    expect(await count({ since: '2026-11-30' })).toBe(3)
    expect(await count({ until: '2026-12-01' })).toBe(2)
    expect(await count({ since: '2026-12-01', until: '2026-12-02' })).toBe(1)
    expect(await count({ since: '2026-11-30T01:00:00+01:00', until: '2026-11-30T00:00:00.001Z' })).toBe(1)
    expect(await count({ kind: 'compress', tokenizer: 'words@1' })).toBe(4)
    expect(await count({ tokenizer: 'letters@1' })).toBe(0)
  })

  it.each([
    ['a day that is none', { since: '2026-02-30' }],
    ['a moment without its offset', { until: '2026-11-30T10:00:00' }],
    ['an end that does not come after the beginning', { since: '2026-11-30', until: '2026-11-30' }],
    ['an unknown kind', { kind: 'magic' }],
    ['an unknown option', { from: '2026-11-30' }],
  ])('refuse %s', async (_, options) => {
    expect(await codeOf(engineWith().savings(options as never))).toBe('INVALID_OPTION')
  })

  it('count what cannot be read apart', async () => {
    const store = new MemoryStore()
    await recordSavings(ENTRY, store)
    const { kind, atMs, tokenizer } = ENTRY
    const row = { kind, atMs, tokenizer }
    await store.recordSavings([
      { ...row, data: { rawTokens: 'many', phases: [], originalId: ENTRY.originalId } },
      { ...row, data: { originalId: ENTRY.originalId, rawTokens: 1 } },
      { ...row, kind: 'of a later version', data: {} },
      { ...row, kind: 'constructor', data: {} },
      { ...row, atMs: 9e15, data: { originalId: ENTRY.originalId, rawTokens: 9, phases: [] } },
    ])
    expect(await engineWith({ store }).savings()).toMatchObject({ entries: 1, unreadable: 5 })
  })
})

describe('recording', () => {
  it('tells why it could not be done, and throws nothing', async () => {
    const path = folder.path('read-only.packgraph')
    await (await openSqliteStore(path)).close()
    const store = await openSqliteStore(path, { readOnly: true })
    expect(await recordSavings(ENTRY, store)).toBe(`${path} is open for reading only`)
    await store.close()
    expect(await recordSavings(ENTRY, store)).toMatch(/read-only\.packgraph/)
  })

  it('waits for a lock as long as the store does, then gives up', async () => {
    const path = folder.path('busy.packgraph')
    const store = await openSqliteStore(path, { busyTimeoutMs: 50 })
    const { default: Database } = await import('better-sqlite3')
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    expect(await recordSavings(ENTRY, store)).toMatch(/locked for/)
    other.exec('COMMIT')
    other.close()
    expect(await recordSavings(ENTRY, store)).toBeUndefined()
    expect((await engineWith({ store }).savings()).entries).toBe(1)
    await store.close()
  })
})
