import type { Conversation, ConversationDraft, ConversationMessage, PartText } from '../../domain/conversation.ts'
import { allowedMarks, type CacheMarks, markMessage, markSystem, markTools } from './cache-marks.ts'
import { joinNeighbours, mergeMemory, type WrittenMessage } from './merge-memory.ts'
import { putValue, valueAt } from './put-value.ts'
import { isRecord, type JsonRecord } from './request-shape.ts'

/**
 * Writes a request in the dialect that it was read from. A conversation whose draft changes nothing gives an equal request, keys in the same order; whatever is
 * not changed is the same objects, and the request that was read is left alone. Of the marks those are put that {@link allowedMarks} lets through. Where no tool is left, so go the
 * fields that speak of tools. Linear in the number of messages.
 */
export function writeConversation(draft: ConversationDraft, marks: CacheMarks): Record<string, unknown> {
  const { source } = draft
  const { dialect } = source
  const allowed = allowedMarks(draft, marks)
  const tooled = withTools(source, draft.tools)
  const request = allowed.system ? markSystem(tooled) : tooled
  const marked = new Set(allowed.messages)
  const written = draft.messages.map((message, position): WrittenMessage => {
    const plain =
      message.kind === 'memory'
        ? memoryMessage(message.text)
        : rewritten(source.messages[message.message]!, message.texts)
    const isMarked = dialect !== 'openai' && marked.has(position)
    const place = message.kind === 'memory' ? null : message.message
    return { kind: message.kind, source: place, message: isMarked ? markMessage(plain, dialect) : plain }
  })
  const messages =
    dialect === 'anthropic' ? mergeMemory(joinNeighbours(written)) : written.map(({ message }) => message)
  return {
    ...request,
    ...(allowed.tools && { tools: markTools(request.tools) }),
    messages: isSame(messages, source.raw.messages) ? source.raw.messages : messages,
  }
}

function memoryMessage(text: string): JsonRecord {
  return { role: 'user', content: text }
}

/** The words for JSON in the results of the AI SDK, and for the text that takes its place. */
const TEXT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['json', 'text'],
  ['error-json', 'error-text'],
])

function rewritten({ raw, parts }: ConversationMessage, texts: readonly PartText[]): JsonRecord {
  let message: unknown = raw
  for (const { part: index, text } of texts) {
    const part = parts[index]!
    if (part.kind === 'opaque' || part.text === text) continue
    // Arguments are a value in two of the dialects, and a text in the third.
    const isValue = part.kind === 'call' && typeof valueAt(raw, part.path) !== 'string'
    message = putValue(message, part.path, isValue ? JSON.parse(text) : text)
    if (part.kind !== 'result' || part.form !== 'json') continue
    const output = part.path.slice(0, -1)
    const type = TEXT_TYPES.get((valueAt(raw, output) as JsonRecord).type)
    message = putValue(message, [...output, 'type'], type)
  }
  return message as JsonRecord
}

/** Fields that a provider refuses where no tools are offered. */
export const TOOL_FIELDS: ReadonlySet<string> = new Set([
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'toolChoice',
])

/** The offered tools in their order, whichever that is; of a list of functions of old, its own. */
function withTools({ raw, tools: all }: Conversation, offered: ConversationDraft['tools']): JsonRecord {
  if (isSame(offered, all)) return raw
  if (offered.length === 0) return Object.fromEntries(Object.entries(raw).filter(([key]) => !TOOL_FIELDS.has(key)))
  const functions = new Set(
    Array.isArray(raw.functions) ? raw.functions.map((own: { name?: unknown }) => own.name) : [],
  )
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => {
      if (key !== 'tools' && key !== 'functions') return [[key, value]]
      if (isRecord(value)) return [[key, Object.fromEntries(offered.map(({ name, raw: own }) => [name, own]))]]
      const left = offered.filter(({ name }) => functions.has(name) === (key === 'functions'))
      // An empty list is refused like a field that speaks of tools.
      return left.length === 0 ? [] : [[key, left.map((tool) => tool.raw)]]
    }),
  )
}

function isSame(messages: readonly unknown[], given: unknown): boolean {
  return (
    Array.isArray(given) &&
    given.length === messages.length &&
    messages.every((message, index) => message === given[index])
  )
}
