import type { Interval } from '../metrics/bootstrap.ts'
import type { RetrievalScores } from './retrieval-metrics.ts'
import type { SentenceRank } from './sentence-ranks.ts'
import type { SentenceReport } from './sentence-report.ts'

/** What one question gave. */
export interface QuestionRanks {
  readonly id: string
  readonly question: string
  readonly type?: string
  readonly gold: readonly string[]
  /** System to the rank, from 1, of each gold document in the order of `gold`; null beyond the documents looked at. */
  readonly ranks: Readonly<Record<string, readonly (number | null)[]>>
  /** System to the rank, among units, at which each gold sentence has been read whole. Absent where the question has none. */
  readonly sentenceRanks?: Readonly<Record<string, readonly SentenceRank[]>>
  /** System to ndcg@10. */
  readonly gains: Readonly<Record<string, number>>
}

/** The means of some questions. */
export interface QuestionGroup {
  readonly questions: number
  readonly systems: Readonly<Record<string, RetrievalScores>>
}

/** The result of `evaluateRetrieval`. Everything but `timings` is a function of the dataset and the software. */
export interface RetrievalReport extends QuestionGroup {
  readonly kind: 'retrieval'
  readonly dataset: string
  readonly fingerprint: string
  readonly documents: number
  /** By type of question, in order of first use; empty where no question has one. */
  readonly byType: Readonly<Record<string, QuestionGroup>>
  /** Each other system to `packgraph` minus that system: mean and 95 % interval by metric. */
  readonly differences: Readonly<Record<string, Readonly<Record<keyof RetrievalScores, Interval>>>>
  /** The same by gold sentences and units. Absent where no question has gold sentences. */
  readonly sentences?: SentenceReport
  /** System to R@1, R@2, … R@20. */
  readonly recallCurves: Readonly<Record<string, readonly number[]>>
  readonly perQuestion: readonly QuestionRanks[]
  readonly timings: {
    readonly indexMs: number
    /** System to the mean of one search. */
    readonly searchMs: Readonly<Record<string, number>>
  }
}
