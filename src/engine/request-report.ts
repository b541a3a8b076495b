import type { RequestState } from '../converse/assemble/request-draft.ts'
import type { CascadeOutcome } from '../converse/cascade/run-cascade.ts'
import { uncountedParts } from '../converse/count/uncounted-parts.ts'
import { readConversation } from '../converse/dialects/read-conversation.ts'
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
  readonly prefix: PrefixReport
}

/** Everything that can be said about a request that is given back. It is read and counted once more, as anybody could. */
export async function reportOf(
  { written, outcome, checks, prefix }: FinishedRequest,
  { policy, options, tokenizer, counter, inventory, startMs }: RequestCall,
  { clock }: EngineParts,
): Promise<RequestCompressionReport> {
  const read = readConversation(written, options.dialect)
  return {
    dialect: options.dialect,
    tokenizer: tokenizer.identity,
    exactness: tokenizer.exactness,
    uncounted: uncountedParts(read),
    segments: await segmentsAfter(outcome.state, inventory, counter),
    levels: outcome.levels,
    originalTokens: inventory.totalTokens,
    countedTokens: await counter.conversation(read),
    budgetTokens: policy.budgetTokens,
    keywords: [],
    prefix,
    memory: {
      boundary: 'first',
      foldedUnits: outcome.state.forms.size,
      newlyFoldedUnits: outcome.state.forms.size,
      episodes: 0,
      recalledUnits: [],
    },
    latency: { elapsedMs: clock.monotonicMs() - startMs, savedPrefillMs: 0, stoppedBefore: null },
    valid: true,
    checks,
    shadow: false,
  }
}

async function segmentsAfter(
  { forms }: RequestState,
  { conversation, history, segments }: RequestCall['inventory'],
  counter: RequestCall['counter'],
): Promise<readonly RequestSegment[]> {
  const units = new Map(history.units.map((unit) => [unit.start, unit]))
  const after: RequestSegment[] = []
  for (const segment of segments) {
    const unit = units.get(segment.messages?.[0] ?? -1)
    const form = unit === undefined ? undefined : forms.get(unit.index)
    if (unit === undefined || form === undefined) after.push(segment)
    else after.push({ ...segment, outcome: form.level, tokensAfter: await counter.unit(conversation, unit, form) })
  }
  return after
}
