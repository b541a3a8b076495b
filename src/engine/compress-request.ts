import { placeMarks } from '../converse/assemble/place-marks.ts'
import { beginningsOf } from '../converse/assemble/prefix-chain.ts'
import { draftOf, type RequestState } from '../converse/assemble/request-draft.ts'
import { piecesOf } from '../converse/assemble/request-pieces.ts'
import { type CascadeOutcome, runCascade } from '../converse/cascade/run-cascade.ts'
import { writeConversation } from '../converse/dialects/write-conversation.ts'
import { VERBATIM } from '../converse/ladder/lossless-form.ts'
import { isShortened, NOTHING_REMEMBERED } from '../converse/memory/memory-state.ts'
import { rememberFirst } from '../converse/memory/remember-state.ts'
import { isRequired } from '../converse/score/keyword-kinds.ts'
import { shadowKey } from '../converse/shadow-sample.ts'
import { checkRequest } from '../converse/validate/check-request.ts'
import {
  CASCADE_LEVELS,
  type CascadeLevel,
  type CompressedRequest,
  type RequestCheck,
  type RequestCompressionReport,
} from '../domain/compressed-request.ts'
import { BudgetError, PackgraphError } from '../domain/errors.ts'
import type { RequestPolicy } from '../domain/request-policy.ts'
import { recordConversation } from './judge-shadow.ts'
import type { EngineParts } from './parts.ts'
import { NOTHING_RECALLED } from './recall-units.ts'
import { openRequest, type RequestCall } from './request-call.ts'
import type { RequestOptions } from './request-options.ts'
import { type FinishedRequest, reportOf } from './request-report.ts'
import { cascadeSteps } from './request-steps.ts'
import { compareWithLast } from './sent-request.ts'

/**
 * Shortens a whole request: takes stock, runs the cascade, lays out, checks. What fails a check is made once more without the last level that ran; where there is nothing left to do without, there
 * is an error: no request that fails a check is given back. docs/requests.md says it all.
 */
export async function compressRequest<R>(
  request: R,
  policy: RequestPolicy,
  options: RequestOptions,
  parts: EngineParts,
): Promise<CompressedRequest<R>> {
  const call = await openRequest(request, policy, options, parts)
  let allowed: readonly CascadeLevel[] = CASCADE_LEVELS
  let failed: readonly RequestCheck[] = []
  for (;;) {
    const outcome = await runLevels(allowed, call, parts)
    if (outcome.tokens > call.policy.budgetTokens) throw outOfReach(outcome, failed, call)
    const finished = await layOut(outcome, call)
    if (finished.checks.every(({ passed }) => passed)) {
      const sharedTokens = await remember(finished, call, parts)
      const report = await reportOf(finished, sharedTokens, call, parts)
      const compressed = { request: finished.written as R, report }
      await enter(report, call, parts)
      if (report.shadow) tellShadow(request, compressed, call)
      return compressed
    }
    failed = finished.checks.filter(({ passed }) => !passed)
    const last = outcome.levels.findLast(({ ran }) => ran)
    if (last === undefined) throw invalid(failed)
    allowed = allowed.slice(0, allowed.indexOf(last.level))
  }
}

async function runLevels(
  allowed: readonly CascadeLevel[],
  call: RequestCall,
  parts: EngineParts,
): Promise<CascadeOutcome<RequestState>> {
  const { inventory, policy, options } = call
  const asItCame: RequestState = {
    tools: inventory.conversation.tools,
    history: {
      state: NOTHING_REMEMBERED,
      forms: inventory.history.units.map(() => VERBATIM),
      memoryText: '',
      foldedUnits: 0,
    },
    recall: NOTHING_RECALLED,
    documents: [],
    boundary: 'first',
    newlyFoldedUnits: 0,
  }
  const steps = cascadeSteps(call, parts).map((step) =>
    allowed.includes(step.level) ? step : { ...step, off: 'what it made failed a check' },
  )
  return runCascade(asItCame, steps, {
    budgetTokens: policy.budgetTokens,
    count: call.count,
    nowMs: () => parts.clock.monotonicMs(),
    onLevel: ({ level, tokensAfter }) => options.onEvent?.({ type: 'level', level, tokens: tokensAfter }),
  })
}

