import { type Interval, pairedBootstrap, ratioBootstrap } from '../metrics/bootstrap.ts'
import { CACHE_MODELS } from '../sessions/cache-model.ts'
import type { CompressionScores } from './compression-report.ts'
import type { Replay, ReplayedCall } from './replay.ts'

/**
 * Sums up what one arm did at one budget.
 * @param whole the same transcripts, in the same order, with everything sent.
 */
export function scoresOf(replays: readonly Replay[], whole: readonly Replay[]): CompressionScores {
  const calls = replays.flatMap((replay) => replay.calls)
  const later = replays.flatMap((replay) => replay.calls.slice(1))
  const answers = total(replays, ({ transcript }) => transcript.answers.length)
  const count = (is: (call: ReplayedCall) => boolean): number => calls.filter(is).length
  const pairFaults = ({ faults }: ReplayedCall) => faults.filter(({ kind }) => kind === 'pairs').length
  return {
    kept: shareOf(
      replays,
      (call) => call.kept,
      (call) => call.facts,
    ),
    keptBesideKey: shareOf(
      replays,
      (call) => call.keptBesideKey,
      (call) => call.keyedFacts,
    ),
    keptWhereFits: shareOf(
      replays.map((replay) => ({ calls: replay.calls.filter(({ cannotFit }) => !cannotFit) })),
      (call) => call.kept,
      (call) => call.facts,
    ),
    answersKept: answers === 0 ? null : total(replays, ({ answersKept }) => answersKept) / answers,
    tokenShare: total(calls, ({ tokens }) => tokens) / total(calls, ({ originalTokens }) => originalTokens),
    sharedPrefixShare:
      total(later, ({ sharedWithLastTokens }) => sharedWithLastTokens) /
      Math.max(
        1,
        total(later, ({ tokens }) => tokens),
      ),
    effectiveRatio: Object.fromEntries(CACHE_MODELS.map(({ name }) => [name, costRatio(replays, whole, name)])),
    historyEffectiveRatio: Object.fromEntries(
      CACHE_MODELS.map(({ name }) => [name, historyRatio(replays, whole, name)]),
    ),
    overflow: count(({ overflow }) => overflow),
    cannotFit: count(({ cannotFit }) => cannotFit),
    refused: count(({ refused }) => refused),
    brokenPairs: count((call) => pairFaults(call) > 0),
    invalid: count((call) => call.faults.length > pairFaults(call)),
    miscounted: count(({ miscounted }) => miscounted),
    levels: levelsOf(replays),
  }
}

function levelsOf(replays: readonly Replay[]): CompressionScores['levels'] {
  const levels = new Set(replays.flatMap(({ calls }) => calls.flatMap(({ level }) => level ?? [])))
  return Object.fromEntries(
    [...levels].sort().map((level) => {
      const own = replays.map(({ calls }) => ({ calls: calls.filter((call) => call.level === level) }))
      const calls = own.flatMap((replay) => replay.calls)
      const kept = shareOf(
        own,
        (call) => call.kept,
        (call) => call.facts,
      )
      const tokenShare = total(calls, ({ tokens }) => tokens) / total(calls, ({ originalTokens }) => originalTokens)
      return [level, { calls: calls.length, facts: total(calls, ({ facts }) => facts), kept, tokenShare }]
    }),
  )
}

function shareOf(
  replays: readonly Pick<Replay, 'calls'>[],
  part: (call: ReplayedCall) => number,
  whole: (call: ReplayedCall) => number,
): Interval | null {
  const runs = replays.map(({ calls }) => ({ part: total(calls, part), whole: total(calls, whole) }))
  return total(runs, (run) => run.whole) === 0 ? null : ratioBootstrap(runs)
}

/** Each transcript is one pair: its calls depend on each other. */
function costRatio(replays: readonly Replay[], whole: readonly Replay[], model: string): Interval {
  return pairedBootstrap(
    replays.map(({ effectiveTokens }, index) => effectiveTokens[model]! / whole[index]!.effectiveTokens[model]!),
  )
}

/** Of sums: a short history alone costs next to nothing. */
function historyRatio(replays: readonly Replay[], whole: readonly Replay[], model: string): Interval {
  return ratioBootstrap(
    replays.map(({ historyEffectiveTokens }, index) => ({
      part: historyEffectiveTokens[model]!,
      whole: whole[index]!.historyEffectiveTokens[model]!,
    })),
  )
}

function total<Value>(values: readonly Value[], of: (value: Value) => number): number {
  return values.reduce((sum, value) => sum + of(value), 0)
}
