import type { HistoryUnit, UnitForm } from '../../domain/conversation.ts'
import type { RequestMemory, RequestMemoryRecord } from '../../ports/request-memory.ts'
import { standsAmongMessages } from '../count/request-counter.ts'
import { memoryBlock } from './memory-block.ts'
import { markDepthOf, markedForm } from './memory-mark.ts'
import { readBeginning, readState } from './memory-record.ts'
import { type MemoryState, NOTHING_REMEMBERED, type RememberedHistory } from './memory-state.ts'

/** A history as it is sent. */
export interface SentHistory {
  readonly state: MemoryState
  /** One for each unit, with the marks that lead to what is missing. */
  readonly forms: readonly UnitForm[]
  /** The text of the message in front of all units; empty where there is nothing to remember. */
  readonly memoryText: string
  /** Units that left the messages. */
  readonly foldedUnits: number
}

/** Gives the form in which a unit is sent when it comes. A pure function of the unit's messages: it is not recorded. */
export type ArrivalForm = (unit: HistoryUnit) => UnitForm | Promise<UnitForm>

/** The longest recorded beginning of a history as it was sent before, and units that came since as they come. */
export async function rememberedForms(
  history: RememberedHistory,
  memory: Pick<RequestMemory, 'recallRequest'>,
  arrivalForm: ArrivalForm,
): Promise<SentHistory> {
  return await sentHistory(await recallState(history, memory), history, arrivalForm)
}

/** How a history is sent under what is remembered of it. A function of both; linear, but for forms at arrival. */
export async function sentHistory(
  state: MemoryState,
  { units }: Pick<RememberedHistory, 'units'>,
  arrivalForm: ArrivalForm,
): Promise<SentHistory> {
  const depth = markDepthOf(state)
  const forms = await Promise.all(
    units.map((unit, index) => {
      const form = state.forms[index]
      return form ? markedForm(form, depth) : arrivalForm(unit)
    }),
  )
  return {
    state,
    forms,
    memoryText: memoryBlock(state),
    foldedUnits: forms.filter((form) => !standsAmongMessages(form)).length,
  }
}

/**
 * What was decided about the longest recorded beginning of a history: nothing where there is none. Records that cannot be of this history are passed over.
 * Cost: one look-up in the store, and another for each record that is passed over or leads to another.
 */
export async function recallState(
  history: RememberedHistory,
  memory: Pick<RequestMemory, 'recallRequest'>,
): Promise<MemoryState> {
  const { chain } = history
  const positionOf = new Map(chain.map((key, index) => [key, index + 1]))
  let keys = chain.toReversed()
  while (keys.length > 0) {
    const found = await memory.recallRequest(keys)
    const position = found && positionOf.get(found.key)
    if (found === undefined || position === undefined) break
    const state = await stateOf(found, position, history, memory)
    if (state !== undefined) return state
    keys = chain.slice(0, position - 1).reverse()
  }
  return NOTHING_REMEMBERED
}

async function stateOf(
  record: RequestMemoryRecord,
  position: number,
  history: RememberedHistory,
  memory: Pick<RequestMemory, 'recallRequest'>,
): Promise<MemoryState | undefined> {
  const of = readBeginning(record.data)
  const whole = of === undefined ? record : await memory.recallRequest([of])
  return whole && readState(whole, position, history)
}
