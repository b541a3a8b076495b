import type { RequestState } from '../converse/assemble/request-draft.ts'
import type { CascadeStep } from '../converse/cascade/run-cascade.ts'
import type { UnitForm } from '../domain/conversation.ts'
import { hashBytes } from '../indexing/content-hash.ts'
import type { EngineParts } from './parts.ts'
import { isProtected } from './protected-tokens.ts'
import type { RequestCall } from './request-call.ts'

const GONE: UnitForm = { level: 'gone', texts: [], line: null }

/** The levels of the cascade, cheapest first. */
export function cascadeSteps(call: RequestCall, parts: EngineParts): readonly CascadeStep<RequestState>[] {
  return [{ level: 'extractive', off: null, always: false, run: (state) => dropOldest(state, call, parts) }]
}

/** Takes whole units out of the messages, oldest first, until the request fits; what they said is archived before. */
async function dropOldest(state: RequestState, call: RequestCall, { store }: EngineParts): Promise<RequestState> {
  const { inventory, counter, policy } = call
  const { conversation, history, totalTokens, unitTokens } = inventory
  let over = totalTokens + (await counter.memory(memoryText('0'.repeat(64)))) - policy.budgetTokens
  const dropped = history.units.filter((unit) => {
    if (over <= 0 || isProtected(unit, inventory)) return false
    over -= unitTokens[unit.index]!
    return true
  })
  if (dropped.length === 0) return state
  const lines = dropped.map(
    ({ start, end }) => `${JSON.stringify(conversation.messages.slice(start, end).map(({ raw }) => raw))}\n`,
  )
  const bytes = new TextEncoder().encode(lines.join(''))
  const { alias } = await store.archive({ id: hashBytes(bytes), bytes, encoding: 'utf-8' })
  return { ...state, memory: memoryText(alias), forms: new Map(dropped.map(({ index }) => [index, GONE])) }
}

function memoryText(alias: string): string {
  return `[packgraph: earlier messages of this conversation are left out. To read them, call the tool expand with id "${alias}", or run: packgraph expand ${alias}]`
}
