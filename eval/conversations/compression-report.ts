import type { Interval } from '../metrics/bootstrap.ts'
import type { PredictedReads } from './predicted-reads.ts'
import type { BudgetMode } from './replay.ts'

/** The calls of one arm whose requests one level of the cascade was the last to change. */
export interface LevelScores {
  readonly calls: number
  readonly facts: number
  /** As for all calls. */
  readonly kept: Interval | null
  readonly tokenShare: number
}

/** One arm at one budget, all transcripts of a group. */
export interface CompressionScores {
  /** Share of the facts that answers quote from the history which the requests still have; null where none is quoted. */
  readonly kept: Interval | null
  /** Of those that stand at a key of JSON: share that stands beside one of its keys. */
  readonly keptBesideKey: Interval | null
  /** As `kept`, over calls in which what may not be left out fits. */
  readonly keptWhereFits: Interval | null
  /** Share of the texts that have to be known in the end which stand in the last request; null where nobody wrote any down. */
  readonly answersKept: number | null
  /** Tokens sent, as a share of those of whole requests. */
  readonly tokenShare: number
  /** Tokens that begin as the request before, of all tokens from the second request on. */
  readonly sharedPrefixShare: number
  /** Cache model to effective tokens of a conversation, as a share of those of sending everything: the mean over transcripts. */
  readonly effectiveRatio: Readonly<Record<string, Interval>>
  /** The same without what system prompt and tools cost by themselves, over all conversations. */
  readonly historyEffectiveRatio: Readonly<Record<string, Interval>>
  /** Requests over their budget although less could have been sent. */
  readonly overflow: number
  /** Calls in which what may not be left out is larger than the budget. */
  readonly cannotFit: number
  /** Calls in which it is not, and the arm gave no request within the budget all the same. */
  readonly refused: number
  /** Requests in which calls and results do not match. */
  readonly brokenPairs: number
  /** Requests with any other fault. */
  readonly invalid: number
  /** Requests that count otherwise than the arm says. */
  readonly miscounted: number
  /** Level to the calls that it ended; empty where an arm has no levels. */
  readonly levels: Readonly<Record<string, LevelScores>>
}

/** Budget mode and share of the history. */
export interface HistoryBudget {
  readonly mode: BudgetMode
  readonly share: number
}

/** One budget of a group. */
export interface BudgetScores extends HistoryBudget {
  readonly arms: Readonly<Record<string, CompressionScores>>
}

/** The transcripts of one file, or all sessions of agents. */
export interface CompressionGroup {
  readonly transcripts: number
  readonly calls: number
  readonly facts: number
  readonly keyedFacts: number
  readonly budgets: readonly BudgetScores[]
}

/** The result of `evaluateCompression`. Everything but `timings` is a function of the conversations and the software. */
export interface CompressionEvaluation {
  readonly kind: 'compression'
  readonly dataset: string
  readonly fingerprint: string
  readonly transcripts: number
  readonly calls: number
  readonly tokenizer: string
  readonly level: string
  readonly cacheModels: readonly string[]
  readonly cacheProfiles: readonly string[]
  readonly groups: Readonly<Record<string, CompressionGroup>>
  /** Of the transcripts with recorded usage. */
  readonly predicted: readonly PredictedReads[]
  readonly timings: {
    /** Arm to the mean time of one call. */
    readonly callMs: Readonly<Record<string, number>>
  }
}
