import type { Conversation } from '../../domain/conversation.ts'
import { callSpans } from '../call-spans.ts'
import { unmatched } from './unmatched.ts'

/** Whether each call has the results that it had, behind it and with as many parts, and no result stands there without the call that it had. */
export function pairFaults(source: Conversation, written: Conversation): readonly string[] {
  return unmatched(pairsOf(written), pairsOf(source))
}

function pairsOf({ messages }: Conversation): readonly string[] {
  return callSpans(messages).map(({ callId, hasCall, resultParts }) => {
    const results = resultParts === 1 ? '1 part of a result' : `${resultParts} parts of results`
    return `${callId}: ${hasCall ? 'a call' : 'no call'} and ${results}`
  })
}
