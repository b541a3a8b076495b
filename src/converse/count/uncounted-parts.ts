import type { UncountedPart } from '../../domain/compressed-request.ts'
import type { Conversation, MessagePart } from '../../domain/conversation.ts'

/** What of a request no tokenizer counts, in order, what stands beside the messages first. */
export function uncountedParts({ system, tools, messages }: Conversation): readonly UncountedPart[] {
  return [
    ...opaqueParts(system, null),
    ...tools.filter(({ isCounted }) => !isCounted).map(({ name }) => ({ message: null, type: `tool:${name}` })),
    ...messages.flatMap(({ parts }, message) => opaqueParts(parts, message)),
  ]
}

function opaqueParts(parts: readonly MessagePart[], message: number | null): readonly UncountedPart[] {
  return parts.flatMap((part) => (part.kind === 'opaque' ? [{ message, type: part.type }] : []))
}
