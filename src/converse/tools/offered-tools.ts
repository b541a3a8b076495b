import type { ToolDefinition } from '../../domain/conversation.ts'
import type { DemandedTools } from './demanded-tools.ts'

export interface ToolOffer {
  /** Of the request. */
  readonly tools: readonly ToolDefinition[]
  /** Names that a router rules out. */
  readonly ruledOut: readonly string[]
  readonly demanded: DemandedTools
  /** Names that the last request of this conversation left out; empty for the first one. */
  readonly leftOut: readonly string[]
  /** Whether this request begins anew for a provider's cache anyway, so that tools may leave. */
  readonly isBoundary: boolean
}

/**
 * The tools to send, as they are and in the order of the request, where a provider's cache has them. Between boundaries none leaves, and one that was left out stays so for as long as it is
 * ruled out; what is demanded is always there. Deterministic; linear.
 */
export function offeredTools({ tools, ruledOut, demanded, leftOut, isBoundary }: ToolOffer): readonly ToolDefinition[] {
  if (demanded === 'all') return tools
  const mayLeave = isBoundary ? ruledOut : leftOut.filter((name) => ruledOut.includes(name))
  const gone = new Set(mayLeave.filter((name) => !demanded.includes(name)))
  return tools.filter(({ name }) => !gone.has(name))
}