/** Writes the request with its cache marks, and reads it again as a provider would. */
async function layOut(outcome: CascadeOutcome<RequestState>, call: RequestCall): Promise<FinishedRequest> {
  const { inventory, counter, policy, scores } = call
  const draft = draftOf(inventory, outcome.state)
  const beginnings = beginningsOf(await piecesOf(inventory, outcome.state, counter))
  const { marks, breakpoints } = placeMarks(draft, inventory, beginnings, {
    marks: policy.cache.marks,
    minPrefixTokens: policy.cache.profile.minPrefixTokens,
  })
  const written = writeConversation(draft, marks)
  const checks = await checkRequest(inventory.conversation, written, {
    budgetTokens: policy.budgetTokens,
    counter,
    keywords: outcome.state.history.forms.some(isShortened) ? scores().keywords.filter(isRequired) : [],
    query: inventory.query?.asked ?? null,
  })
  const stable = beginnings.findLast(({ ends }) => ends === 'history') ?? beginnings.at(-1)
  const prefix = {
    stableTokens: stable?.tokens ?? 0,
    sha256: stable?.sha256 ?? '',
    breakpoints,
  }
  return { written, outcome, checks, prefix, beginnings }
}

/** So that the next request of this conversation is not taken for its first one, and can be compared with this one. */
async function remember(
  { outcome, beginnings }: FinishedRequest,
  call: RequestCall,
  parts: EngineParts,
): Promise<number | null> {
  const { remembered: history, store: memory } = call.history
  const isNew = outcome.state.history.state.key === null
  if (isNew) await rememberFirst({ history, memory, nowMs: parts.clock.nowMs() })
  const offered = new Set(outcome.state.tools.map(({ name }) => name))
  const leftOut = call.inventory.conversation.tools.map(({ name }) => name).filter((name) => !offered.has(name))
  return compareWithLast(beginnings, leftOut, call.history, parts)
}

/** What was compressed stays so, whatever the ledger can take. */
async function enter(
  report: RequestCompressionReport,
  { options: { sessionId, onEvent } }: RequestCall,
  parts: EngineParts,
): Promise<void> {
  const problem = await recordConversation(report, sessionId ?? null, parts)
  if (problem !== undefined) onEvent?.({ type: 'notice', message: `the ledger did not take this request: ${problem}` })
}

function tellShadow(fullRequest: unknown, compressed: CompressedRequest, { inventory, options }: RequestCall): void {
  const query = inventory.query?.asked ?? ''
  options.onShadow?.({ ...compressed, key: shadowKey(fullRequest), query, fullRequest })
}

/** @param failed what a smaller form of the request did not pass: then it is no size that stands in the way. */
function outOfReach(
  { tokens }: CascadeOutcome<RequestState>,
  failed: readonly RequestCheck[],
  { policy: { budgetTokens } }: RequestCall,
): BudgetError {
  const why =
    failed.length === 0
      ? `the least that this request can be cut to is ${tokens} tokens; the budget is ${budgetTokens}`
      : `no form of this request within ${budgetTokens} tokens passes every check (${inWords(failed)}); the smallest that does has ${tokens} tokens`
  return new BudgetError(why, {
    facts: { neededTokens: tokens, budgetTokens, failed: failed.map(({ name }) => name) },
    hint: `Give a budget of ${tokens} tokens or more.`,
  })
}

function invalid(failed: readonly RequestCheck[]): PackgraphError {
  return new PackgraphError('REQUEST_INVALID', `no form of this request passes every check: ${inWords(failed)}`, {
    facts: { failed: failed.map(({ name }) => name) },
  })
}

function inWords(failed: readonly RequestCheck[]): string {
  return failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ')
}
