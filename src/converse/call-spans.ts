import type { ConversationMessage } from '../domain/conversation.ts'

/** From the first to the last message that has to do with one call. */
export interface CallSpan {
  readonly callId: string
  /** Messages, both inclusive. */
  readonly first: number
  readonly last: number
  readonly hasCall: boolean
  readonly hasResult: boolean
  /** How many parts its results have, opaque ones included. */
  readonly resultParts: number
}

/**
 * Which messages belong to one call, in order of their first message. An id that is called again begins another span: some callers number their calls anew in each
 * turn. A result without a call before it is a span of its own. Linear in the number of parts.
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
      const isCall = part.kind === 'call'
      if (span === undefined || (isCall && span.hasCall)) {
        open.set(callId, spans.length)
        const resultParts = isCall ? 0 : 1
        spans.push({ callId, first: index, last: index, hasCall: isCall, hasResult: !isCall, resultParts })
      } else {
        spans[at!] = isCall
          ? { ...span, last: index, hasCall: true }
          : { ...span, last: index, hasResult: true, resultParts: span.resultParts + 1 }
      }
    }
  })
  return spans
}
