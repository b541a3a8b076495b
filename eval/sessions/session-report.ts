import type { Interval } from '../metrics/bootstrap.ts'
import type { RecordedUsage } from './recorded-usage.ts'

/** One arm at one budget, all sequences. */
export interface SessionScores {
  /** Tokens that calls from the second on share with the one before them, of all tokens of these calls. */
  readonly sharedPrefixShare: number
  /** Cache model to the effective tokens of a session, as a share of those of stateless packs in rank order: the mean over sequences, with its interval. */
  readonly effectiveRatio: Readonly<Record<string, Interval>>
  readonly evidenceRecall: number
  readonly fullEvidence: number
  readonly answerInPack: number | null
  /** Calls in which the session started its prefix anew because that pays. */
  readonly rewrites: number
  /** Packs whose recounted text is over the budget. */
  readonly overflow: number
  readonly recounted: number
  /** Packs where that count differs from what the packer says. */
  readonly miscounted: number
}

export type SessionMeasure = 'evidenceRecall' | 'fullEvidence' | 'answerInPack'
export const SESSION_MEASURES: readonly SessionMeasure[] = ['evidenceRecall', 'fullEvidence', 'answerInPack']

/** The result of `evaluateSessions`. Everything but `timings` is a function of the dataset and the software. */
export interface SessionsReport {
  readonly kind: 'sessions'
  readonly dataset: string
  readonly fingerprint: string
  readonly documents: number
  /** Questions that were asked: those of whole sequences. */
  readonly questions: number
  readonly sequences: number
  readonly questionsPerSession: number
  readonly related: boolean
  readonly tokenizer: string
  readonly level: string
  /** Names of the cache models, and the dated profiles that their prices come from. */
  readonly cacheModels: readonly string[]
  readonly cacheProfiles: readonly string[]
  /** Budget to arm to scores. */
  readonly budgets: Readonly<Record<string, Readonly<Record<string, SessionScores>>>>
  /** Budget to arm to that arm minus `stateless`, by measure that both have. */
  readonly differences: Readonly<Record<string, Readonly<Record<string, Partial<Record<SessionMeasure, Interval>>>>>>
  /** How far the prefix model explains usage that a provider recorded, where files were given. */
  readonly recorded?: readonly RecordedUsage[]
  readonly timings: {
    readonly indexMs: number
    /** Budget to arm to the mean time of one pack. */
    readonly packMs: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
}
