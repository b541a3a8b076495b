import type { RequestState } from '../converse/assemble/request-draft.ts'
import { fitDocuments } from '../converse/documents/fit-documents.ts'
import { hashBytes } from '../indexing/content-hash.ts'
import { SUMMARIZER_TIMEOUT_MS } from './fold-history.ts'
import type { EngineParts } from './parts.ts'
import type { RequestCall } from './request-call.ts'

/**
 * Makes the documents of the query fit a room: those below the floor go, and, where that is allowed, others become shorter. All of them are archived before, one a line.
 * @throws what keeps the store from taking them: then they stay as they are.
 */
export async function fitRequestDocuments(
  state: RequestState,
  { roomTokens, isShortening }: { readonly roomTokens: number; readonly isShortening: boolean },
  call: RequestCall,
  parts: EngineParts,
): Promise<RequestState> {
  const { inventory, policy, counter, options } = call
  const { query, conversation } = inventory
  if (query === null || query.documents.length === 0) return state
  const texts = query.documents.map(({ part }) => {
    const own = conversation.messages[query.message]!.parts[part]!
    return own.kind === 'opaque' ? '' : own.text
  })
  const documents = query.documents.map(({ start, end, bodyStart, bodyEnd }, index) => ({
    before: texts[index]!.slice(start, bodyStart),
    body: texts[index]!.slice(bodyStart, bodyEnd),
    after: texts[index]!.slice(bodyEnd, end),
  }))
  const lines = documents.map(({ before, body, after }) => `${JSON.stringify(before + body + after)}\n`)
  const bytes = new TextEncoder().encode(lines.join(''))
  const { alias } = await parts.store.archive({ id: hashBytes(bytes), bytes, encoding: 'utf-8' })
  const fitted = await fitDocuments({
    documents,
    query: query.asked,
    keywords: call.scores().keywords,
    heldElsewhere: [],
    roomTokens,
    relevanceFloor: policy.documents.relevanceFloor,
    isShortening,
    markerOf: (document) => `[left out: packgraph expand ${alias} --lines ${document + 1}]`,
    count: counter.text,
    weigh: parts.estimateTokens,
    parser: parts.markdownParser,
    summarizer: call.summarizer && { summarizer: call.summarizer, timeoutMs: SUMMARIZER_TIMEOUT_MS },
    signal: options.signal,
  })
  return { ...state, documents: fitted }
}

/** What the documents of a request weigh as they are sent. */
export function documentTokens(
  state: Pick<RequestState, 'documents'>,
  { inventory }: Pick<RequestCall, 'inventory'>,
): number {
  if (state.documents.length > 0) return state.documents.reduce((sum, { tokens }) => sum + tokens, 0)
  return inventory.segments.reduce((sum, segment) => sum + (segment.class === 'document' ? segment.tokens : 0), 0)
}
