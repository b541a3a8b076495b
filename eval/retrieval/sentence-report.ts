import type { Dataset } from '../input/dataset.ts'
import { type Interval, mean, pairedBootstrap } from '../metrics/bootstrap.ts'
import { goldStandard } from '../packing/gold-evidence.ts'
import {
  SENTENCE_METRIC_NAMES,
  type SentenceMetricName,
  type SentenceScores,
  sentenceScores,
} from './sentence-metrics.ts'
import { type SentenceRank, sentenceRanks, type UnitSpans } from './sentence-ranks.ts'

/** How well each system finds the gold sentences by the units that it ranks: what counts where documents are long. */
export interface SentenceReport {
  /** Questions with gold sentences; the others have no part in the figures. */
  readonly questions: number
  readonly systems: Readonly<Record<string, SentenceScores>>
  /** Each other system to `packgraph` minus that system: mean and 95 % interval by metric. */
  readonly differences: Readonly<Record<string, Readonly<Record<SentenceMetricName, Interval>>>>
}

/** What one system ranked, question by question. */
export interface UnitRun {
  readonly name: string
  readonly units: readonly (readonly UnitSpans[])[]
}

/** The summary, and the ranks behind it: question to system to the rank of each gold sentence, in the order of the dataset. */
export interface SentenceRuns {
  readonly report: SentenceReport
  readonly ranks: readonly Readonly<Record<string, readonly SentenceRank[]>>[]
}

/** Measures all systems; undefined where no question has gold sentences. */
export function sentenceRuns(dataset: Dataset, runs: readonly UnitRun[], own: string): SentenceRuns | undefined {
  const { evidence, words } = goldStandard(dataset)
  const marked = evidence.flatMap(({ sentences }, index) => (sentences.length > 0 ? [index] : []))
  if (marked.length === 0) return undefined
  const ranks = evidence.map((gold, index) =>
    Object.fromEntries(runs.map(({ name, units }) => [name, sentenceRanks(units[index]!, gold, words)])),
  )
  const scores = Object.fromEntries(
    runs.map(({ name }) => [name, marked.map((index) => sentenceScores(ranks[index]![name]!))]),
  )
  const others = Object.entries(scores).filter(([name]) => name !== own)
  return {
    ranks,
    report: {
      questions: marked.length,
      systems: mapValues(scores, (all) => byMetric((metric) => mean(all.map((one) => one[metric])))),
      differences: mapValues(Object.fromEntries(others), (all) =>
        byMetric((metric) => pairedBootstrap(all.map((other, index) => scores[own]![index]![metric] - other[metric]))),
      ),
    },
  }
}

function byMetric<Value>(value: (name: SentenceMetricName) => Value): Record<SentenceMetricName, Value> {
  return Object.fromEntries(SENTENCE_METRIC_NAMES.map((name) => [name, value(name)])) as Record<
    SentenceMetricName,
    Value
  >
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, value: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, from]) => [key, value(from)]))
}
