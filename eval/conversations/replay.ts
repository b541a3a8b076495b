import { CACHE_MODELS, effectiveTokens } from '../sessions/cache-model.ts'
import type { ConversationArm } from './arm.ts'
import { type Evidence, type EvidenceKept, evidenceKept, evidenceOf, holdsText } from './evidence.ts'
import { unitsOf } from './history-units.ts'
import { CONVERSATION_MARKINGS, type PrefixFacts, PrefixTracker } from './prefix-tracker.ts'
import { frameBlocks, messageBlocks } from './request-blocks.ts'
import type { RequestCounter } from './request-counter.ts'
import { instructionFaults, type RequestFault, requestFaults } from './request-faults.ts'
import { answerOf, type RawRequest, requestOf, type Transcript, type TranscriptCall } from './transcript.ts'

/** How budgets are set: a share of the history as it is at each call, or, the same at every call, of the longest that there will be. */
export const BUDGET_MODES = ['present', 'final'] as const

export type BudgetMode = (typeof BUDGET_MODES)[number]

/** A call of a transcript with what does not depend on how it is compressed. */
export interface PreparedCall {
  readonly call: TranscriptCall
  /** System prompt and tools. */
  readonly frameTokens: number
  readonly historyTokens: number
  /** System prompt and tools, the message that asks and the newest unit: what nobody may leave out. */
  readonly protectedTokens: number
  readonly evidence: Evidence
}

export interface PreparedTranscript {
  readonly transcript: Transcript
  readonly calls: readonly PreparedCall[]
}

/** What became of one call. */
export interface ReplayedCall extends EvidenceKept {
  readonly budgetTokens: number
  readonly originalTokens: number
  readonly tokens: number
  readonly sharedWithLastTokens: number
  /** What may not be left out is larger than the budget. */
  readonly cannotFit: boolean
  /** It is not, and the arm gave no request within the budget all the same. */
  readonly refused: boolean
  readonly overflow: boolean
  readonly miscounted: boolean
  readonly faults: readonly RequestFault[]
  /** As `ArmOutcome` has it. */
  readonly level: string | null
}

/** What became of one transcript. */
export interface Replay {
  readonly transcript: Transcript
  readonly calls: readonly ReplayedCall[]
  /** Cache model to effective tokens. */
  readonly effectiveTokens: Readonly<Record<string, number>>
  /** The same without what system prompt and tools cost by themselves. */
  readonly historyEffectiveTokens: Readonly<Record<string, number>>
  /** Answers that stand in the last request. */
  readonly answersKept: number
  readonly compressMs: number
}

/** Counts each request of a transcript and looks up what its answer takes from it. */
export async function prepareTranscript(transcript: Transcript, counter: RequestCounter): Promise<PreparedTranscript> {
  const calls: PreparedCall[] = []
  for (const call of transcript.calls) {
    const request = requestOf(transcript, call)
    let [frameTokens, historyTokens] = [await counter.frame(request), 0]
    for (const message of request.messages) {
      const tokens = await counter.message(message)
      if (isSystem(message.role)) frameTokens += tokens
      else historyTokens += tokens
    }
    const evidence = evidenceOf(answerOf(transcript, call), request.messages, systemText(request))
    const protectedTokens = frameTokens + (await protectedHistory(request, counter))
    calls.push({ call, frameTokens, historyTokens, protectedTokens, evidence })
  }
  return { transcript, calls }
}

/** Sends a transcript through an arm, call by call, and looks at every request without the library. */
export async function replayTranscript(
  { transcript, calls }: PreparedTranscript,
  arm: ConversationArm,
  budget: { readonly mode: BudgetMode; readonly share: number },
  { counter, signal }: { readonly counter: RequestCounter; readonly signal: AbortSignal | undefined },
): Promise<Replay> {
  const longest = Math.max(...calls.map(({ historyTokens }) => historyTokens))
  const started = await arm.start()
  const tracker = new PrefixTracker(counter)
  const prefixes: PrefixFacts[] = []
  const replayed: ReplayedCall[] = []
  let [compressMs, answersKept] = [0, 0]
  try {
    for (const prepared of calls) {
      const { call, frameTokens, historyTokens } = prepared
      const request = requestOf(transcript, call)
      const ofHistory = budget.mode === 'present' ? historyTokens : longest
      const budgetTokens = frameTokens + Math.floor(budget.share * ofHistory)
      const startMs = performance.now()
      const outcome = await started.compress({ request, dialect: transcript.dialect, budgetTokens, counter, signal })
      compressMs += performance.now() - startMs
      const prefix = await tracker.add(outcome.request)
      prefixes.push(prefix)
      answersKept = transcript.answers.filter((answer) => holdsText(outcome.request, answer)).length
      replayed.push({
        ...evidenceKept(prepared.evidence, outcome.request),
        budgetTokens,
        originalTokens: frameTokens + historyTokens,
        tokens: prefix.tokens,
        sharedWithLastTokens: prefix.sharedWithLastTokens,
        cannotFit: prepared.protectedTokens > budgetTokens,
        refused: outcome.cannotFit && prepared.protectedTokens <= budgetTokens,
        overflow: prefix.tokens > budgetTokens && !outcome.cannotFit,
        miscounted: outcome.claimedTokens !== undefined && outcome.claimedTokens !== prefix.tokens,
        faults: [...requestFaults(outcome.request, transcript.dialect), ...instructionFaults(outcome.request, request)],
        level: outcome.level ?? null,
      })
    }
  } finally {
    await started.close?.()
  }
  const costs = CACHE_MODELS.map(
    (model) => [model.name, effectiveTokens(prefixes, model, CONVERSATION_MARKINGS)] as const,
  )
  const frames = prefixes.map(frameOf)
  const histories = CACHE_MODELS.map((model, at) => [
    model.name,
    costs[at]![1] - effectiveTokens(frames, model, CONVERSATION_MARKINGS),
  ])
  return {
    transcript,
    calls: replayed,
    effectiveTokens: Object.fromEntries(costs),
    historyEffectiveTokens: Object.fromEntries(histories),
    answersKept,
    compressMs,
  }
}

/** A request as if it were system prompt and tools alone. */
function frameOf({ places, sharedTokens }: PrefixFacts): PrefixFacts {
  const own = places.filter(({ after }) => after === 'frame')
  const tokens = own.at(-1)?.tokens ?? 0
  const shared = Math.min(tokens, sharedTokens)
  return { tokens, sharedTokens: shared, sharedWithLastTokens: shared, places: own }
}

async function protectedHistory(request: RawRequest, counter: RequestCounter): Promise<number> {
  const { units, query } = unitsOf(request)
  const kept = new Set([units[query], units.at(-1)])
  let tokens = 0
  for (const message of [...kept].flatMap((unit) => unit ?? [])) tokens += await counter.message(message)
  return tokens
}

function isSystem(role: string): boolean {
  return role === 'system' || role === 'developer'
}

function systemText(request: RawRequest): string {
  const messages = request.messages.filter(({ role }) => isSystem(role)).flatMap(messageBlocks)
  return [...frameBlocks(request), ...messages].map(({ text }) => text).join('\n')
}
