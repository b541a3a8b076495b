import type { PrefixBreakpoint } from '../../domain/compressed-request.ts'
import type { ConversationDraft } from '../../domain/conversation.ts'
import { allowedMarks, type CacheMarks, NO_MARKS } from '../dialects/cache-marks.ts'
import type { Inventory } from '../inventory/take-inventory.ts'
import type { Beginning } from './prefix-chain.ts'

export interface MarkRule {
  /** Whether marks are put at all. */
  readonly marks: boolean
  /** A shorter beginning is not cached. */
  readonly minPrefixTokens: number
}

export interface PlacedMarks {
  readonly marks: CacheMarks
  /** Where a cache may end, and whether that is marked. */
  readonly breakpoints: readonly PrefixBreakpoint[]
}

/**
 * Says where the provider's cache may end: behind tools, instructions, memory, history and everything, as far as each is there and long enough. Instructions come behind tools, so that a mark for
 * tools is put only where there are no instructions to carry one.
 */
export function placeMarks(
  draft: ConversationDraft,
  { history }: Pick<Inventory, 'history'>,
  beginnings: readonly Beginning[],
  rule: MarkRule,
): PlacedMarks {
  const ends = beginnings.flatMap((beginning) =>
    beginning.ends === null ? [] : [{ ...beginning, ends: beginning.ends }],
  )
  const positions = positionsOf(draft, history)
  const long = new Set(ends.filter(({ tokens }) => tokens >= rule.minPrefixTokens).map((end) => end.ends))
  const at = (after: PrefixBreakpoint['after']): readonly number[] =>
    long.has(after) ? (positions.get(after) ?? []) : []
  const wished: CacheMarks = {
    tools: false,
    system: long.has('system'),
    messages: [...at('system'), ...at('memory'), ...at('history'), ...at('messages')],
  }
  const withTools = { ...wished, tools: long.has('tools') && !marksSystem(draft, wished, at('system')) }
  const marks = rule.marks ? allowedMarks(draft, withTools) : NO_MARKS
  const marked = new Set(marks.messages)
  const isMarked = (after: PrefixBreakpoint['after']): boolean =>
    (after === 'tools' && marks.tools) ||
    (after === 'system' && marks.system) ||
    (positions.get(after) ?? []).some((position) => marked.has(position))
  return {
    marks,
    breakpoints: ends.map(({ ends: after, tokens, sha256 }) => ({ after, tokens, sha256, marked: isMarked(after) })),
  }
}

/** Messages of the draft that something ends with. */
function positionsOf(
  { messages }: ConversationDraft,
  { leadingMessages, queryUnit, units }: Inventory['history'],
): ReadonlyMap<PrefixBreakpoint['after'], readonly number[]> {
  const query = queryUnit === null ? undefined : units[queryUnit]
  const queryAt = messages.findIndex((message) => message.kind === 'original' && message.message === query?.start)
  return new Map([
    ['system', leadingMessages > 0 ? [leadingMessages - 1] : []],
    ['memory', messages.flatMap(({ kind }, position) => (kind === 'memory' ? [position] : []))],
    ['history', queryAt > 0 ? [queryAt - 1] : []],
    ['messages', messages.length > 0 ? [messages.length - 1] : []],
  ])
}

function marksSystem(draft: ConversationDraft, wished: CacheMarks, leading: readonly number[]): boolean {
  const { system, messages } = allowedMarks(draft, wished)
  return system || leading.some((position) => messages.includes(position))
}
