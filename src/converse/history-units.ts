import type { Conversation, ConversationMessage, HistoryUnit } from '../domain/conversation.ts'
import { sha256Of } from '../pack/sha256.ts'
import { callSpans } from './call-spans.ts'
import { canonicalJson } from './canonical-json.ts'
import { withoutMarks } from './dialects/without-marks.ts'

/** The history of a conversation, cut where it may be cut. */
export interface History {
  /** System messages at the head, and examples among them: they are no units. Messages from here on belong to exactly one unit. */
  readonly leadingMessages: number
  readonly units: readonly HistoryUnit[]
  /** The unit of the last message in which the user says something; null where there is none. */
  readonly queryUnit: number | null
}

/** OpenAI's convention for examples that are no part of the conversation. */
const EXAMPLE_NAMES: ReadonlySet<unknown> = new Set(['example_user', 'example_assistant'])

/**
 * Cuts a conversation into units. Calls stay with all their results, wherever these stand, and with what stands between; messages of the assistant that follow one
 * another are one answer, as providers read them. A call that nothing answers stays with the message behind it, and a result that nothing called for with the one before. Deterministic;
 * linear in the size of the conversation. Hashes look through the order of keys and through cache marks, which callers move from call to call.
 */
export function historyUnits(conversation: Conversation): History {
  const { messages } = conversation
  const leadingMessages = countLeading(messages)
  const ends = unitEnds(messages, leadingMessages)
  const units: HistoryUnit[] = []
  let queryUnit: number | null = null
  let turn = -1
  for (let start = leadingMessages; start < messages.length; ) {
    const end = ends[start]!
    const index = units.length
    const members = messages.slice(start, end)
    // A unit belongs to the turn that its first message belongs to.
    if (saysSomething(members[0]!)) turn++
    const hashed = members.map(({ raw }) => withoutMarks(raw, conversation.dialect))
    const sha256 = sha256Of(canonicalJson(hashed))
    units.push({ index, start, end, kind: kindOf(members), turn: Math.max(turn, 0), sha256 })
    if (members.some(saysSomething)) queryUnit = index
    turn += members.slice(1).filter(saysSomething).length
    start = end
  }
  return { leadingMessages, units, queryUnit }
}

function countLeading(messages: readonly ConversationMessage[]): number {
  const index = messages.findIndex(({ role, raw }) => role !== 'system' && !EXAMPLE_NAMES.has(raw.name))
  return index === -1 ? messages.length : index
}

/** For the first message of each unit the end of it, exclusive: spans that share a message are one. */
function unitEnds(messages: readonly ConversationMessage[], leading: number): readonly number[] {
  const reach = messages.map((_, index) => index)
  const join = (first: number, last: number): void => {
    const from = Math.max(first, leading)
    if (from < reach.length) reach[from] = Math.max(reach[from]!, Math.min(last, messages.length - 1))
  }
  for (const { first, last, hasCall, resultParts } of callSpans(messages)) {
    join(hasCall ? first : first - 1, resultParts > 0 ? last : last + 1)
  }
  messages.forEach(({ role }, index) => {
    if (role === 'assistant' && messages[index + 1]?.role === 'assistant') join(index, index + 1)
  })
  const ends: number[] = []
  for (let start = leading; start < messages.length; ) {
    let end = reach[start]! + 1
    for (let index = start; index < end; index++) end = Math.max(end, reach[index]! + 1)
    ends[start] = end
    start = end
  }
  return ends
}

function kindOf(messages: readonly ConversationMessage[]): HistoryUnit['kind'] {
  if (messages.some(({ role }) => role === 'system')) return 'system'
  const concernsCall = messages.some(({ parts }) =>
    parts.some(
      (part) => part.kind === 'call' || part.kind === 'result' || (part.kind === 'opaque' && part.callId !== null),
    ),
  )
  if (concernsCall) return 'call'
  const { role } = messages[0]!
  return role === 'tool' ? 'call' : role
}

/** Whether it is more than the results of tools: words, or an image or file. */
function saysSomething({ role, parts }: ConversationMessage): boolean {
  if (role !== 'user') return false
  return parts.some(
    (part) => (part.kind === 'text' && part.text.trim() !== '') || (part.kind === 'opaque' && part.callId === null),
  )
}
