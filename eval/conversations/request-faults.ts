import { countCacheMarks, withoutCacheMarks } from './cache-marks.ts'
import { messageBlocks } from './request-blocks.ts'
import type { RawMessage, RawRequest, Transcript } from './transcript.ts'

/** Why a provider would refuse a request, or what of it is not as it was given. */
export interface RequestFault {
  readonly kind: 'pairs' | 'form' | 'instructions'
  readonly reason: string
}

type Dialect = Transcript['dialect']
type Fields = Readonly<Record<string, unknown>>

const MOST_MARKS = 4

/**
 * Checks a request by what the providers' references ask for, without the library.
 * Source: OpenAI, Chat completions, and Anthropic, Messages, Tool use, Extended thinking, Prompt caching (references as of November 2026).
 */
export function requestFaults(request: RawRequest, dialect: Dialect): readonly RequestFault[] {
  if (request.messages.length === 0) return [fault('form', 'there are no messages')]
  return dialect === 'openai' ? openAiFaults(request) : anthropicFaults(request)
}

/** Whether system prompts and tools are those of the whole request, to the byte. Tools may be left out, but not changed. */
export function instructionFaults(request: RawRequest, whole: RawRequest): readonly RequestFault[] {
  const system = (of: RawRequest): string =>
    JSON.stringify([withoutCacheMarks(of.system ?? null), of.messages.filter(isSystem).map(withoutCacheMarks)])
  const offered = new Set(
    (whole.tools as readonly unknown[] | undefined)?.map((tool) => JSON.stringify(withoutCacheMarks(tool))),
  )
  const tools = (request.tools as readonly unknown[] | undefined) ?? []
  return [
    ...(system(request) === system(whole) ? [] : [fault('instructions', 'the system prompt differs')]),
    ...(tools.every((tool) => offered.has(JSON.stringify(withoutCacheMarks(tool))))
      ? []
      : [fault('instructions', 'a tool differs')]),
  ]
}

function isSystem({ role }: RawMessage): boolean {
  return role === 'system' || role === 'developer'
}

function openAiFaults({ messages }: RawRequest): readonly RequestFault[] {
  const faults: RequestFault[] = []
  let open = new Set<string>()
  for (const [position, message] of messages.entries()) {
    const { role, content, tool_calls: calls } = message
    if (!['system', 'developer', 'user', 'assistant', 'tool'].includes(role))
      faults.push(fault('form', `message ${position} has the role ${role}`))
    if (role === 'tool') {
      if (!open.delete(String(message.tool_call_id)))
        faults.push(fault('pairs', `the result at ${position} answers no call before it`))
    } else if (open.size > 0) {
      faults.push(fault('pairs', `calls before ${position} have no result`))
      open = new Set()
    }
    const mayBeEmpty = role === 'assistant' && Array.isArray(calls) && calls.length > 0
    if (typeof content !== 'string' && !Array.isArray(content) && !mayBeEmpty)
      faults.push(fault('form', `message ${position} has no content`))
    if (role === 'assistant') {
      const ids = messageBlocks(message).flatMap(({ kind, callId }) => (kind === 'call' ? [String(callId)] : []))
      open = new Set(ids)
      if (open.size < ids.length) faults.push(fault('pairs', `message ${position} has an id of a call twice`))
    }
  }
  if (open.size > 0) faults.push(fault('pairs', 'the last calls have no result'))
  return faults
}

function anthropicFaults(request: RawRequest): readonly RequestFault[] {
  const { messages } = request
  const faults: RequestFault[] = []
  if (messages[0]!.role !== 'user') faults.push(fault('form', 'the first message is not of the user'))
  for (const [position, message] of messages.entries()) {
    if (message.role !== 'user' && message.role !== 'assistant')
      faults.push(fault('form', `message ${position} has the role ${message.role}`))
    faults.push(...contentFaults(message, position))
    const called = idsOf(message, 'tool_use', 'id')
    const answered = idsOf(messages[position + 1], 'tool_result', 'tool_use_id')
    const isLast = position === messages.length - 1
    if (!sameIds(called, answered) && !(isLast && called.length === 0))
      faults.push(fault('pairs', `calls at ${position} and results behind them are not the same`))
  }
  if (idsOf(messages[0], 'tool_result', 'tool_use_id').length > 0)
    faults.push(fault('pairs', 'the first message has results of no call'))
  const uses = messages.some((message) => messageBlocks(message).some(({ kind }) => kind === 'call'))
  if (uses && !(Array.isArray(request.tools) && request.tools.length > 0))
    faults.push(fault('form', 'tools are used and none is offered'))
  const marks = countCacheMarks([request.system, request.tools, messages])
  if (marks > MOST_MARKS) faults.push(fault('form', `there are ${marks} cache marks`))
  return faults
}

function contentFaults({ content }: RawMessage, position: number): readonly RequestFault[] {
  if (typeof content === 'string') return content.trim() === '' ? [fault('form', `message ${position} is empty`)] : []
  if (!Array.isArray(content) || content.length === 0) return [fault('form', `message ${position} has no content`)]
  const types = content.map(({ type }: Fields) => type)
  const resultsEnd = types.lastIndexOf('tool_result') + 1
  const isEmpty = ({ type, text }: Fields): boolean => type === 'text' && String(text).trim() === ''
  return [
    ...(content.some(isEmpty) ? [fault('form', `message ${position} has an empty text`)] : []),
    ...(types.slice(0, resultsEnd).every((type) => type === 'tool_result')
      ? []
      : [fault('form', `results of message ${position} do not come first`)]),
    ...(content.every(({ type, signature }: Fields) => type !== 'thinking' || typeof signature === 'string')
      ? []
      : [fault('form', `thinking of message ${position} has no signature`)]),
  ]
}

function idsOf(message: RawMessage | undefined, type: string, field: string): readonly string[] {
  if (!Array.isArray(message?.content)) return []
  return message.content.flatMap((block: Fields) => (block.type === type ? [String(block[field])] : []))
}

function sameIds(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && new Set(left).size === left.length && left.every((id) => right.includes(id))
}

function fault(kind: RequestFault['kind'], reason: string): RequestFault {
  return { kind, reason }
}
