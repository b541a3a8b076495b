import type { ConversationMessage, JsonPath, MessagePart, MessageRole } from '../../domain/conversation.ts'
import {
  isRecord,
  type JsonRecord,
  listAt,
  notARequest,
  type Place,
  recordAt,
  stringAt,
  within,
} from './request-shape.ts'

const ROLES: ReadonlyMap<unknown, MessageRole> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
])

/** Fields in which servers that speak this dialect give back what a model thought. */
const REASONING_FIELDS = ['reasoning_content', 'reasoning'] as const

/** Whose result a message is. */
interface Answered {
  readonly callId: string
  readonly tool: string | null
}

/**
 * The messages of a chat completion. `function` messages of old carry no id: they answer the call of the message before them, whose id is made of that
 * message's position.
 * @throws PackgraphError `INPUT` where one is no message.
 */
export function readOpenAiMessages(messages: readonly unknown[], place: Place): readonly ConversationMessage[] {
  const tools = new Map<string, string>()
  return messages.map((message, index) => {
    const at = within(place, index)
    const raw = recordAt(message, at)
    const role = ROLES.get(raw.role)
    if (role === undefined) {
      throw notARequest(within(at, 'role'), 'system, developer, user, assistant, tool or function', raw.role)
    }
    const answered = role === 'tool' ? answeredBy(raw, tools, index, at) : null
    const parts = [
      ...(role === 'assistant' ? reasoningOf(raw) : []),
      ...contentParts(raw.content, answered, within(at, 'content')),
      ...(role === 'assistant' ? [...spokenParts(raw), ...callParts(raw, index, at)] : []),
    ]
    for (const part of parts) if (part.kind === 'call') tools.set(part.callId, part.tool)
    return { role, raw, parts }
  })
}

function answeredBy(raw: JsonRecord, tools: ReadonlyMap<string, string>, index: number, place: Place): Answered {
  if (raw.role === 'function') {
    const tool = stringAt(raw.name, within(place, 'name'))
    return { callId: legacyCallId(index - 1), tool }
  }
  const callId = stringAt(raw.tool_call_id, within(place, 'tool_call_id'))
  return { callId, tool: tools.get(callId) ?? null }
}

function legacyCallId(message: number): string {
  return `function_call:${message}`
}

function contentParts(content: unknown, answered: Answered | null, place: Place): readonly MessagePart[] {
  const path: JsonPath = ['content']
  if (typeof content === 'string') return [textPart(content, path, answered)]
  // A message of calls alone says nothing besides, and a tool may have had nothing to say.
  if (content === undefined || content === null) return answered === null ? [] : [textPart('', path, answered)]
  if (!Array.isArray(content)) throw notARequest(place, 'a string or a list of parts', content)
  if (content.length === 0 && answered !== null) return [textPart('', path, answered)]
  return content.map((item, index): MessagePart => {
    const at = within(place, index)
    const part = recordAt(item, at)
    const type = stringAt(part.type, within(at, 'type'))
    const key = type === 'refusal' ? 'refusal' : 'text'
    const text = part[key]
    if ((type === 'text' || type === 'refusal') && typeof text === 'string') {
      return textPart(text, [...path, index, key], answered)
    }
    return { kind: 'opaque', path: [...path, index], type, callId: answered?.callId ?? null }
  })
}

function textPart(text: string, path: JsonPath, answered: Answered | null): MessagePart {
  if (answered === null) return { kind: 'text', path, text }
  return { kind: 'result', path, ...answered, text, isError: false, form: 'text' }
}

function reasoningOf(raw: JsonRecord): readonly MessagePart[] {
  return REASONING_FIELDS.flatMap((field) => {
    const text = raw[field]
    return typeof text === 'string' ? [{ kind: 'reasoning', path: [field], text } as const] : []
  })
}

function spokenParts(raw: JsonRecord): readonly MessagePart[] {
  const { refusal, audio } = raw
  return [
    ...(typeof refusal === 'string' ? [{ kind: 'text', path: ['refusal'], text: refusal } as const] : []),
    ...(isRecord(audio) ? [{ kind: 'opaque', path: ['audio'], type: 'audio', callId: null } as const] : []),
  ]
}

function callParts(raw: JsonRecord, message: number, place: Place): readonly MessagePart[] {
  const { tool_calls: calls, function_call: legacy } = raw
  const parts: MessagePart[] = []
  if (isRecord(legacy)) {
    const at = within(place, 'function_call')
    parts.push(callPart(legacyCallId(message), legacy, 'arguments', ['function_call'], at))
  }
  if (calls === undefined || calls === null) return parts
  const at = within(place, 'tool_calls')
  listAt(calls, at).forEach((item, index) => {
    const here = within(at, index)
    const call = recordAt(item, here)
    const callId = stringAt(call.id, within(here, 'id'))
    const kind = call.type === 'custom' ? 'custom' : 'function'
    const body = recordAt(call[kind], within(here, kind))
    const key = kind === 'custom' ? 'input' : 'arguments'
    parts.push(callPart(callId, body, key, ['tool_calls', index, kind], within(here, kind)))
  })
  return parts
}

function callPart(callId: string, body: JsonRecord, key: string, path: JsonPath, place: Place): MessagePart {
  const tool = stringAt(body.name, within(place, 'name'))
  const text = stringAt(body[key], within(place, key))
  return { kind: 'call', path: [...path, key], callId, tool, text }
}
