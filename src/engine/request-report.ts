import type { Beginning } from '../converse/assemble/prefix-chain.ts'
import type { RequestState } from '../converse/assemble/request-draft.ts'
import type { CascadeOutcome } from '../converse/cascade/run-cascade.ts'
import { uncountedParts } from '../converse/count/uncounted-parts.ts'
import { readConversation } from '../converse/dialects/read-conversation.ts'
import { ASSUMED_PREFILL_TOKENS_PER_SECOND, prefillMs } from '../converse/latency-guard.ts'
import { isShadowed, shadowKey } from '../converse/shadow-sample.ts'
import type {
  PrefixReport,
  RequestCheck,
  RequestCompressionReport,
  RequestSegment,
} from '../domain/compressed-request.ts'
import type { EngineParts } from './parts.ts'
import type { RequestCall } from './request-call.ts'

/** What became of a request, once it has passed every check. */
export interface FinishedRequest {
  readonly written: unknown
  readonly outcome: CascadeOutcome<RequestState>
  readonly checks: readonly RequestCheck[]
  readonly prefix: Omit<PrefixReport, 'sharedTokens'>
  readonly beginnings: readonly Beginning[]
}

/** Everything that can be said about a request that is given back. It is read and counted once more, as anybody could. */
export async function reportOf(
  { written, outcome, checks, prefix }: FinishedRequest,
  sharedTokens: number | null,
  call: RequestCall,
  { clock }: EngineParts,
): Promise<RequestCompressionReport> {
  const { policy, options, tokenizer, counter, inventory, scores, startMs, summarizer } = call
  const { state } = outcome
  const read = readConversation(written, options.dialect)
  const countedTokens = await counter.conversation(read)
  return {
    dialect: options.dialect,
    tokenizer: tokenizer.identity,
    exactness: tokenizer.exactness,
    uncounted: uncountedParts(read),
    segments: await segmentsAfter(state, call),
    levels: outcome.levels,
    originalTokens: inventory.totalTokens,
    countedTokens,
    budgetTokens: policy.budgetTokens,
    keywords: scores().keywords,
    prefix: { ...prefix, sharedTokens },
    memory: {
      boundary: state.boundary,
      foldedUnits: state.history.foldedUnits,
      newlyFoldedUnits: state.newlyFoldedUnits,
      episodes: state.history.state.episodes.length,
      recalledUnits: state.recall.recalled,
    },
    latency: {
      elapsedMs: clock.monotonicMs() - startMs,
      savedPrefillMs: prefillMs(inventory.totalTokens - countedTokens, {
        prefillTokensPerSecond: policy.latency?.prefillTokensPerSecond ?? ASSUMED_PREFILL_TOKENS_PER_SECOND,
      }),
      summariesLeftOut: summarizer?.leftOut() ?? 0,
    },
    valid: true,
    checks,
    // The key takes as long as all else of a step in which nothing changes.
    shadow: policy.shadow.oneIn > 0 && isShadowed(shadowKey(inventory.conversation.raw), policy.shadow.oneIn),
  }
}

async function segmentsAfter(
  { tools, history: { forms, state }, recall, documents }: RequestState,
  { inventory: { conversation, history, segments }, counter, scores, policy, options }: RequestCall,
): Promise<readonly RequestSegment[]> {
  const units = new Map(history.units.map((unit) => [unit.start, unit]))
  const recalled = new Set(recall.recalled)
  const canToolsLeave = policy.tools.router !== 'none' || options.toolRouter !== undefined
  const offered = new Set(tools.map(({ name }) => `tool:${name}`))
  const after: RequestSegment[] = []
  for (const segment of segments) {
    const unit = units.get(segment.messages?.[0] ?? -1)
    const document = segment.class === 'document' ? documents[Number(segment.id.split(':')[1])] : undefined
    if (document !== undefined) {
      const { outcome, tokens: tokensAfter, score } = document
      after.push({ ...segment, outcome, tokensAfter, score })
    } else if (segment.class === 'tools') {
      const left = offered.has(segment.id) ? {} : ({ outcome: 'dropped', tokensAfter: 0 } as const)
      after.push({ ...segment, mutable: canToolsLeave, ...left })
    } else if (unit === undefined || segment.class !== 'turn') after.push(segment)
    else {
      const form = forms[unit.index]!
      const place = state.forms[unit.index]?.place
      after.push({
        ...segment,
        outcome: recalled.has(unit.index) ? 'recalled' : form.level,
        tokensAfter:
          (await counter.unit(conversation, unit, form)) + (form.line === null ? 0 : await counter.text(form.line)),
        score: scores().scores[unit.index]!,
        pinned: scores().pinned[unit.index]!,
        ref: place === undefined ? null : state.episodes[place.episode - 1]!.originalId,
      })
    }
  }
  return after
}
