import type { Dialect } from '../../domain/conversation.ts'
import { isRecord, type JsonRecord } from './request-shape.ts'

/**
 * A message as it reads when cache marks are looked through, for comparing only: callers move them from call to call, and turn a text into a block to put one.
 * What a model or a tool has written is left as it is.
 */
export function withoutMarks(message: JsonRecord, dialect: Dialect): unknown {
  const { content } = message
  if (dialect === 'openai') return message
  const plain = withoutMark(message)
  if (typeof content === 'string') return { ...plain, content: [{ type: 'text', text: content }] }
  return Array.isArray(content) ? { ...plain, content: content.map(blockWithoutMarks) } : plain
}

function blockWithoutMarks(block: unknown): unknown {
  if (!isRecord(block)) return block
  const { content } = block
  const plain = withoutMark(block)
  return Array.isArray(content) ? { ...plain, content: content.map(blockWithoutMarks) } : plain
}

/** Also of a tool. */
export function withoutMark(item: JsonRecord): JsonRecord {
  const { cache_control: _, providerOptions, ...plain } = item
  if (!isRecord(providerOptions)) return plain
  const { anthropic, ...others } = providerOptions
  if (!isRecord(anthropic)) return { ...plain, providerOptions }
  const { cacheControl: __, cache_control: ___, ...options } = anthropic
  const rest = { ...others, ...(Object.keys(options).length > 0 && { anthropic: options }) }
  return Object.keys(rest).length > 0 ? { ...plain, providerOptions: rest } : plain
}
