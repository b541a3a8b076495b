import type { Interval } from '../metrics/bootstrap.ts'
import type { PackMeasures } from '../packing/measure-pack.ts'

/** `record`: select, verify, trim (`fill: false`). `fill`: the default, which fills what is left. */
export type M6Mode = 'record' | 'fill'

export const M6_MODES: readonly M6Mode[] = ['record', 'fill']

/** Measures of which the difference to the exact arm is given, in the order of the reports. */
export const M6_MEASURES = ['fullEvidence', 'evidenceRecall', 'answerInPack', 'sentenceRecall', 'budgetUsed'] as const

export type M6Measure = (typeof M6_MEASURES)[number]

/** One arm at one budget in one mode, all questions. Means unless said otherwise. */
export interface M6Scores
  extends Pick<PackMeasures, 'fullEvidence' | 'evidenceRecall' | 'answerInPack' | 'sentenceRecall'> {
  readonly budgetUsed: number
  readonly slackTokens: number
  /**
   * Share of packs whose selection on stored costs, rendered and counted as a whole, was over the budget. Null in mode `fill`, which never renders the
   * selection; the selection is the same in both modes.
   */
  readonly overflowBefore: number | null
  /** By how many tokens those were over, on average: counted tokens of the pack, plus the trimmed units' blocks counted one by one, minus the budget. */
  readonly overflowBeforeTokens: number | null
  /** Units that were selected on their stored cost and are not in the pack. */
  readonly unitsTrimmed: number
  /** Units added whole by exact count. */
  readonly unitsFilled: number
  /** Units of which an excerpt was added. */
  readonly unitsExcerpted: number
  /** Intersection over union of the packed units with those of the exact arm. */
  readonly jaccard: number
  /** Share of packs that are byte for byte those of the exact arm. */
  readonly sameText: number
  /** Packs over their budget: a number, by an independent count of each text. */
  readonly overflow: number
  readonly overflowTokens: number
  readonly recounted: number
  readonly miscounted: number
}

/** Relative errors of stored costs against the generation tokenizer: (weight − exact) / exact. */
export interface WeightError {
  readonly units: number
  readonly meanAbsolute: number
  readonly bias: number
  readonly p95Absolute: number
  /** Share of the units whose weight is more than 10 % too low. */
  readonly underByTenPercent: number
  /** Mean absolute error of the sum of 30 units, drawn 500 times. */
  readonly sumOf30: number
  /** Units by their error in 21 bins of 5 points, the middle one around 0; the first and the last also hold what is beyond. */
  readonly histogram: readonly number[]
}

export interface WeightErrors extends WeightError {
  /** Content class to the same. */
  readonly byClass: Readonly<Record<string, WeightError>>
}

/** Budget to mode to arm. */
export type ByBudget<Value> = Readonly<Record<string, Readonly<Record<M6Mode, Readonly<Record<string, Value>>>>>>

/** Everything that was packed for one generation tokenizer. */
export interface M6Generation {
  /** Identity of the tokenizer that packs were counted with. */
  readonly tokenizer: string
  readonly level: string
  /** The arm that the others are set against: the generation tokenizer's own counts. */
  readonly exactArm: string
  readonly weightErrors: Readonly<Record<string, WeightErrors>>
  readonly budgets: ByBudget<M6Scores>
  /** Arm minus exact arm. */
  readonly differences: ByBudget<Partial<Record<M6Measure, Interval>>>
}

/** Mean wall-clock time of the two stages that weights have to do with. */
export interface M6Times {
  readonly selectMs: number
  readonly verifyMs: number
}

/** The result of `evaluateM6`. Everything but `timings` is a function of the dataset and the software. */
export interface M6Report {
  readonly kind: 'm6'
  readonly dataset: string
  readonly fingerprint: string
  readonly documents: number
  readonly units: number
  readonly questions: number
  readonly questionsWithAnswer: number
  /** Name of the generation tokenizer to what was packed for it. */
  readonly generations: Readonly<Record<string, M6Generation>>
  readonly timings: {
    readonly indexMs: number
    readonly packs: Readonly<Record<string, ByBudget<M6Times>>>
  }
}
