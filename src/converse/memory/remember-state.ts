import type { RequestMemory } from '../../ports/request-memory.ts'
import { beginningData, readState, stateData } from './memory-record.ts'
import { type MemoryState, NOTHING_REMEMBERED, type RememberedHistory } from './memory-state.ts'

interface Recording {
  readonly history: RememberedHistory
  readonly memory: Pick<RequestMemory, 'rememberRequest'>
  readonly nowMs: number
}

/**
 * Records a state under the beginning of the history that it is about. Beginnings of that one, 1, 2, 4, … units shorter, lead to the record: a conversation that is edited or answered anew
 * from some unit on, or whose application strips documents from messages that were sent, keeps what was decided before it, but for as many units at most as it has gone back.
 * @returns the state that is recorded now: another one, where another process was first.
 */
export async function rememberState(state: MemoryState, { history, memory, nowMs }: Recording): Promise<MemoryState> {
  const { chain } = history
  const key = chain[state.position - 1]
  if (key === undefined) return state
  const { previousKey, revision } = state
  const originalIds = state.episodes.map(({ originalId }) => originalId)
  const own = {
    key,
    previousKey,
    revision,
    recordedAtMs: nowMs,
    originalIds,
    data: stateData(state, history.units.length),
  }
  const kept = readState(await memory.rememberRequest(own), state.position, history)
  for (let back = 1; back < state.position; back *= 2) {
    const beginning = { ...own, key: chain[state.position - 1 - back]!, previousKey: null, originalIds: [] }
    await memory.rememberRequest({ ...beginning, data: beginningData(key) })
  }
  return kept ?? { ...state, key }
}

/** Records that a conversation was sent as it is, so that its next request is not taken for the first one. */
export async function rememberFirst({ history, memory, nowMs }: Recording): Promise<void> {
  const state = { ...NOTHING_REMEMBERED, position: history.chain.length }
  await rememberState(state, { history, memory, nowMs })
}
