import type { SessionCallFacts } from './cache-model.ts'

/** One question, packed in its sequence by one arm. */
export interface SessionOutcomeCall extends SessionCallFacts {
  /** Of the question in the dataset. */
  readonly position: number
  readonly evidenceRecall: number
  readonly fullEvidence: number
  readonly answerInPack: number | null
  readonly claimedTokens: number
  /** Tokens of the longest prefix that the call before it had, too. */
  readonly sharedWithLastTokens: number
  /** 1 where the session gave up its prefix because that pays. */
  readonly rewrites: number
}

/** All sequences at one budget with one arm, in order. */
export interface SessionRun {
  readonly budgetTokens: number
  readonly arm: string
  readonly outcomes: readonly (readonly SessionOutcomeCall[])[]
  /** Mean time of one pack. */
  readonly packMs: number
}
