import { countTokens, PackgraphError } from 'packgraph'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { CACHE_MODELS } from '../sessions/cache-model.ts'
import { type ConversationArm, WHOLE } from './arm.ts'
import type { BudgetScores, CompressionEvaluation, CompressionGroup, HistoryBudget } from './compression-report.ts'
import { type PredictedReads, predictedReads } from './predicted-reads.ts'
import type { Transcripts } from './read-transcripts.ts'
import { BUDGET_MODES, type PreparedTranscript, prepareTranscript, type Replay, replayTranscript } from './replay.ts'
import { requestArms } from './request-arms.ts'
import { type RequestCounter, requestCounter } from './request-counter.ts'
import { scoresOf } from './summarise-replays.ts'
import type { Transcript } from './transcript.ts'
import { truncatingArms } from './truncating-arms.ts'

/** How the compression of conversations is evaluated. */
export interface CompressionEvaluationOptions extends RunOptions {
  /** What may be left of the history, in per cent: whole numbers from 1 to 99. */
  readonly keepPercents: readonly number[]
  /** Name of the tokenizer that counts. Default: `tiktoken:o200k_base`. */
  readonly tokenizer?: string
}

const DEFAULT_TOKENIZER = 'tiktoken:o200k_base'

/**
 * Replays conversations call by call, at budgets of system prompt, tools and a share of the history, through packgraph and through what others do; looks at every request without the library, and sets
 * the facts that the next answer quotes against what the calls would cost with a prompt cache.
 *
 * Deterministic but for `timings`. Cost: budgets × arms × calls requests.
 * @throws PackgraphError `INVALID_OPTION`, `UNKNOWN_TOKENIZER` and what the library throws; the signal's reason when it has fired.
 */
export async function evaluateCompression(
  { name, transcripts, fingerprint }: Transcripts,
  options: CompressionEvaluationOptions,
): Promise<CompressionEvaluation> {
  const { tokenizer = DEFAULT_TOKENIZER } = options
  const budgets = budgetsOf(options.keepPercents)
  const counted = await countTokens('', { tokenizer })
  const counters = { openai: requestCounter(tokenizer, 'openai'), anthropic: requestCounter(tokenizer, 'anthropic') }
  const prepared = await forEachInOrder('reading', transcripts, options, (one) =>
    prepareTranscript(one, counters[one.dialect]),
  )
  const times = new Map<string, { ms: number; calls: number }>()
  const arms = [...truncatingArms(), ...requestArms(tokenizer)]
  const groups: Record<string, CompressionGroup> = {}
  for (const group of new Set(transcripts.map((transcript) => transcript.group))) {
    const own = prepared.filter(({ transcript }) => transcript.group === group)
    groups[group] = await evaluateGroup(group, own, { arms, budgets, counters, options, times })
  }
  const predicted: PredictedReads[] = []
  for (const transcript of transcripts) {
    const reads = await predictedReads(transcript, counters[transcript.dialect])
    if (reads) predicted.push(reads)
  }
  return {
    kind: 'compression',
    dataset: name,
    fingerprint,
    transcripts: transcripts.length,
    calls: sum(transcripts.map(({ calls }) => calls.length)),
    tokenizer: counted.tokenizer,
    level: counted.level,
    cacheModels: CACHE_MODELS.map((model) => model.name),
    cacheProfiles: CACHE_MODELS.map(({ id }) => id),
    groups,
    predicted,
    timings: {
      callMs: Object.fromEntries([...times].map(([arm, { ms, calls }]) => [arm, ms / Math.max(1, calls)])),
    },
  }
}

interface GroupRun {
  readonly arms: readonly ConversationArm[]
  readonly budgets: readonly HistoryBudget[]
  readonly counters: Readonly<Record<Transcript['dialect'], RequestCounter>>
  readonly options: RunOptions
  readonly times: Map<string, { ms: number; calls: number }>
}

async function evaluateGroup(
  group: string,
  prepared: readonly PreparedTranscript[],
  { arms, budgets, counters, options, times }: GroupRun,
): Promise<CompressionGroup> {
  const calls = prepared.flatMap((one) => one.calls)
  const scores: BudgetScores[] = []
  for (const budget of budgets) {
    const replays = new Map<string, readonly Replay[]>()
    for (const arm of arms) {
      const step = `${group}, ${formatBudget(budget)}, ${arm.name}`
      const replayed = await forEachInOrder(step, prepared, options, (one) =>
        replayTranscript(one, arm, budget, { counter: counters[one.transcript.dialect], signal: options.signal }),
      )
      replays.set(arm.name, replayed)
      const before = times.get(arm.name) ?? { ms: 0, calls: 0 }
      const ms = before.ms + sum(replayed.map(({ compressMs }) => compressMs))
      times.set(arm.name, { ms, calls: before.calls + calls.length })
    }
    const whole = replays.get(WHOLE)!
    scores.push({
      ...budget,
      arms: Object.fromEntries([...replays].map(([arm, replayed]) => [arm, scoresOf(replayed, whole)])),
    })
  }
  return {
    transcripts: prepared.length,
    calls: calls.length,
    facts: sum(calls.map(({ evidence }) => evidence.facts.length)),
    keyedFacts: sum(calls.map(({ evidence }) => evidence.keys.size)),
    budgets: scores,
  }
}

/** `50 % of the history`, `50 % of the final history`. */
export function formatBudget({ mode, share }: HistoryBudget): string {
  return `${Math.round(share * 100)} % of the ${mode === 'final' ? 'final ' : ''}history`
}

function budgetsOf(percents: readonly number[]): readonly HistoryBudget[] {
  const wrong = percents.find((percent) => !Number.isInteger(percent) || percent < 1 || percent > 99)
  if (wrong !== undefined || percents.length === 0) {
    throw new PackgraphError(
      'INVALID_OPTION',
      `what to keep is a list of whole per cents from 1 to 99: ${wrong ?? 'none'}`,
      { facts: { option: 'keepPercents', value: wrong } },
    )
  }
  const shares = [...new Set(percents)].sort((a, b) => b - a).map((percent) => percent / 100)
  return BUDGET_MODES.flatMap((mode) => shares.map((share) => ({ mode, share })))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
