import type { ConversationMessage } from '../domain/conversation.ts'

/** From the first to the last message that has to do with one call. */
export interface CallSpan {
  readonly callId: string
  /** Messages, both inclusive. */
  readonly first: number
  readonly last: number
  readonly hasCall: boolean
  /** How many parts its results have, opaque ones included. 0 for a call that nothing answers. */
  readonly resultParts: number
}

/**
 * Which messages belong to one call, in order of their first message. An id that is called again begins another span: some callers number their calls anew in each
 * turn. Results without a call before them are a span of their own. Linear in the number of parts.
 */
export function callSpans(messages: readonly ConversationMessage[]): readonly CallSpan[] {
  const spans: CallSpan[] = []
  const open = new Map<string, number>()
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      if (part.kind === 'text' || part.kind === 'reasoning' || part.callId === null) continue
      const { callId } = part
      const at = open.get(callId)
      const span = at === undefined ? undefined : spans[at]
      if (span === undefined || part.kind === 'call') {
        open.set(callId, spans.length)
        const hasCall = part.kind === 'call'
        spans.push({ callId, first: index, last: index, hasCall, resultParts: hasCall ? 0 : 1 })
      } else spans[at!] = { ...span, last: index, resultParts: span.resultParts + 1 }
    }
  })
  return spans
}
