import type {
  ConversationMessage,
  JsonPath,
  MessagePart,
  MessageRole,
  OpaquePart,
  TextPart,
} from '../../domain/conversation.ts'
import { jsonText } from '../json-text.ts'
import { isRecord, type JsonRecord, notARequest, type Place, recordAt, stringAt, within } from './request-shape.ts'

const ROLES: ReadonlyMap<unknown, MessageRole> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
])

/** The system prompt has stood under either key. */
export const AI_SDK_SYSTEM_KEYS = ['system', 'instructions'] as const

/** The model messages of the AI SDK. @throws PackgraphError `INPUT` where one is no message. */
export function readAiSdkMessages(messages: readonly unknown[], place: Place): readonly ConversationMessage[] {
  /** An answer to a request for approval names the request, not the call that it is about. */
  const approvals = new Map<unknown, string>()
  return messages.map((message, index) => {
    const at = within(place, index)
    const raw = recordAt(message, at)
    const role = ROLES.get(raw.role)
    if (role === undefined) throw notARequest(within(at, 'role'), 'system, user, assistant or tool', raw.role)
    const { content } = raw
    if (typeof content === 'string' && role !== 'tool') {
      return { role, raw, parts: [{ kind: 'text', path: ['content'], text: content }] }
    }
    if (!Array.isArray(content)) {
      const expected = role === 'tool' ? 'a list of parts' : 'a string or a list of parts'
      throw notARequest(within(at, 'content'), expected, content)
    }
    const parts = content.flatMap((item: unknown, position) => {
      const here = within(at, 'content', position)
      return contentParts(recordAt(item, here), ['content', position], approvals, here)
    })
    return { role, raw, parts }
  })
}

/** A text, or system messages with options of their own. @throws PackgraphError `INPUT` where it is neither. */
export function readAiSdkSystem(request: JsonRecord, place: Place): readonly (TextPart | OpaquePart)[] {
  return AI_SDK_SYSTEM_KEYS.flatMap((key) => {
    const system = request[key]
    const at = within(place, key)
    if (system === undefined || system === null) return []
    if (typeof system === 'string') return [{ kind: 'text', path: [key], text: system } as const]
    if (Array.isArray(system)) {
      return system.map((item: unknown, index) => systemText(item, [key, index], within(at, index)))
    }
    return [systemText(system, [key], at)]
  })
}

function systemText(message: unknown, path: JsonPath, place: Place): TextPart {
  if (typeof message === 'string') return { kind: 'text', path, text: message }
  if (!isRecord(message)) throw notARequest(place, 'a string or a system message', message)
  const text = stringAt(message.content, within(place, 'content'))
  return { kind: 'text', path: [...path, 'content'], text }
}

function contentParts(
  part: JsonRecord,
  path: JsonPath,
  approvals: Map<unknown, string>,
  place: Place,
): readonly MessagePart[] {
  const type = stringAt(part.type, within(place, 'type'))
  switch (type) {
    case 'text':
    case 'reasoning':
      return [{ kind: type, path: [...path, 'text'], text: stringAt(part.text, within(place, 'text')) }]
    case 'tool-call': {
      const callId = stringAt(part.toolCallId, within(place, 'toolCallId'))
      const tool = stringAt(part.toolName, within(place, 'toolName'))
      return [{ kind: 'call', path: [...path, 'input'], callId, tool, text: jsonText(part.input) }]
    }
    case 'tool-result':
      return resultParts(part, path, place)
    case 'tool-approval-request': {
      const callId = stringAt(part.toolCallId, within(place, 'toolCallId'))
      approvals.set(part.approvalId, callId)
      return [{ kind: 'opaque', path, type, callId }]
    }
    case 'tool-approval-response':
      return [{ kind: 'opaque', path, type, callId: approvals.get(part.approvalId) ?? null }]
    default:
      return [{ kind: 'opaque', path, type, callId: null }]
  }
}

function resultParts(part: JsonRecord, partPath: JsonPath, place: Place): readonly MessagePart[] {
  const callId = stringAt(part.toolCallId, within(place, 'toolCallId'))
  const tool = typeof part.toolName === 'string' ? part.toolName : null
  const output = recordAt(part.output, within(place, 'output'))
  const path = [...partPath, 'output']
  const type = stringAt(output.type, within(place, 'output', 'type'))
  const result = (key: string, text: string, form: 'text' | 'json', isError: boolean): readonly MessagePart[] => [
    { kind: 'result', path: [...path, key], callId, tool, text, isError, form },
  ]
  switch (type) {
    case 'text':
    case 'error-text':
      return result('value', stringAt(output.value, within(place, 'output', 'value')), 'text', type === 'error-text')
    case 'json':
    case 'error-json':
      return result('value', jsonText(output.value), 'json', type === 'error-json')
    case 'execution-denied':
      return result('reason', typeof output.reason === 'string' ? output.reason : '', 'text', true)
    case 'content':
      return outputParts(output.value, [...path, 'value'], { callId, tool }, within(place, 'output', 'value'))
    default:
      return [{ kind: 'opaque', path, type, callId }]
  }
}

function outputParts(
  value: unknown,
  path: JsonPath,
  answered: { readonly callId: string; readonly tool: string | null },
  place: Place,
): readonly MessagePart[] {
  if (!Array.isArray(value)) throw notARequest(place, 'a list of parts', value)
  // A call that gave nothing has its result all the same.
  if (value.length === 0) return [{ kind: 'opaque', path, type: 'content', callId: answered.callId }]
  return value.map((item: unknown, index): MessagePart => {
    const part = recordAt(item, within(place, index))
    if (part.type === 'text' && typeof part.text === 'string') {
      const at = [...path, index, 'text']
      return { kind: 'result', path: at, ...answered, text: part.text, isError: false, form: 'text' }
    }
    return { kind: 'opaque', path: [...path, index], type: String(part.type), callId: answered.callId }
  })
}
