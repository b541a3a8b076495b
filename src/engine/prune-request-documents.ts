import type { RequestState } from '../converse/assemble/request-draft.ts'
import { pruneProse } from '../converse/prune/prune-prose.ts'
import { TOKEN_SCORERS } from '../converse/prune/token-scorers.ts'
import type { RequestCall } from './request-call.ts'

/** Takes words out of what is left of the documents, whose originals are stored by now: each bears a marker already. */
export async function pruneRequestDocuments(state: RequestState, call: RequestCall): Promise<RequestState> {
  const { policy, counter, options } = call
  if (policy.prune === 'off') return state
  let over = (await call.count(state)) - policy.budgetTokens
  const documents = []
  for (const document of state.documents) {
    if (over <= 0 || !isShortened(document.outcome)) {
      documents.push(document)
      continue
    }
    const { text, tokens, removedRanges } = await pruneProse({
      text: document.text,
      scorer: TOKEN_SCORERS[policy.prune],
      targetTokens: document.tokens - over,
      keep: call.scores().keywords,
      marker: '',
      weigh: counter.text,
      signal: options.signal,
    })
    over -= document.tokens - tokens
    documents.push(removedRanges.length === 0 ? document : { ...document, text, tokens, outcome: 'pruned' as const })
  }
  return { ...state, documents }
}

/** One that stands as it came has no marker. */
function isShortened(outcome: RequestState['documents'][number]['outcome']): boolean {
  return outcome === 'extracted' || outcome === 'summarized'
}
