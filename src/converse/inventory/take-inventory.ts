import type { RequestSegment } from '../../domain/compressed-request.ts'
import type {
  Conversation,
  ConversationMessage,
  Dialect,
  HistoryUnit,
  ToolDefinition,
} from '../../domain/conversation.ts'
import { sha256Of } from '../../pack/sha256.ts'
import { canonicalJson } from '../canonical-json.ts'
import { FRAMING } from '../count/framing.ts'
import type { RequestCounter } from '../count/request-counter.ts'
import type { History } from '../history-units.ts'
import { type QueryText, queryTextOf } from './query-text.ts'

/** A request, cut into typed parts and counted. */
export interface Inventory {
  readonly conversation: Conversation
  readonly history: History
  /** Where it asks; null where it does not, in words. */
  readonly query: QueryText | null
  /** System prompt, tools, examples, units of the history, query, in the order in which a provider reads them; all as they came. */
  readonly segments: readonly RequestSegment[]
  /** Of each unit, by its index. */
  readonly unitTokens: readonly number[]
  /** Of what stands in front of the history: instructions, examples and the frame of the request; not of tools. */
  readonly leadingTokens: number
  /** Of all that no level may touch, but for tools: that, instructions in the middle, and the query. */
  readonly fixedTokens: number
  /** Of all of the request, frames included. */
  readonly totalTokens: number
}

type Facts = Pick<RequestSegment, 'id' | 'class' | 'tokens' | 'sha256'> & Partial<RequestSegment>

/** Takes stock of a request. Deterministic; linear, each part is counted once. */
export async function takeInventory(
  conversation: Conversation,
  history: History,
  tags: readonly string[],
  counter: RequestCounter,
): Promise<Inventory> {
  const { messages, tools, system } = conversation
  const { leadingMessages, units } = history
  const segments: RequestSegment[] = []
  const frameTokens = await counter.frame(conversation)
  const toolsTokens = await counter.tools(tools)
  let leadingTokens = frameTokens
  for (const tool of tools) segments.push(segmentOf(await toolFacts(tool, conversation.dialect, counter)))
  if (system.length > 0) {
    segments.push(
      segmentOf({ id: 'system', class: 'system', tokens: frameTokens, sha256: sha256Of(canonicalJson(system)) }),
    )
  }
  for (const [index, message] of messages.slice(0, leadingMessages).entries()) {
    const tokens = await counter.message(message)
    leadingTokens += tokens
    segments.push(segmentOf(leadingFacts(message, index, tokens)))
  }
  const unitTokens: number[] = []
  for (const unit of units) {
    const tokens = await counter.unit(conversation, unit)
    unitTokens.push(tokens)
    segments.push(segmentOf(unitFacts(unit, tokens, history.queryUnit)))
  }
  const historyTokens = unitTokens.reduce((sum, tokens) => sum + tokens, 0)
  const query = queryTextOf(conversation, history, tags)
  segments.push(...(await documentSegments(conversation, query, counter)))
  const fixed = units.filter((unit) => isFixed(unit, history))
  return {
    conversation,
    history,
    query,
    segments,
    unitTokens,
    leadingTokens,
    fixedTokens: fixed.reduce((sum, { index }) => sum + unitTokens[index]!, leadingTokens),
    totalTokens: toolsTokens + leadingTokens + historyTokens,
  }
}

/** Whether nothing of a unit may ever be shortened. */
export function isFixed({ kind, index }: HistoryUnit, { queryUnit }: Pick<History, 'queryUnit'>): boolean {
  return kind === 'system' || index === queryUnit
}

/** A segment before anything was done to it. */
function segmentOf(facts: Facts): RequestSegment {
  return {
    messages: null,
    turn: null,
    age: null,
    mutable: false,
    score: null,
    pinned: false,
    outcome: 'verbatim',
    ref: null,
    tokensAfter: facts.tokens,
    ...facts,
  }
}

/** The frame around all tools is nobody's. */
async function toolFacts(tool: ToolDefinition, dialect: Dialect, counter: RequestCounter): Promise<Facts> {
  const tokens = (await counter.tools([tool])) - FRAMING[dialect].perRequestWithTools
  return { id: `tool:${tool.name}`, class: 'tools', tokens, sha256: sha256Of(tool.text) }
}

function leadingFacts({ role, raw }: ConversationMessage, index: number, tokens: number): Facts {
  const name = raw.name === undefined && role === 'system' ? 'system' : 'example'
  return {
    id: `${name}:${index}`,
    class: name,
    messages: [index, index + 1],
    tokens,
    sha256: sha256Of(canonicalJson(raw)),
  }
}

function unitFacts(
  { index, start, end, kind, turn, sha256 }: HistoryUnit,
  tokens: number,
  query: number | null,
): Facts {
  const facts = { messages: [start, end] as const, tokens, sha256 }
  if (kind === 'system') return { ...facts, id: `system:${start}`, class: 'system' }
  if (index === query) return { ...facts, id: 'query', class: 'query', turn }
  const age = query === null ? null : Math.abs(query - index) - 1
  return { ...facts, id: `turn:${index}`, class: 'turn', turn, age, mutable: true }
}

/** Their tokens are part of those of the query, too, within which they stand. */
async function documentSegments(
  { messages }: Conversation,
  query: QueryText | null,
  counter: RequestCounter,
): Promise<readonly RequestSegment[]> {
  const segments: RequestSegment[] = []
  for (const [index, { part, start, end }] of (query?.documents ?? []).entries()) {
    const said = messages[query!.message]!.parts[part]!
    const text = said.kind === 'opaque' ? '' : said.text.slice(start, end)
    const place = {
      id: `document:${index}`,
      class: 'document',
      messages: [query!.message, query!.message + 1],
    } as const
    segments.push(segmentOf({ ...place, tokens: await counter.text(text), sha256: sha256Of(text), mutable: true }))
  }
  return segments
}
