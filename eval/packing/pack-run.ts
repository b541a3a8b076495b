import type { QuestionPack } from './pack-report.ts'

/** One question, packed by one policy: what it is worth, and its text counted by us and by the packer. */
export interface PackOutcome extends QuestionPack {
  readonly claimedTokens: number
}

/** All questions at one budget under one policy, in order. */
export interface PackRun {
  readonly budgetTokens: number
  readonly policy: string
  readonly outcomes: readonly PackOutcome[]
  /** Mean time of one pack. */
  readonly packMs: number
}
