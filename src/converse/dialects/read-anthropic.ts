import type {
  ConversationMessage,
  JsonPath,
  MessagePart,
  MessageRole,
  OpaquePart,
  TextPart,
} from '../../domain/conversation.ts'
import { jsonText } from '../json-text.ts'
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
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
])
const CALLS: ReadonlySet<string> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])
const RESULTS: ReadonlySet<string> = new Set(['tool_result', 'mcp_tool_result'])
/** Instructions in the middle of a conversation. The message around them is one of the system, so that nobody shortens it. */
const LATE_INSTRUCTIONS = 'mid_conv_system'

/** Whose result a block is. */
interface Answered {
  readonly callId: string
  readonly tool: string | null
  readonly isError: boolean
}

/** @throws PackgraphError `INPUT` where one is no message. */
export function readAnthropicMessages(messages: readonly unknown[], place: Place): readonly ConversationMessage[] {
  const tools = new Map<string, string>()
  return messages.map((message, index) => {
    const at = within(place, index)
    const raw = recordAt(message, at)
    const role = ROLES.get(raw.role)
    if (role === undefined) throw notARequest(within(at, 'role'), 'user, assistant or system', raw.role)
    const { content } = raw
    if (typeof content === 'string') return { role, raw, parts: [{ kind: 'text', path: ['content'], text: content }] }
    const blocks = listAt(content, within(at, 'content')).map((block, position) =>
      recordAt(block, within(at, 'content', position)),
    )
    const parts = blocks.flatMap((block, position) => blockParts(block, position, tools, within(at, 'content')))
    return { role: blocks.some(({ type }) => type === LATE_INSTRUCTIONS) ? 'system' : role, raw, parts }
  })
}

/** The system prompt beside the messages: a text, or blocks of text. @throws PackgraphError `INPUT` where it is neither. */
export function readAnthropicSystem(system: unknown, place: Place): readonly (TextPart | OpaquePart)[] {
  const path: JsonPath = ['system']
  if (system === undefined || system === null) return []
  if (typeof system === 'string') return [{ kind: 'text', path, text: system }]
  return listAt(system, place).map((item, index) => {
    const block = recordAt(item, within(place, index))
    if (block.type === 'text' && typeof block.text === 'string') {
      return { kind: 'text', path: [...path, index, 'text'], text: block.text }
    }
    return { kind: 'opaque', path: [...path, index], type: String(block.type), callId: null }
  })
}

function blockParts(
  block: JsonRecord,
  position: number,
  tools: Map<string, string>,
  place: Place,
): readonly MessagePart[] {
  const at = within(place, position)
  const path: JsonPath = ['content', position]
  const type = stringAt(block.type, within(at, 'type'))
  if (CALLS.has(type)) {
    const callId = stringAt(block.id, within(at, 'id'))
    const tool = stringAt(block.name, within(at, 'name'))
    tools.set(callId, tool)
    return [{ kind: 'call', path: [...path, 'input'], callId, tool, text: jsonText(block.input) }]
  }
  if (RESULTS.has(type)) {
    const callId = stringAt(block.tool_use_id, within(at, 'tool_use_id'))
    const answered = { callId, tool: tools.get(callId) ?? null, isError: block.is_error === true }
    return resultParts(block.content, [...path, 'content'], answered, within(at, 'content'))
  }
  if (type === 'thinking' && typeof block.thinking === 'string') {
    return [{ kind: 'reasoning', path: [...path, 'thinking'], text: block.thinking }]
  }
  return readParts(block, type, path, null)
}

function resultParts(content: unknown, path: JsonPath, answered: Answered, place: Place): readonly MessagePart[] {
  if (typeof content === 'string') return [textPart(content, path, answered)]
  if (content === undefined || content === null) return [textPart('', path, answered)]
  const blocks = listAt(content, place)
  if (blocks.length === 0) return [textPart('', path, answered)]
  return blocks.flatMap((item, index) => {
    const at = within(place, index)
    const block = recordAt(item, at)
    return readParts(block, stringAt(block.type, within(at, 'type')), [...path, index], answered)
  })
}

/** What stands to be read in a message as well as in a result: texts, documents, search results. All else is opaque. */
function readParts(block: JsonRecord, type: string, path: JsonPath, answered: Answered | null): readonly MessagePart[] {
  if (type === 'text' && typeof block.text === 'string') return [textPart(block.text, [...path, 'text'], answered)]
  if (type === 'search_result') {
    return [
      ...named(block, ['title', 'source'], path, answered),
      ...texts(block.content, [...path, 'content'], answered),
    ]
  }
  if (type === LATE_INSTRUCTIONS) return texts(block.content, [...path, 'content'], answered)
  if (type === 'document' && isRecord(block.source)) {
    return [
      ...named(block, ['title', 'context'], path, answered),
      ...documentParts(block.source, [...path, 'source'], answered),
    ]
  }
  const callId = typeof block.tool_use_id === 'string' ? block.tool_use_id : (answered?.callId ?? null)
  return [{ kind: 'opaque', path, type, callId }]
}

function documentParts(source: JsonRecord, path: JsonPath, answered: Answered | null): readonly MessagePart[] {
  if (source.type === 'text' && typeof source.data === 'string') {
    return [textPart(source.data, [...path, 'data'], answered)]
  }
  if (source.type === 'content') return texts(source.content, [...path, 'content'], answered)
  return [{ kind: 'opaque', path, type: `document:${String(source.type)}`, callId: answered?.callId ?? null }]
}

function named(
  block: JsonRecord,
  keys: readonly string[],
  path: JsonPath,
  answered: Answered | null,
): readonly MessagePart[] {
  return keys.flatMap((key) => {
    const text = block[key]
    return typeof text === 'string' ? [textPart(text, [...path, key], answered)] : []
  })
}

function texts(content: unknown, path: JsonPath, answered: Answered | null): readonly MessagePart[] {
  if (typeof content === 'string') return [textPart(content, path, answered)]
  if (!Array.isArray(content)) return []
  return content.map((item: unknown, index): MessagePart => {
    const block = isRecord(item) ? item : {}
    if (block.type === 'text' && typeof block.text === 'string') {
      return textPart(block.text, [...path, index, 'text'], answered)
    }
    return { kind: 'opaque', path: [...path, index], type: String(block.type), callId: answered?.callId ?? null }
  })
}

function textPart(text: string, path: JsonPath, answered: Answered | null): MessagePart {
  return answered === null ? { kind: 'text', path, text } : { kind: 'result', path, ...answered, text, form: 'text' }
}
