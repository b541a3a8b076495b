import type { Interval } from '../metrics/bootstrap.ts'
import type { PackMeasureName, PackMeasures } from './measure-pack.ts'

/** One budget, one policy, all questions. Shares are means over the questions that have the thing looked for; null where none has. */
export interface PackScores extends PackMeasures {
  /** Mean of counted tokens / budget. Over 1 only where `overflow` is not 0. */
  readonly budgetUsed: number
  /** Packs whose recounted text is over the budget. */
  readonly overflow: number
  /** The largest number of tokens by which one is over. */
  readonly overflowTokens: number
  /** Packs whose text was counted again, apart from the packer: all of them. */
  readonly recounted: number
  /** Packs where that count differs from what the packer says. */
  readonly miscounted: number
  /** Mean of the tokens left unused. */
  readonly slackTokens: number
}

/** What one question gave at one budget under one policy. */
export interface QuestionPack extends PackMeasures {
  readonly tokens: number
}

export interface QuestionPacks {
  readonly id: string
  readonly question: string
  readonly type?: string
  /** Budget to policy to what it gave. */
  readonly budgets: Readonly<Record<string, Readonly<Record<string, QuestionPack>>>>
}

/** The result of `evaluatePacking`. Everything but `timings` is a function of the dataset and the software. */
export interface PackReport {
  readonly kind: 'pack'
  readonly dataset: string
  readonly fingerprint: string
  readonly documents: number
  readonly questions: number
  /** Questions whose answer can be looked for as a string. */
  readonly questionsWithAnswer: number
  /** Questions with marked gold sentences. */
  readonly questionsWithSentences: number
  /** Identity of the tokenizer that counted, and how sure its counts are. */
  readonly tokenizer: string
  readonly level: string
  /** Budget to policy to scores. A policy that has nothing to offer at a budget is absent there. */
  readonly budgets: Readonly<Record<string, Readonly<Record<string, PackScores>>>>
  /** Budget to other policy to `default` minus that policy, by measure that both have. */
  readonly differences: Readonly<Record<string, Readonly<Record<string, Partial<Record<PackMeasureName, Interval>>>>>>
  readonly perQuestion: readonly QuestionPacks[]
  readonly timings: {
    readonly indexMs: number
    /** Budget to policy to the mean time of one pack, its own counting included. */
    readonly packMs: Readonly<Record<string, Readonly<Record<string, number>>>>
  }
}
