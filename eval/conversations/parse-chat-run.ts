import type { Line } from '../input/parse-lines.ts'
import type { RawMessage, Transcript, TranscriptCall } from './transcript.ts'

/** What OpenAI's messages may have; what a recorder added besides is left out. */
const FIELDS = ['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'refusal'] as const

/** Reads `{id, messages, tools?, answers?}`, messages in OpenAI's shape: each answer of the assistant is a call with everything before it. */
export function parseChatRun(group: string, line: Line): Transcript {
  const { id, messages: rows, tools, answers = [] } = line.fields
  if (typeof id !== 'string') throw line.error('“id” must be a text')
  if (!Array.isArray(rows)) throw line.error('“messages” must be a list')
  if (!Array.isArray(answers)) throw line.error('“answers” must be a list of texts')
  const messages = (rows as readonly Readonly<Record<string, unknown>>[]).map((row) => messageOf(row, line))
  const calls = messages.flatMap(({ role }, end): readonly TranscriptCall[] =>
    role === 'assistant' && end > 0 && messages[end - 1]?.role !== 'assistant' ? [{ start: 0, end, usage: null }] : [],
  )
  const frame = tools === undefined ? {} : { tools }
  return { name: id, group, dialect: 'openai', frame, messages, calls, answers: answers.map(String) }
}

function messageOf(row: Readonly<Record<string, unknown>>, line: Line): RawMessage {
  if (typeof row.role !== 'string') throw line.error('every message must have a “role”')
  const [callId] = Array.isArray(row.tool_call_ids) ? row.tool_call_ids : []
  const known = Object.fromEntries(FIELDS.flatMap((field) => (field in row ? [[field, row[field]]] : [])))
  return { ...known, role: row.role, ...(callId !== undefined && { tool_call_id: callId }) }
}
