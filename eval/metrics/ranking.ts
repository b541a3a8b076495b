/**
 * Metrics of one ranking against the documents that hold the evidence. A ranking lists document ids, best first, each at most once; `gold` is not empty.
 * Relevance is binary. Every value is between 0 and 1, higher is better, and a ranking shorter than `k` counts as if nothing relevant followed.
 */

/**
 * R@k = |gold ∩ first k| / |gold|.
 * Source: Manning, Raghavan, Schütze, Introduction to Information Retrieval (2008), section 8.3.
 */
export function recallAt(ranking: readonly string[], gold: ReadonlySet<string>, k: number): number {
  return relevantRanks(ranking, gold, k).length / gold.size
}

/**
 * full@k = 1 if every gold document is among the first k, else 0: what a question over several documents needs.
 * Source: Tang and Yang, MultiHop-RAG (2024), and others, under several names (“all-recall”, “full evidence”).
 */
export function fullAt(ranking: readonly string[], gold: ReadonlySet<string>, k: number): number {
  return relevantRanks(ranking, gold, k).length === gold.size ? 1 : 0
}

/**
 * mrr@k = 1 / rank of the first gold document within the first k, else 0.
 * Source: Voorhees, The TREC-8 Question Answering Track Report (1999).
 */
export function reciprocalRankAt(ranking: readonly string[], gold: ReadonlySet<string>, k: number): number {
  const first = relevantRanks(ranking, gold, k)[0]
  return first === undefined ? 0 : 1 / first
}

/**
 * ndcg@k = Σ 1/log₂(rank + 1) over gold documents within the first k, divided by the most that k places allow.
 * Source: Järvelin and Kekäläinen, Cumulated gain-based evaluation of IR techniques (2002); discount log₂(rank + 1) as in trec_eval.
 */
export function normalisedGainAt(ranking: readonly string[], gold: ReadonlySet<string>, k: number): number {
  const gain = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0)
  const idealRanks = Array.from({ length: Math.min(k, gold.size) }, (_, index) => index + 1)
  return gain(relevantRanks(ranking, gold, k)) / gain(idealRanks)
}

/** Ranks, from 1, of gold documents among the first k. */
function relevantRanks(ranking: readonly string[], gold: ReadonlySet<string>, k: number): readonly number[] {
  return ranking.slice(0, k).flatMap((id, index) => (gold.has(id) ? [index + 1] : []))
}
