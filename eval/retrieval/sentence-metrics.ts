import type { SentenceRank } from './sentence-ranks.ts'

/** The names of the metrics of gold sentences, in the order of the reports. No ndcg: several sentences may have the same rank. */
export const SENTENCE_METRIC_NAMES = ['R@5', 'R@10', 'full@5', 'full@8', 'full@10', 'mrr@10'] as const

export type SentenceMetricName = (typeof SENTENCE_METRIC_NAMES)[number]

/** A value for each metric. */
export type SentenceScores = Readonly<Record<SentenceMetricName, number>>

/** The metrics of one question, which has at least one gold sentence: those of documents, with sentences in their place and units read. */
export function sentenceScores(ranks: readonly SentenceRank[]): SentenceScores {
  const recallAt = (k: number) => ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length
  const fullAt = (k: number) => (recallAt(k) === 1 ? 1 : 0)
  const first = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY))
  return {
    'R@5': recallAt(5),
    'R@10': recallAt(10),
    'full@5': fullAt(5),
    'full@8': fullAt(8),
    'full@10': fullAt(10),
    'mrr@10': first <= 10 ? 1 / first : 0,
  }
}
