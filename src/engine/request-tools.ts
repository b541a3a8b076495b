import type { Inventory } from '../converse/inventory/take-inventory.ts'
import { unitChain } from '../converse/memory/unit-chain.ts'
import { demandedTools } from '../converse/tools/demanded-tools.ts'
import { createLexicalRouter } from '../converse/tools/lexical-router.ts'
import { offeredTools } from '../converse/tools/offered-tools.ts'
import type { Conversation, ToolDefinition } from '../domain/conversation.ts'
import { PackgraphError } from '../domain/errors.ts'
import type { ToolPolicy } from '../domain/relevance-policy.ts'
import type { ToolRouter } from '../ports/tool-router.ts'
import type { ReadRequest } from './request-history.ts'
import type { RequestStore } from './request-store.ts'
import { readSent } from './sent-request.ts'
import { untilCancelled } from './until-cancelled.ts'

/** So many messages in front of the query say what the conversation is about. */
const RECENT_MESSAGES = 4

/** The tools to send: at a boundary without those that the router rules out; else those that the last request of the conversation had, and what is needed besides. */
export type OfferTools = (isBoundary: boolean) => Promise<readonly ToolDefinition[]>

/**
 * Asks the router once, and only where something hangs on its word. Without a router every tool is offered.
 * Errors: those of the router; `INPUT` where it gives no list of names.
 */
export function toolOffers(read: ReadRequest, store: RequestStore): OfferTools {
  const { policy, options, inventory } = read
  const { conversation, history } = inventory
  const { tools } = conversation
  const router = options.toolRouter ?? routerOf(policy.tools)
  if (router === undefined || tools.length === 0) return async () => tools
  const called = demandedTools(conversation)
  const demanded = called === 'all' ? called : [...called, ...policy.tools.always]
  let ruled: Promise<readonly string[]> | undefined
  return async (isBoundary) => {
    // A request that is made again has what it had.
    const last = await store.recallRequest(unitChain(history.units, 'sent').toReversed())
    const { leftOut } = readSent(last?.data)
    if (!isBoundary && leftOut.length === 0) return tools
    ruled ??= ruledOut(router, inventory, options.signal)
    return offeredTools({ tools, ruledOut: await ruled, demanded, leftOut, isBoundary })
  }
}

function routerOf(policy: ToolPolicy): ToolRouter | undefined {
  return policy.router === 'lexical' ? createLexicalRouter(policy) : undefined
}

async function ruledOut(
  router: ToolRouter,
  { conversation, query }: Inventory,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const routing = {
    query: query?.asked ?? '',
    recentTexts: recentTexts(conversation, query?.message ?? conversation.messages.length),
    tools: conversation.tools.map(({ name, text }) => ({ name, text })),
  }
  const names: unknown = await untilCancelled(
    router.ruleOut(routing, { signal: signal ?? new AbortController().signal }),
    signal,
  )
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  throw new PackgraphError('INPUT', `the tool router ${router.identity} gave no list of names`, {
    facts: { router: router.identity },
  })
}

/** What was said in front of the query, and all behind it, the oldest first; results of tools speak of anything. */
function recentTexts({ messages }: Conversation, asking: number): readonly string[] {
  return messages
    .filter(({ role }, index) => role !== 'system' && index >= asking - RECENT_MESSAGES && index !== asking)
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])))
}
