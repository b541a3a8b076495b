import { isRecord, type JsonRecord } from './request-shape.ts'

/** A message of a draft as it will stand in the request. */
export interface WrittenMessage {
  readonly kind: 'original' | 'memory'
  readonly message: JsonRecord
  /** Its position in the request that was given; null for memory. */
  readonly source: number | null
}

/**
 * Anthropic's messages, in which roles alternate although what stood between two of them has left: those that were no neighbours and have one role become one message, with the blocks of both. What
 * the caller had put side by side stays so.
 */
export function joinNeighbours(written: readonly WrittenMessage[]): readonly WrittenMessage[] {
  const joined: WrittenMessage[] = []
  for (const one of written) {
    const last = joined.at(-1)
    if (
      last === undefined ||
      last.source === null ||
      one.source === null ||
      last.message.role !== one.message.role ||
      one.source === last.source + 1
    ) {
      joined.push(one)
      continue
    }
    const content = [...blocksOf(last.message), ...blocksOf(one.message)]
    joined[joined.length - 1] = { ...one, message: { ...last.message, content } }
  }
  return joined
}

/**
 * Anthropic's messages, in which memory stands at the head of the user's message that follows it, so that roles alternate; where none follows, it is a message
 * of its own. Results of tools have to come first in their message, so memory comes behind them.
 */
export function mergeMemory(written: readonly WrittenMessage[]): readonly JsonRecord[] {
  const messages: JsonRecord[] = []
  let waiting: readonly JsonRecord[] = []
  for (const { kind, message } of written) {
    if (kind === 'memory') waiting = [...waiting, message]
    else if (waiting.length > 0 && message.role === 'user') {
      messages.push(withMemory(message, waiting.flatMap(blocksOf)))
      waiting = []
    } else {
      messages.push(...waiting, message)
      waiting = []
    }
  }
  return [...messages, ...waiting]
}

function withMemory(message: JsonRecord, memory: readonly unknown[]): JsonRecord {
  const blocks = blocksOf(message)
  const start = blocks.findLastIndex((block) => isRecord(block) && block.type === 'tool_result') + 1
  return { ...message, content: [...blocks.slice(0, start), ...memory, ...blocks.slice(start)] }
}

function blocksOf({ content }: JsonRecord): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly unknown[])
}
