import { expect, it } from 'vitest'
import { MOST_ANCESTORS, MOST_MEMORY_BYTES, type RequestMemoryRecord } from '../../src/ports/request-memory.ts'
import type { Store } from '../../src/ports/store.ts'

const keyOf = (number: number): string => number.toString(16).padStart(64, '0')

const recordOf = (number: number, more: Partial<RequestMemoryRecord> = {}): RequestMemoryRecord => ({
  key: keyOf(number),
  previousKey: null,
  revision: 1,
  recordedAtMs: number,
  originalIds: [],
  data: { number },
  ...more,
})

/** What was sent of conversations. */
export function describeRequestMemory(current: () => Store): void {
  const isThere = async (number: number): Promise<boolean> =>
    (await current().recallRequest([keyOf(number)])) !== undefined

  it('gives a record back as it went in, without another generation', async () => {
    const store = current()
    const generation = await store.generation()
    const data = { texts: ['\u0000', 'größe \u2028', null], nested: { half: '\ud800' } }
    const record = recordOf(1, { previousKey: keyOf(9), revision: 3, originalIds: [keyOf(7)], data })
    expect(await store.rememberRequest(record)).toEqual(record)
    expect(await store.recallRequest([keyOf(1)])).toEqual(record)
    expect(await store.generation()).toBe(generation)
  })

  it('finds the first key that there is a record of, in the order asked for', async () => {
    const store = current()
    for (const number of [1, 2, 3]) await store.rememberRequest(recordOf(number))
    expect(await store.recallRequest([keyOf(8), keyOf(2), keyOf(3)])).toEqual(recordOf(2))
    expect(await store.recallRequest([keyOf(8)])).toBeUndefined()
    expect(await store.recallRequest([])).toBeUndefined()
  })

  it('keeps the first of two records with one key and revision, and tells who came second', async () => {
    const store = current()
    const first = recordOf(1, { data: { by: 'first' } })
    expect(await store.rememberRequest(first)).toEqual(first)
    expect(await store.rememberRequest(recordOf(1, { data: { by: 'second' } }))).toEqual(first)
    expect(await store.recallRequest([keyOf(1)])).toEqual(first)
  })

  it('puts a decision that goes on from a record with its key in the place of it, and no earlier one', async () => {
    const store = current()
    await store.rememberRequest(recordOf(1, { revision: 2 }))
    const next = recordOf(1, { revision: 3, recordedAtMs: 5, data: { by: 'next' } })
    expect(await store.rememberRequest(next)).toEqual(next)
    expect(await store.rememberRequest(recordOf(1, { revision: 2 }))).toEqual(next)
  })

  it('forgets what a conversation has long gone on from, and keeps what it may come back to', async () => {
    const store = current()
    await store.rememberRequest(recordOf(99))
    const last = MOST_ANCESTORS + 3
    for (let number = 1; number <= last; number += 1) {
      const previousKey = number === 1 ? null : keyOf(number - 1)
      await store.rememberRequest(recordOf(number, { previousKey, revision: number }))
    }
    expect(await Promise.all([1, 2].map(isThere))).toEqual([false, false])
    for (let number = 3; number <= last; number += 1) expect(await isThere(number)).toBe(true)
    expect(await isThere(99)).toBe(true)
  })

  it('survives records that go on from each other', async () => {
    const store = current()
    await store.rememberRequest(recordOf(1, { previousKey: keyOf(2) }))
    await store.rememberRequest(recordOf(2, { previousKey: keyOf(1) }))
    await store.rememberRequest(recordOf(3, { previousKey: keyOf(3) }))
    expect(await Promise.all([2, 3].map(isThere))).toEqual([true, true])
  })

  it('forgets what was recorded first when all of it gets too large, never what was recorded just now', async () => {
    const store = current()
    const data = { text: 'x'.repeat(0.4 * MOST_MEMORY_BYTES) }
    for (const number of [5, 6]) await store.rememberRequest(recordOf(number, { data }))
    await store.rememberRequest(recordOf(1, { data }))
    expect(await Promise.all([1, 5, 6].map(isThere))).toEqual([true, false, true])
  })
}
