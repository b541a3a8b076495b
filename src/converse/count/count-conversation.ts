import type { RequestCount } from '../../domain/compressed-request.ts'
import type { Conversation } from '../../domain/conversation.ts'
import type { Counter } from '../../pack/counter.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import { createRequestCounter } from './request-counter.ts'
import { uncountedParts } from './uncounted-parts.ts'

/** Counts a whole request, and says what of it is not in the count. The counter is one over the tokenizer. Costs one count of each text. */
export async function countConversation(
  conversation: Conversation,
  { identity, exactness }: Tokenizer,
  counter: Counter,
): Promise<RequestCount> {
  const tokens = await createRequestCounter(counter, conversation.dialect).conversation(conversation)
  return { tokens, tokenizer: identity, exactness, uncounted: uncountedParts(conversation) }
}
