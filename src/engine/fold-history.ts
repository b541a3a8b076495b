import type { RequestState } from '../converse/assemble/request-draft.ts'
import { decideEpoch, type EpochDecision } from '../converse/memory/decide-epoch.ts'
import { type FoldedHistory, foldMemory, historyTokensOf } from '../converse/memory/fold-memory.ts'
import { memoryFrame } from '../converse/memory/memory-block.ts'
import { BudgetError } from '../domain/errors.ts'
import type { HistoryPolicy } from '../domain/request-policy.ts'
import type { EngineParts } from './parts.ts'
import type { RequestCall } from './request-call.ts'

/** For one answer of a summarizer. */
export const SUMMARIZER_TIMEOUT_MS = 60_000

export interface HistoryRoom {
  /** What history and memory may have. */
  readonly roomTokens: number
  /** Of everything in front of the history. */
  readonly prefixTokens: number
}

/** Whether what was sent stays as it was sent, under the room that there is. */
export async function epochOf(
  { history: sent }: RequestState,
  { roomTokens, prefixTokens }: HistoryRoom,
  { policy, history }: RequestCall,
): Promise<EpochDecision> {
  const { watermarkTokens, expectedCalls } = policy.history
  return decideEpoch({
    isFirst: sent.state.key === null,
    historyTokens: await historyTokensOf(sent, history.remembered, history.counter),
    prefixTokens,
    roomTokens,
    epochDepth: epochDepthOf(policy.history, roomTokens),
    watermarkTokens,
    expected: expectedCalls === null ? null : { prices: policy.cache.profile, calls: expectedCalls },
  })
}

/**
 * Folds the history into its memory, deep, so that it need not be done again soon.
 * @throws BudgetError before anything is kept where even the deepest forms are over the room; what keeps the store from taking the originals.
 */
export async function foldHistory(
  { history: sent }: RequestState,
  roomTokens: number,
  call: RequestCall,
  parts: EngineParts,
): Promise<FoldedHistory> {
  const { policy, options, history } = call
  return foldMemory({
    history: history.remembered,
    state: sent.state,
    roomTokens,
    epochDepth: epochDepthOf(policy.history, roomTokens),
    freshUnits: await freshUnitsWithin(roomTokens, sent, call),
    counter: history.counter,
    arrivalForm: history.arrivalForm,
    deepenUnits: history.deepenUnits,
    summarizer: call.summarizer && {
      summarizer: call.summarizer,
      weigh: parts.estimateTokens,
      timeoutMs: SUMMARIZER_TIMEOUT_MS,
    },
    archive: (original) => parts.store.archive(original),
    memory: history.store,
    nowMs: parts.clock.nowMs(),
    signal: options.signal,
  })
}

/** What an epoch leaves of the room: of the watermark, where that is lower. */
function epochDepthOf({ epochDepth, watermarkTokens }: HistoryPolicy, roomTokens: number): number {
  return watermarkTokens === null ? epochDepth : epochDepth * Math.min(1, watermarkTokens / roomTokens)
}

/** As many fresh units as the policy wants, or the last one alone where the room is too small for more. Tried out only where it may be. */
async function freshUnitsWithin(roomTokens: number, sent: RequestState['history'], call: RequestCall): Promise<number> {
  const { policy, options, history } = call
  const { units, conversation } = history.remembered
  const { freshUnits } = policy.history
  const frameTokens = await history.counter.memory(memoryFrame(sent.state))
  let freshTokens = frameTokens
  for (const unit of units.slice(Math.max(0, units.length - freshUnits))) {
    freshTokens += await history.counter.unit(conversation, unit, sent.forms[unit.index])
  }
  if (freshTokens <= roomTokens * epochDepthOf(policy.history, roomTokens)) return freshUnits
  let neededTokens = 0
  for (const fresh of new Set([freshUnits, Math.min(freshUnits, 1)])) {
    const { forms } = await history.deepenUnits({
      units,
      forms: sent.forms,
      freshUnits: fresh,
      targetTokens: 0,
      roomTokens: 0,
      countForm: async (unit, form) =>
        (await history.counter.unit(conversation, unit, form)) +
        (form.line === null ? 0 : await history.counter.text(`${form.line}\n`)),
      markerOf: () => '[0:0]',
      signal: options.signal,
    })
    neededTokens = await historyTokensOf(
      { forms, memoryText: memoryFrame(sent.state) },
      history.remembered,
      history.counter,
    )
    if (neededTokens <= roomTokens) return fresh
  }
  const { budgetTokens } = policy
  const needed = budgetTokens - roomTokens + neededTokens
  throw new BudgetError(`this request cannot be cut below ${needed} tokens; the budget is ${budgetTokens}`, {
    facts: { protectedTokens: needed, neededTokens: needed, budgetTokens },
    hint: `Give a budget of ${needed} tokens or more.`,
  })
}
