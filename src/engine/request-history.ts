import type { RequestCounter } from '../converse/count/request-counter.ts'
import { type Inventory, isFixed } from '../converse/inventory/take-inventory.ts'
import { deepenUnits as climbDown } from '../converse/ladder/deepen-units.ts'
import { losslessForm, VERBATIM } from '../converse/ladder/lossless-form.ts'
import type { DeepenUnits, FoldInput } from '../converse/memory/fold-memory.ts'
import type { RememberedHistory } from '../converse/memory/memory-state.ts'
import type { ArrivalForm } from '../converse/memory/remembered-forms.ts'
import { unitChain } from '../converse/memory/unit-chain.ts'
import type { ResolvedPolicy } from '../domain/request-policy.ts'
import type { EngineParts } from './parts.ts'
import type { RequestOptions } from './request-options.ts'
import { type RequestStore, requestStore } from './request-store.ts'

/** The history of a request, and what it takes to remember it. */
export interface RequestHistory {
  readonly remembered: RememberedHistory
  readonly arrivalForm: ArrivalForm
  readonly deepenUnits: DeepenUnits
  /** What may become less weighs something; instructions and the query weigh nothing, so that no step down pays for them. */
  readonly counter: FoldInput['counter']
  readonly store: RequestStore
}

/** A request that is read and counted. */
export interface ReadRequest {
  readonly policy: ResolvedPolicy
  readonly options: RequestOptions
  readonly counter: RequestCounter
  readonly inventory: Inventory
}

export function openHistory({ policy, options, counter, inventory }: ReadRequest, parts: EngineParts): RequestHistory {
  const { conversation, history } = inventory
  const { units } = history
  const tools = { weigh: parts.estimateTokens, count: counter.text, notation: parts.notation }
  // What was sent under other rules did not begin as this one does.
  const fingerprint = JSON.stringify([options.dialect, counter.tokenizer, policy.atArrival])
  const isLossless = policy.atArrival === 'lossless'
  return {
    remembered: { conversation, units, chain: unitChain(units, fingerprint) },
    arrivalForm: parts.arrivalCache.over(fingerprint, (unit) =>
      isLossless && unit.kind === 'call' ? losslessForm(unit, conversation, tools) : VERBATIM,
    ),
    deepenUnits: (input) => climbDown({ ...input, conversation, tools }),
    counter: {
      text: counter.text,
      memory: counter.memory,
      unit: async (source, unit, form) => (isFixed(unit, history) ? 0 : counter.unit(source, unit, form)),
    },
    store: requestStore(parts.store),
  }
}
