import type { RequestCounter } from './request-counter.ts'
import type { RawRequest, Transcript } from './transcript.ts'

/** One request that is to be made to fit. */
export interface ArmTask {
  readonly request: RawRequest
  readonly dialect: Transcript['dialect']
  /** For all of it, system prompt and tools too. */
  readonly budgetTokens: number
  readonly counter: RequestCounter
  readonly signal: AbortSignal | undefined
}

export interface ArmOutcome {
  /** The smallest that there is, where it `cannotFit`. */
  readonly request: RawRequest
  /** What may not be left out is larger than the budget. */
  readonly cannotFit: boolean
  /** What the arm says that the request counts; absent where it says nothing. */
  readonly claimedTokens?: number
  /** The last level of the cascade that changed it, `none` for no level; absent where the arm has no levels. */
  readonly level?: string
}

/** What one arm does in one conversation, call by call, in order. */
export interface StartedArm {
  compress(task: ArmTask): Promise<ArmOutcome>
  close?(): Promise<void>
}

/** One way to keep conversations within budgets. */
export interface ConversationArm {
  readonly name: string
  /** Begins a conversation. */
  start(): Promise<StartedArm>
}

/** What all others are set against: everything is sent. It keeps to no budget. */
export const WHOLE = 'everything'
