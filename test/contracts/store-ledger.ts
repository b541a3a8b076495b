import { expect, it } from 'vitest'
import type { LedgerQuery, LedgerRow, Store } from '../../src/ports/store.ts'
import { rowsOf } from './store-dump.ts'

const rowOf = (atMs: number, more: Partial<LedgerRow> = {}): LedgerRow => ({
  atMs,
  kind: 'compress',
  tokenizer: 'letters@1',
  data: { rawTokens: atMs },
  ...more,
})

/** What was saved, and when. */
export function describeLedger(current: () => Store): void {
  const read = (query: LedgerQuery = {}): Promise<readonly LedgerRow[]> => rowsOf(current().ledger(query))
  const timesOf = async (query: LedgerQuery): Promise<readonly number[]> => (await read(query)).map(({ atMs }) => atMs)

  it('gives rows back by time, and those of one moment as they were recorded', async () => {
    const store = current()
    const generation = await store.generation()
    expect(await read()).toEqual([])
    await store.recordSavings([rowOf(20), rowOf(10, { data: { text: 'größe \u0000 😀', list: [1.5, null] } })])
    await store.recordSavings([rowOf(20, { kind: 'other' }), rowOf(20, { tokenizer: '' })])
    await store.recordSavings([])
    expect(await read()).toEqual([
      rowOf(10, { data: { text: 'größe \u0000 😀', list: [1.5, null] } }),
      rowOf(20),
      rowOf(20, { kind: 'other' }),
      rowOf(20, { tokenizer: '' }),
    ])
    expect(await store.generation()).toBe(generation)
  })

  it('gives those that meet all conditions', async () => {
    await current().recordSavings([
      rowOf(1),
      rowOf(2, { kind: 'other' }),
      rowOf(3, { tokenizer: 'words@1' }),
      rowOf(4, { kind: 'other', tokenizer: 'words@1' }),
    ])
    expect(await timesOf({ sinceMs: 2 })).toEqual([2, 3, 4])
    expect(await timesOf({ untilMs: 3 })).toEqual([1, 2])
    expect(await timesOf({ sinceMs: 2, untilMs: 4 })).toEqual([2, 3])
    expect(await timesOf({ kind: 'other' })).toEqual([2, 4])
    expect(await timesOf({ tokenizer: 'words@1' })).toEqual([3, 4])
    expect(await timesOf({ kind: 'other', tokenizer: 'words@1', sinceMs: 4, untilMs: 5 })).toEqual([4])
    expect(await timesOf({ kind: 'other', sinceMs: 5 })).toEqual([])
  })

  it('finds those whose data names a session or an original', async () => {
    await current().recordSavings([
      rowOf(1, { data: { sessionId: 'a', originalId: 'x' } }),
      rowOf(2, { data: { sessionId: "b'", originalId: 'x' }, kind: 'other' }),
      rowOf(3, { data: { sessionId: null } }),
      rowOf(4, { data: [] }),
    ])
    expect(await timesOf({ sessionId: 'a' })).toEqual([1])
    expect(await timesOf({ sessionId: "b'" })).toEqual([2])
    expect(await timesOf({ originalId: 'x' })).toEqual([1, 2])
    expect(await timesOf({ originalId: 'x', kind: 'other' })).toEqual([2])
    expect(await timesOf({ sessionId: 'null' })).toEqual([])
  })

  it('gives more rows than a page holds, each once, many of one moment among them', async () => {
    const rows = Array.from({ length: 4_500 }, (_, number) => rowOf(Math.floor(number / 1_700), { data: { number } }))
    await current().recordSavings(rows)
    expect(await read()).toEqual(rows)
    expect(await read({ sinceMs: 1 })).toEqual(rows.slice(1_700))
  })

  it('keeps nothing of rows of which one cannot be kept', async () => {
    const broken = rowOf(2, { tokenizer: '\ud800' })
    await expect(current().recordSavings([rowOf(1), broken])).rejects.toMatchObject({ code: 'INPUT' })
    expect(await read()).toEqual([])
  })
}
