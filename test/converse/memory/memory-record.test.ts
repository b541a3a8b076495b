import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readState, stateData } from '../../../src/converse/memory/memory-record.ts'
import { recallState } from '../../../src/converse/memory/remembered-forms.ts'
import type { RequestMemoryRecord } from '../../../src/ports/request-memory.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'
import { exchanges, historyOf, send } from './sessions.ts'

const messages = exchanges(10)
const history = historyOf(messages)

async function recorded(): Promise<{ readonly store: MemoryStore; readonly record: RequestMemoryRecord }> {
  const store = new MemoryStore()
  await send(messages, store, 1_200)
  return { store, record: (await store.recallRequest(history.chain.toReversed()))! }
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Array.isArray(value) ? Object.assign([], value) : { ...Object(value) }
  copy[key] = replaced(copy[key], rest, by)
  return copy
}

describe('a record of a state', () => {
  it('gives the state back', async () => {
    const { record } = await recorded()
    const { position } = record.data as { position: number }
    const state = readState(record, position, history)
    expect(state).toMatchObject({ key: record.key, revision: 1, position })
    expect(stateData(state!, history.units.length)).toEqual(record.data)
  })

  it('is nothing, or about parts that may change and lines that are there, whatever somebody wrote into the store', async () => {
    const { record } = await recorded()
    const paths = pathsOf(record.data)
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 0, 1, 99, 'gone', 'facts', 'verbatim', null))
    fc.assert(
      fc.property(fc.constantFrom(...paths), value, fc.nat(40), (path, by, position) => {
        const state = readState({ ...record, data: replaced(record.data, path, by) }, position, history)
        for (const [index, form] of state?.forms.entries() ?? []) {
          if (form === null) continue
          const { start, end } = history.units[index]!
          expect(form.place.line).toBeLessThanOrEqual(state!.episodes[form.place.episode - 1]!.lines)
          for (const { message, part } of form.texts) {
            expect(start + message).toBeLessThan(end)
            expect(['text', 'result']).toContain(history.conversation.messages[start + message]!.parts[part]!.kind)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['no object', []],
    [
      'a unit twice on one line',
      {
        position: 2,
        since: 0,
        units: [
          ['gone', 1, 1, null, []],
          ['gone', 1, 1, null, []],
        ],
        episodes: [{ originalId: 'a'.repeat(64), alias: 'aaaaaaaa', lines: 2, summary: null, asked: false }],
      },
    ],
    [
      'an alias of something else',
      {
        position: 1,
        since: 0,
        units: [],
        episodes: [{ originalId: 'a'.repeat(64), alias: 'bbbbbbbb', lines: 2, summary: null, asked: false }],
      },
    ],
    ['a way that leads to itself', { of: history.chain[3] }],
  ])('with %s counts as none, and the next shorter one is taken', async (_, data) => {
    const { store, record } = await recorded()
    const forged = { ...record, key: history.chain.at(-1)!, revision: 9, data }
    await store.rememberRequest(forged)
    const state = await recallState(history, store)
    expect(state.key).toBe(record.key === forged.key ? state.key : record.key)
    expect(state.forms.length).toBeGreaterThan(0)
  })
})
