import type { RequestState } from '../converse/assemble/request-draft.ts'
import { shareBudget } from '../converse/budget/share-budget.ts'
import type { CascadeStep } from '../converse/cascade/run-cascade.ts'
import type { EpochDecision } from '../converse/memory/decide-epoch.ts'
import { historyTokensOf } from '../converse/memory/fold-memory.ts'
import { rememberedForms } from '../converse/memory/remembered-forms.ts'
import { documentTokens, fitRequestDocuments } from './fit-request-documents.ts'
import { epochOf, foldHistory, type HistoryRoom } from './fold-history.ts'
import type { EngineParts } from './parts.ts'
import { pruneRequestDocuments } from './prune-request-documents.ts'
import { missingUnits, NOTHING_RECALLED, recallUnits } from './recall-units.ts'
import type { RequestCall } from './request-call.ts'
import { isStoreFailure } from './store-failure.ts'

/** What recalled units may take of the room for the history, where that is short. */
const RECALL_SHARE = 0.25
/** What a block in front of the query may add to the sum of both. */
const JOINT_TOKENS = 8

/** The levels of the cascade, cheapest first. */
export function cascadeSteps(call: RequestCall, parts: EngineParts): readonly CascadeStep<RequestState>[] {
  const hasDocuments = (call.inventory.query?.documents.length ?? 0) > 0
  return [
    {
      level: 'lossless',
      off: null,
      isDue: async () => true,
      run: async (state) => {
        const { remembered, arrivalForm, store } = call.history
        const history = await rememberedForms(remembered, store, arrivalForm)
        const boundary = history.state.key === null ? 'first' : 'kept'
        return withRecall({ ...state, tools: await call.offerTools(false), history, boundary }, call)
      },
    },
    {
      level: 'extractive',
      off: null,
      isDue: async (state) => (await decide(state, call)).fold,
      run: async (state) => fold(await fitDocumentsOf(await leaveTools(state, call), false, call, parts), call, parts),
    },
    {
      level: 'abstractive',
      off: hasDocuments ? null : 'there are no documents',
      isDue: async () => false,
      run: async (state) => fold(await fitDocumentsOf(state, true, call, parts), call, parts),
    },
    {
      level: 'pruned',
      off: call.policy.prune === 'off' ? 'off' : hasDocuments ? null : 'there are no documents',
      isDue: async () => false,
      run: (state) => pruneRequestDocuments(state, call),
    },
  ]
}

/** Tools leave where the request is over its budget and begins anew for a provider's cache anyway. */
async function leaveTools(state: RequestState, call: RequestCall): Promise<RequestState> {
  if ((await call.count(state)) <= call.policy.budgetTokens) return state
  const { boundary, fold: isDue } = await decide(state, call)
  if (!isDue && boundary !== 'first') return state
  const tools = await call.offerTools(true)
  return tools.length === state.tools.length ? state : withRecall({ ...state, tools, boundary }, call)
}

/** It is folded as well where what the query needs finds no room beside it. */
async function decide(state: RequestState, call: RequestCall): Promise<EpochDecision> {
  const room = await roomOf(state, call)
  const decision = await epochOf(state, room, call)
  if (decision.fold || missingUnits(call, state).length === 0) return decision
  const { remembered, counter } = call.history
  const historyTokens = await historyTokensOf(state.history, remembered, counter)
  const isShort = historyTokens + (await wantedRecall(room.roomTokens, call)) > room.roomTokens
  return isShort ? { fold: true, boundary: 'budget' } : decision
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

/** The history's share of what is not fixed, and what documents leave of theirs. */
async function roomOf(state: RequestState, call: RequestCall): Promise<HistoryRoom> {
  const { policy, inventory, counter } = call
  const toolsTokens = await counter.tools(state.tools)
  const free = await freeTokens(state, call)
  const asks = [
    { name: 'turn', protectedTokens: 0, askedTokens: Math.max(0, free), share: policy.shares.turn },
    { name: 'document', protectedTokens: 0, askedTokens: documentTokens(state, call), share: policy.shares.document },
  ] as const
  return {
    roomTokens: free <= 0 ? free : shareBudget(free, asks).get('turn')!,
    prefixTokens: toolsTokens + inventory.leadingTokens,
  }
}

/** Documents have what the history leaves of what is not fixed, or their share of it where that is more. What cannot be stored stays. */
async function fitDocumentsOf(
  state: RequestState,
  isShortening: boolean,
  call: RequestCall,
  parts: EngineParts,
): Promise<RequestState> {
  const free = await freeTokens(state, call)
  const given = documentTokens(state, call)
  if (given === 0 || free <= 0) return state
  const historyTokens = (await call.count(state)) - call.policy.budgetTokens + free - given
  const asks = [
    { name: 'turn', protectedTokens: 0, askedTokens: Math.max(0, historyTokens), share: call.policy.shares.turn },
    { name: 'document', protectedTokens: 0, askedTokens: given, share: call.policy.shares.document },
  ] as const
  const roomTokens = isShortening ? free - historyTokens : shareBudget(free, asks).get('document')!
  try {
    return await fitRequestDocuments(state, { roomTokens: Math.max(1, roomTokens), isShortening }, call, parts)
  } catch (error) {
    if (isStoreFailure(error)) return state
    throw error
  }
}

/** What history and documents have together. */
async function freeTokens({ tools }: RequestState, { policy, inventory, counter }: RequestCall): Promise<number> {
  const given = documentTokens({ documents: [] }, { inventory })
  return policy.budgetTokens - (await counter.tools(tools)) - inventory.fixedTokens + given
}

/** What of the room is kept for old units that the query needs. */
async function wantedRecall(roomTokens: number, call: RequestCall): Promise<number> {
  const { pinned } = call.scores()
  const units = call.inventory.history.units.filter(({ index }) => pinned[index])
  const { text } = await recallUnits(units, Math.floor(roomTokens * RECALL_SHARE), call)
  return text === '' ? 0 : (await call.counter.text(text)) + JOINT_TOKENS
}

/** Puts what the query needs in front of it, as far as the history leaves room: documents make way for it. */
async function withRecall(state: RequestState, call: RequestCall): Promise<RequestState> {
  const plain = { ...state, recall: NOTHING_RECALLED }
  const missing = missingUnits(call, plain)
  if (missing.length === 0) return plain
  const { roomTokens } = await roomOf(plain, call)
  const { remembered, counter } = call.history
  const left = roomTokens - (await historyTokensOf(plain.history, remembered, counter)) - JOINT_TOKENS
  const most = Math.max(Math.floor(roomTokens * RECALL_SHARE), left - documentTokens(plain, call))
  return { ...plain, recall: await recallUnits(missing, Math.min(left, most), call) }
}
