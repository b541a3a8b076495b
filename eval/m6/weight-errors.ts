import { mean, quantile } from '../metrics/bootstrap.ts'
import { seededRandom } from '../metrics/seeded-random.ts'
import { contentClass } from './content-class.ts'
import type { WeightError, WeightErrors } from './m6-report.ts'
import type { TokenizerFamily } from './tokenizer-family.ts'
import type { WeightArm } from './weight-arms.ts'

const UNDER = -0.1
const LATE = 0.95
const SUM_UNITS = 30
const SUM_DRAWS = 500
const SUM_SEED = 30

/** Half a bin more than 50 %, so that one bin has 0 in its middle. */
const MOST_ERROR = 0.525
const BIN_WIDTH = 0.05
const BINS = 21

/** The stored cost of a unit, and the count that it stands for. */
interface Weight {
  readonly weight: number
  readonly exact: number
}

/** How far an arm's weights are from the generation tokenizer's counts, over all units and by content class. Units that count 0 are left out. */
export async function weightErrors(
  { tokenizer }: WeightArm,
  generation: TokenizerFamily,
  units: readonly string[],
): Promise<WeightErrors> {
  const all: Weight[] = []
  const byClass = new Map<string, Weight[]>()
  for (const text of units) {
    const exact = await generation.count(text)
    if (exact === 0) continue
    const one = { weight: await tokenizer.count(text), exact }
    const name = contentClass(text)
    const own = byClass.get(name) ?? []
    all.push(one)
    own.push(one)
    byClass.set(name, own)
  }
  const classes = [...byClass].sort(([, a], [, b]) => b.length - a.length)
  return { ...summarise(all), byClass: Object.fromEntries(classes.map(([name, own]) => [name, summarise(own)])) }
}

function summarise(weights: readonly Weight[]): WeightError {
  const errors = weights.map(({ weight, exact }) => (weight - exact) / exact)
  const absolute = Float64Array.from(errors, Math.abs).sort()
  return {
    units: errors.length,
    meanAbsolute: mean([...absolute]),
    bias: mean(errors),
    p95Absolute: quantile(absolute, LATE),
    underByTenPercent: mean(errors.map((error) => Number(error < UNDER))),
    sumOf30: sumError(weights),
    histogram: histogramOf(errors),
  }
}

function histogramOf(errors: readonly number[]): readonly number[] {
  const counts = new Array<number>(BINS).fill(0)
  for (const error of errors) {
    const bin = Math.floor((error + MOST_ERROR) / BIN_WIDTH)
    counts[Math.min(BINS - 1, Math.max(0, bin))]!++
  }
  return counts
}

/** What is left of the errors in a sum, where they partly cancel: a pack is a sum. Drawn with replacement from a fixed seed. */
function sumError(weights: readonly Weight[]): number {
  if (weights.length === 0) return 0
  const random = seededRandom(SUM_SEED)
  const errors = Array.from({ length: SUM_DRAWS }, () => {
    let [sum, exactSum] = [0, 0]
    for (let unit = 0; unit < SUM_UNITS; unit++) {
      const { weight, exact } = weights[Math.floor(random() * weights.length)]!
      sum += weight
      exactSum += exact
    }
    return Math.abs(sum - exactSum) / exactSum
  })
  return mean(errors)
}
