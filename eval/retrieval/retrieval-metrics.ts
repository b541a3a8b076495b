import { fullAt, normalisedGainAt, recallAt, reciprocalRankAt } from '../metrics/ranking.ts'

/** One ranking, one question: a number between 0 and 1. */
export type RankingMetric = (ranking: readonly string[], gold: ReadonlySet<string>) => number

/** The names of the metrics in every output, in order. Pinned. */
export const RETRIEVAL_METRIC_NAMES = ['R@5', 'R@10', 'full@5', 'full@8', 'full@10', 'mrr@10', 'ndcg@10'] as const

export type RetrievalMetricName = (typeof RETRIEVAL_METRIC_NAMES)[number]

/** A value for each metric. */
export type RetrievalScores = Readonly<Record<RetrievalMetricName, number>>

/** How each metric is computed. */
export const RETRIEVAL_METRICS: Readonly<Record<RetrievalMetricName, RankingMetric>> = {
  'R@5': (ranking, gold) => recallAt(ranking, gold, 5),
  'R@10': (ranking, gold) => recallAt(ranking, gold, 10),
  'full@5': (ranking, gold) => fullAt(ranking, gold, 5),
  'full@8': (ranking, gold) => fullAt(ranking, gold, 8),
  'full@10': (ranking, gold) => fullAt(ranking, gold, 10),
  'mrr@10': (ranking, gold) => reciprocalRankAt(ranking, gold, 10),
  'ndcg@10': (ranking, gold) => normalisedGainAt(ranking, gold, 10),
}
