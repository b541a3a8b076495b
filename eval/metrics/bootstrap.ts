import { seededRandom } from './seeded-random.ts'

/** A mean with the interval that holds it with 95 % confidence. */
export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

const RESAMPLES = 4_000
const SEED = 20_250
const TAIL = 0.025

/**
 * The 95 % interval of the mean difference between two systems that answered the same questions: the percentile bootstrap over questions, paired, because a
 * hard question is hard for both.
 *
 * Deterministic: 4,000 resamples from a fixed seed. An interval that excludes 0 is what the reports call significant. No questions: all zeros.
 * Cost: 4,000 × the number of questions.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13; paired over questions as in Smucker, Allan, Carterette (CIKM 2007).
 */
export function pairedBootstrap(differences: readonly number[], seed: number = SEED): Interval {
  return ratioBootstrap(
    differences.map((part) => ({ part, whole: 1 })),
    seed,
  )
}

/** What one run has of something that is counted within runs. */
export interface CountedShare {
  readonly part: number
  readonly whole: number
}

/**
 * The share of all that is counted, Σ part / Σ whole, with its 95 % interval: the percentile bootstrap over runs, since what is counted within one depends on each other.
 *
 * Deterministic, as above. Nothing counted: all zeros.
 */
export function ratioBootstrap(runs: readonly CountedShare[], seed: number = SEED): Interval {
  const count = runs.length
  if (runs.every(({ whole }) => whole === 0)) return { mean: 0, low: 0, high: 0 }
  const random = seededRandom(seed)
  const [parts, wholes] = [Float64Array.from(runs, ({ part }) => part), Float64Array.from(runs, ({ whole }) => whole)]
  const ratios: number[] = []
  while (ratios.length < RESAMPLES) {
    let [part, whole] = [0, 0]
    for (let draw = 0; draw < count; draw++) {
      const run = Math.floor(random() * count)
      part += parts[run]!
      whole += wholes[run]!
    }
    // A resample without anything that is counted says nothing; another is drawn.
    if (whole > 0) ratios.push(part / whole)
  }
  ratios.sort((left, right) => left - right)
  const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
  return { mean: total(parts) / total(wholes), low: quantile(ratios, TAIL), high: quantile(ratios, 1 - TAIL) }
}

/** The arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Linear interpolation between the two nearest of sorted values. Source: Hyndman and Fan, Sample quantiles (1996), type 7. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const low = sorted[below] ?? 0
  const high = sorted[below + 1] ?? low
  return low + (high - low) * (position - below)
}
