import { throwIfCancelled } from '../domain/errors.ts'
import type { TokenCost } from '../domain/hyperedge.ts'
import { costOf } from '../indexing/draft-hyperedges.ts'
import type { Store } from '../ports/store.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { OperationOptions } from './call-options.ts'
import type { RecostReport } from './call-results.ts'

const PAGE = 1000

/** Counts every hyperedge anew and writes all costs in one transaction; nothing is cut, described or embedded again. */
export async function recost(
  store: Store,
  tokenizer: Tokenizer,
  { onEvent, signal }: OperationOptions,
): Promise<RecostReport> {
  const ids = await allHyperedges(store)
  const costs: { readonly hyperedgeId: number; readonly cost: TokenCost }[] = []
  let tokensBefore = 0
  let tokensAfter = 0
  for (let start = 0; start < ids.length; start += PAGE) {
    throwIfCancelled(signal)
    for (const hyperedge of await store.readHyperedges(ids.slice(start, start + PAGE))) {
      const cost = await costOf(hyperedge, tokenizer, signal)
      costs.push({ hyperedgeId: hyperedge.id, cost })
      tokensBefore += hyperedge.tokenCost.tokens
      tokensAfter += cost.tokens
    }
    onEvent?.({ type: 'progress', phase: 'recost', hyperedgesDone: costs.length, hyperedgesTotal: ids.length })
  }
  throwIfCancelled(signal)
  const generation = await store.writeCosts(costs)
  return { tokenizer: tokenizer.identity, hyperedges: costs.length, tokensBefore, tokensAfter, generation }
}

async function allHyperedges(store: Store): Promise<readonly number[]> {
  const snapshot = await store.snapshot()
  try {
    const ids: number[] = []
    for await (const page of snapshot.hyperedges()) for (const { id } of page) ids.push(id)
    return ids
  } finally {
    await snapshot.close()
  }
}
