import { findMarkers } from '../../compress/marker.ts'
import type { Conversation, MessagePart } from '../../domain/conversation.ts'
import { type FencedBlock, fencedBlocks } from './fenced-blocks.ts'

/**
 * What no longer parses, among texts that are not word for word given ones:
 * - arguments of a call that were JSON;
 * - a result that was JSON and still looks like it: it begins and ends as an object or a list does. One that was shortened to lines, or written as a table, does not, or has a notice of its own behind it;
 * - a text of the user, the assistant or the memory, when it ends within a fenced block of code, or when a block of JSON in it is none. Results are exempt: lines that were left out of
 *   them may have been fences.
 * A text that became blank is a fault as well. A fault that a given text had, or the same call or result, is none.
 */
export function textFaults(source: Conversation, written: Conversation): readonly string[] {
  const given = source.messages.flatMap(({ parts }) => parts)
  const known = new Set(given.flatMap((part) => (part.kind === 'opaque' || part.text.trim() === '' ? [] : [part.text])))
  // Most texts are known, so what the given request was like is only asked for what is not.
  return written.messages.flatMap(({ parts }, message) =>
    parts.flatMap((part) => {
      if (part.kind === 'opaque' || known.has(part.text)) return []
      const fault = faultOf(part)
      const isExcused = fault === undefined || given.some((other) => isAkin(part, other) && excuses(other, fault))
      return isExcused ? [] : [`messages[${message}]: ${fault}`]
    }),
  )
}

/** Whether a fault of the other one excuses this one: the same call or result, or texts, which may have moved to other messages. */
function isAkin(part: MessagePart, other: MessagePart): boolean {
  if (part.kind !== other.kind) return false
  return part.kind === 'text' || part.kind === 'reasoning' || part.callId === (other as typeof part).callId
}

/** A given part that had the fault itself, or a result that was no JSON to begin with. */
function excuses(other: MessagePart, fault: string): boolean {
  return faultOf(other) === fault || (other.kind === 'result' && !isJson(other.text))
}

function faultOf(part: MessagePart): string | undefined {
  switch (part.kind) {
    case 'call':
      return isJson(part.text) ? undefined : `the arguments of ${part.tool} are no JSON`
    case 'result':
      return looksLikeJson(part.text) && !isJson(part.text)
        ? `the result of ${part.callId} looks like JSON and is none`
        : undefined
    case 'text':
      return proseFault(part.text)
    default:
      return undefined
  }
}

function proseFault(text: string): string | undefined {
  if (text.trim() === '') return 'a text is blank'
  const blocks = fencedBlocks(text)
  if (blocks.some(({ isClosed }) => !isClosed)) return 'a text ends within a block of code'
  return blocks.some(isBrokenJson) ? 'a block of JSON is none' : undefined
}

/** Where a marker says that something was left out, the block is not meant to be whole. */
function isBrokenJson({ language, code }: FencedBlock): boolean {
  return language === 'json' && !isJson(code) && findMarkers(code).length === 0
}

/** A line in brackets of its own, behind what it speaks of. */
const NOTICE = /\n\[[^\n]*\]$/

function looksLikeJson(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return trimmed.endsWith('}')
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) return false
  const notice = NOTICE.exec(trimmed)?.[0]
  return notice === undefined || isJson(notice)
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
