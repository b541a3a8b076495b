import type { Interval } from '../metrics/bootstrap.ts'
import type { ExtractMeasureName } from './measure-extract.ts'

/** One arm at one share, all questions. */
export interface ExtractionScores {
  readonly knowsQuestion: boolean
  /** Means with their 95 % intervals; null where no question has what is measured. */
  readonly measures: Readonly<Record<ExtractMeasureName, Interval | null>>
  /** What was kept, as a mean share of the texts' weight. */
  readonly kept: number
  /** Extracts heavier than the share allows. */
  readonly over: number
}

/** The result of `evaluateExtraction`: a function of the dataset and the software alone. */
export interface ExtractionReport {
  readonly kind: 'extraction'
  readonly dataset: string
  readonly fingerprint: string
  readonly documents: number
  readonly questions: number
  readonly questionsWithAnswer: number
  readonly questionsWithSentences: number
  /** Counts the budgets of the arms that compress. */
  readonly tokenizer: string
  /** Per cent to keep to name of the arm to scores. */
  readonly keeps: Readonly<Record<string, Readonly<Record<string, ExtractionScores>>>>
  /** The same for packgraph's sentences minus each control that knows as much, question by question. */
  readonly differences: Readonly<
    Record<string, Readonly<Record<string, Partial<Record<ExtractMeasureName, Interval>>>>>
  >
}
