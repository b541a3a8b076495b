import type { Conversation, ConversationMessage } from '../../domain/conversation.ts'
import { isRecord } from '../dialects/request-shape.ts'
import { unmatched } from './unmatched.ts'

/** Whether a provider would refuse the order of messages, for a reason for which it would not have refused the given ones. */
export function roleFaults(source: Conversation, written: Conversation): readonly string[] {
  return unmatched(breachesOf(written), breachesOf(source))
}

/** What is against the rules of the dialect, in words, as often as it occurs. */
function breachesOf({ dialect, messages }: Conversation): readonly string[] {
  const breaches = answerBreaches(messages, dialect)
  return dialect === 'anthropic' ? [...breaches, ...anthropicBreaches(messages)] : breaches
}

/** Who carries the results of calls. */
const ANSWERING: Readonly<Record<Conversation['dialect'], string>> = {
  openai: 'tool',
  anthropic: 'user',
  'ai-sdk': 'tool',
}

/**
 * Calls of the assistant are answered by the messages directly behind: of OpenAI behind that one message; in the other dialects messages of the assistant in a row are read as one.
 * What a provider's own tool gave stands in the assistant's message itself.
 */
function answerBreaches(messages: readonly ConversationMessage[], dialect: Conversation['dialect']): readonly string[] {
  const breaches: string[] = []
  for (let index = 0; index < messages.length; ) {
    const start = index
    if (messages[index]!.role === 'assistant') {
      do index++
      while (dialect !== 'openai' && messages[index]?.role === 'assistant')
    }
    const asking = messages.slice(start, index)
    const behind = index
    while (messages[index]?.role === ANSWERING[dialect]) index++
    const answering = messages.slice(behind, index)
    const results = callIds(answering, false)
    const own = new Set(callIds(asking, false))
    const open = callIds(asking, true).filter((callId) => !own.has(callId))
    breaches.push(
      ...unmatched(open, [...new Set(results)]).map(
        (callId) => `nothing directly behind the call ${callId} answers it`,
      ),
    )
    breaches.push(
      ...[...new Set(results)]
        .filter((callId) => !open.includes(callId))
        .map((callId) => `the result ${callId} is not directly behind its call`),
    )
    if (index === start) index++
  }
  return breaches
}

function callIds(messages: readonly ConversationMessage[], isCall: boolean): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.kind === 'text' || part.kind === 'reasoning' || part.callId === null) return []
      return (part.kind === 'call') === isCall ? [part.callId] : []
    }),
  )
}

/** The user begins, roles alternate, results come first in their message, and no message is empty but a last one of the assistant. */
function anthropicBreaches(messages: readonly ConversationMessage[]): readonly string[] {
  const said = messages.filter(({ role }) => role !== 'system')
  const first = said[0]?.role === 'assistant' ? ['the assistant begins'] : []
  const breaches = said.flatMap(({ role, raw }, index) => [
    ...(role === said[index - 1]?.role ? [`two messages of the ${role} in a row`] : []),
    ...(isOutOfOrder(raw.content) ? ['something stands before the results in a message'] : []),
    ...(isEmpty(raw.content) && index < said.length - 1 ? ['a message is empty'] : []),
  ])
  return [...first, ...breaches]
}

function isOutOfOrder(content: unknown): boolean {
  if (!Array.isArray(content)) return false
  const isResult = content.map((block: unknown) => isRecord(block) && block.type === 'tool_result')
  return isResult.lastIndexOf(true) > isResult.indexOf(false) && isResult.includes(false)
}

function isEmpty(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() === ''
  return (
    Array.isArray(content) &&
    content.every((block: unknown) => isRecord(block) && block.type === 'text' && String(block.text).trim() === '')
  )
}
