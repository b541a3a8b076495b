import type { RequestState } from '../converse/assemble/request-draft.ts'
import type { CascadeStep } from '../converse/cascade/run-cascade.ts'
import type { EpochDecision } from '../converse/memory/decide-epoch.ts'
import { rememberedForms } from '../converse/memory/remembered-forms.ts'
import { epochOf, foldHistory, type HistoryRoom } from './fold-history.ts'
import type { EngineParts } from './parts.ts'
import { missingUnits, NOTHING_RECALLED, recallUnits } from './recall-units.ts'
import type { RequestCall } from './request-call.ts'
import { isStoreFailure } from './store-failure.ts'

/** What recalled units may take of the room for the history, where that is short. */
const RECALL_SHARE = 0.25
/** What a block in front of the query may add to the sum of both. */
const JOINT_TOKENS = 8

/** The levels of the cascade, cheapest first. */
export function cascadeSteps(call: RequestCall, parts: EngineParts): readonly CascadeStep<RequestState>[] {
  return [
    {
      level: 'lossless',
      off: null,
      isDue: async () => true,
      run: async (state) => {
        const { remembered, arrivalForm, store } = call.history
        const history = await rememberedForms(remembered, store, arrivalForm)
        const boundary = history.state.key === null ? 'first' : 'kept'
        return withRecall({ ...state, history, boundary }, call)
      },
    },
    {
      level: 'extractive',
      off: null,
      isDue: async (state) => (await decide(state, call)).fold,
      run: (state) => fold(state, call, parts),
    },
  ]
}

/** It is folded as well where what the query needs finds no room otherwise. */
async function decide(state: RequestState, call: RequestCall): Promise<EpochDecision> {
  const decision = await epochOf(state, await roomOf(state, call), call)
  const isShort = missingUnits(call, state).some(({ index }) => !state.recall.recalled.includes(index))
  return isShort && !decision.fold ? { fold: true, boundary: 'budget' } : decision
}

/** Takes old turns out of the messages, as far as what was sent before and the room say. What cannot be stored stays, if the request fits with it. */
async function fold(state: RequestState, call: RequestCall, parts: EngineParts): Promise<RequestState> {
  const { boundary, fold: isDue } = await decide(state, call)
  if (!isDue) return state
  try {
    const { roomTokens } = await roomOf(state, call)
    const recallTokens = await wantedRecall(roomTokens, call)
    const { newlyFoldedUnits, ...history } = await foldHistory(state, roomTokens - recallTokens, call, parts)
    return await withRecall({ ...state, history, boundary, newlyFoldedUnits }, call)
  } catch (error) {
    if (isStoreFailure(error) && (await call.count(state)) <= call.policy.budgetTokens) return state
    throw error
  }
}

/** What nothing else takes is the history's. */
async function roomOf({ tools }: RequestState, { policy, inventory, counter }: RequestCall): Promise<HistoryRoom> {
  const toolsTokens = await counter.tools(tools)
  return {
    roomTokens: policy.budgetTokens - toolsTokens - inventory.fixedTokens,
    prefixTokens: toolsTokens + inventory.leadingTokens,
  }
}

/** What of the room is kept for old units that the query needs. */
async function wantedRecall(roomTokens: number, call: RequestCall): Promise<number> {
  const { pinned } = call.scores()
  const units = call.inventory.history.units.filter(({ index }) => pinned[index])
  const { text } = await recallUnits(units, Math.floor(roomTokens * RECALL_SHARE), call)
  return text === '' ? 0 : (await call.counter.text(text)) + JOINT_TOKENS
}

/** Puts what the query needs in front of it, as far as there is room. */
async function withRecall(state: RequestState, call: RequestCall): Promise<RequestState> {
  const plain = { ...state, recall: NOTHING_RECALLED }
  const missing = missingUnits(call, plain)
  if (missing.length === 0) return plain
  const roomTokens = call.policy.budgetTokens - (await call.count(plain)) - JOINT_TOKENS
  return { ...plain, recall: await recallUnits(missing, roomTokens, call) }
}
