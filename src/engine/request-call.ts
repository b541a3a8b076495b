import { draftOf, type RequestState } from '../converse/assemble/request-draft.ts'
import { cachedCounter } from '../converse/count/cached-counter.ts'
import { createRequestCounter, type RequestCounter } from '../converse/count/request-counter.ts'
import { readConversation } from '../converse/dialects/read-conversation.ts'
import { historyUnits } from '../converse/history-units.ts'
import { type Inventory, takeInventory } from '../converse/inventory/take-inventory.ts'
import { throwIfCancelled } from '../domain/errors.ts'
import type { RequestPolicy, ResolvedPolicy } from '../domain/request-policy.ts'
import { createCounter } from '../pack/counter.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { EngineParts } from './parts.ts'
import { openHistory, type RequestHistory } from './request-history.ts'
import type { RequestOptions } from './request-options.ts'
import { resolvePolicy } from './request-policy.ts'
import { type RequestScores, scoreRequest } from './request-scores.ts'
import { type RequestSummarizer, requestSummarizer } from './request-summarizer.ts'
import { requestTokenizer } from './request-tokenizer.ts'
import { type OfferTools, toolOffers } from './request-tools.ts'

/** One call of `compressRequest`: everything checked, read and counted. */
export interface RequestCall {
  readonly policy: ResolvedPolicy
  readonly options: RequestOptions
  readonly tokenizer: Tokenizer
  readonly counter: RequestCounter
  readonly inventory: Inventory
  readonly history: RequestHistory
  readonly summarizer: RequestSummarizer | undefined
  readonly offerTools: OfferTools
  /** Of its units, made when they are first asked for. */
  readonly scores: () => RequestScores
  /** Tokens of the request in a state of it. */
  readonly count: (state: RequestState) => Promise<number>
  readonly startMs: number
}

/** @throws PackgraphError what checking a policy, finding a tokenizer and reading a request throw. */
export async function openRequest(
  request: unknown,
  policy: RequestPolicy,
  options: RequestOptions,
  parts: EngineParts,
): Promise<RequestCall> {
  const startMs = parts.clock.monotonicMs()
  const resolved = resolvePolicy(policy)
  const conversation = readConversation(request, options.dialect)
  const tokenizer = await requestTokenizer(conversation, options, parts)
  throwIfCancelled(options.signal)
  const counting = cachedCounter(createCounter(tokenizer, options.signal), parts.countCache)
  const counter = createRequestCounter(counting, options.dialect)
  const inventory = await takeInventory(conversation, historyUnits(conversation), resolved.documents.tags, counter)
  const read = { policy: resolved, options, tokenizer, counter, inventory, startMs }
  const opened = openHistory(read, parts)
  let scores: RequestScores | undefined
  return {
    ...read,
    history: opened,
    offerTools: toolOffers(read, opened.store),
    summarizer: requestSummarizer(read, parts),
    scores: () => {
      scores ??= scoreRequest(inventory, parts.readText)
      return scores
    },
    count: (state) => counter.draft(draftOf(inventory, state)),
  }
}
