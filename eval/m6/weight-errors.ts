import { mean, quantile } from '../metrics/bootstrap.ts'
import { contentClass } from './content-class.ts'
import type { WeightError, WeightErrors } from './m6-report.ts'
import type { TokenizerFamily } from './tokenizer-family.ts'
import type { WeightArm } from './weight-arms.ts'

const UNDER = -0.1
const LATE = 0.95

/** How far an arm's weights are from the generation tokenizer's counts, over all units and by content class. Units that count 0 are left out. */
export async function weightErrors(
  { tokenizer }: WeightArm,
  generation: TokenizerFamily,
  units: readonly string[],
): Promise<WeightErrors> {
  const errors: number[] = []
  const byClass = new Map<string, number[]>()
  for (const text of units) {
    const exact = await generation.count(text)
    if (exact === 0) continue
    const error = ((await tokenizer.count(text)) - exact) / exact
    const name = contentClass(text)
    errors.push(error)
    byClass.set(name, [...(byClass.get(name) ?? []), error])
  }
  const classes = [...byClass].sort(([, a], [, b]) => b.length - a.length)
  return { ...summarise(errors), byClass: Object.fromEntries(classes.map(([name, own]) => [name, summarise(own)])) }
}

function summarise(errors: readonly number[]): WeightError {
  const absolute = Float64Array.from(errors, Math.abs).sort()
  return {
    units: errors.length,
    meanAbsolute: mean([...absolute]),
    bias: mean(errors),
    p95Absolute: quantile(absolute, LATE),
    underByTenPercent: mean(errors.map((error) => Number(error < UNDER))),
  }
}
