import type { Dialect, ToolDefinition } from '../../domain/conversation.ts'
import { canonicalJson } from '../canonical-json.ts'
import type { DemandedTools } from './demanded-tools.ts'

export interface ToolOffer {
  readonly dialect: Dialect
  /** Of the request. */
  readonly tools: readonly ToolDefinition[]
  /** Names that a router rules out. */
  readonly ruledOut: readonly string[]
  readonly demanded: DemandedTools
  /** What the last request of this conversation offered, as it was sent; empty for the first one. */
  readonly previouslyOffered: readonly ToolDefinition[]
  /** Whether this request begins anew for a provider's cache anyway, so that tools may leave. */
  readonly isBoundary: boolean
}

/**
 * The tools to send, in order. Those that were offered before come first, in the order and bytes of then, even where the request has its tools or their keys in another
 * order by now; what is needed besides follows in the order of the request. A tool leaves when the request has it no more, or, at a boundary, when it is ruled out; one that
 * is described otherwise by now stands, as it is, where it stood. Deterministic; linear.
 */
export function offeredTools(offer: ToolOffer): readonly ToolDefinition[] {
  const { tools, demanded, previouslyOffered, isBoundary } = offer
  const isDemanded = (name: string): boolean => demanded === 'all' || demanded.includes(name)
  const ruledOut = new Set(offer.ruledOut.filter((name) => !isDemanded(name)))
  const present = new Map(tools.map((tool) => [tool.name, tool]))
  const earlier = previouslyOffered.flatMap((before) => {
    const now = present.get(before.name)
    if (now === undefined || (isBoundary && ruledOut.has(now.name))) return []
    return [isSent(before, now, offer.dialect) ? before : now]
  })
  const known = new Set(earlier.map(({ name }) => name))
  return [...earlier, ...tools.filter(({ name }) => !known.has(name) && !ruledOut.has(name))]
}

/** Whether the earlier definition can be sent again: it says the same, and is nothing but JSON, which tools of the AI SDK are not. */
function isSent(before: ToolDefinition, now: ToolDefinition, dialect: Dialect): boolean {
  return dialect !== 'ai-sdk' && canonicalJson(before.raw) === canonicalJson(now.raw)
}
