import type { Conversation, MessagePart } from '../../domain/conversation.ts'
import { canonicalJson } from '../canonical-json.ts'
import { countMarks, MOST_MARKS } from '../dialects/cache-marks.ts'
import { valueAt } from '../dialects/put-value.ts'
import { isRecord } from '../dialects/request-shape.ts'
import { withoutMark } from '../dialects/without-marks.ts'
import { TOOL_FIELDS } from '../dialects/write-conversation.ts'
import { textFaults } from './text-faults.ts'

/**
 * Whether what is left is whole: every field beside messages and tools as it was given; thoughts and opaque parts some of those that were given, in their order; no more cache marks than a
 * provider takes; and texts that still parse, as `textFaults` has it.
 */
export function structureFaults(source: Conversation, written: Conversation): readonly string[] {
  const marks = countMarks(written)
  return [
    ...fieldFaults(source, written),
    ...carriedFaults(source, written),
    ...(marks > Math.max(MOST_MARKS, countMarks(source)) ? [`there are ${marks} cache marks`] : []),
    ...textFaults(source, written),
  ]
}

/** Others look at these. */
const LOOKED_AT: ReadonlySet<string> = new Set(['messages', 'tools', 'functions', 'system', 'instructions'])

function fieldFaults(source: Conversation, written: Conversation): readonly string[] {
  const keys = new Set([...Object.keys(source.raw), ...Object.keys(written.raw)])
  return [...keys].flatMap((key) => {
    if (LOOKED_AT.has(key)) return []
    const [given, found] = [source.raw[key], written.raw[key]]
    const mayGo = found === undefined && written.tools.length === 0 && TOOL_FIELDS.has(key)
    return mayGo || isSame(given, found) ? [] : [`the field ${key} is not as it was given`]
  })
}

/** What is carried as it is has to be found in the given request, each piece behind the one before. */
function carriedFaults(source: Conversation, written: Conversation): readonly string[] {
  const given = carriedOf(source)
  let next = 0
  return carriedOf(written).flatMap(({ type, value }) => {
    const index = given.findIndex(
      (piece, position) => position >= next && piece.type === type && isSame(piece.value, value),
    )
    if (index === -1) return [`a part of the type ${type} is not as it was given, or not in its place`]
    next = index + 1
    return []
  })
}

interface Carried {
  readonly type: string
  readonly value: unknown
}

function carriedOf({ messages }: Conversation): readonly Carried[] {
  return messages.flatMap(({ raw, parts }) =>
    parts.flatMap((part) => (isCarried(part) ? [{ type: typeOf(part), value: valueAt(raw, blockOf(part)) }] : [])),
  )
}

type CarriedPart = Extract<MessagePart, { kind: 'opaque' | 'reasoning' }>

function isCarried(part: MessagePart): part is CarriedPart {
  return part.kind === 'opaque' || part.kind === 'reasoning'
}

function typeOf(part: CarriedPart): string {
  return part.kind === 'opaque' ? part.type : part.kind
}

/** A thought is signed together with the block that it stands in. */
function blockOf({ kind, path }: CarriedPart): CarriedPart['path'] {
  return kind === 'reasoning' && path.length > 1 ? path.slice(0, -1) : path
}

function isSame(given: unknown, found: unknown): boolean {
  if (Object.is(given, found)) return true
  if (!isRecord(given) || !isRecord(found)) return canonicalJson(given) === canonicalJson(found)
  return canonicalJson(withoutMark(given)) === canonicalJson(withoutMark(found))
}
