import { type CoverageTable, joinCoverage } from './coverage.ts'

/** The step looks at this many of the best and orders at most so many of them. */
const WINDOW = 30
const MAX_CHOSEN = 20

/**
 * Reorders the best units so that each adds to what those before it cover: repeatedly takes the largest score − weight · overlap / maxScore. Units behind
 * the window keep their order.
 * Source: maximal marginal relevance (Carbonell & Goldstein, 1998), with question terms in place of similarity.
 */
export function orderSetWise(
  ranked: readonly number[],
  scores: ReadonlyMap<number, number>,
  coverage: CoverageTable,
  weight: number,
  maxScore: number,
): readonly number[] {
  if (weight === 0) return ranked
  const rest = ranked.slice(0, WINDOW)
  const chosen: number[] = []
  let covered: Float64Array = new Float64Array(coverage.weights.length)
  while (rest.length > 0 && chosen.length < MAX_CHOSEN) {
    let best = 0
    let bestValue = Number.NEGATIVE_INFINITY
    rest.forEach((unit, position) => {
      const value = scores.get(unit)! - (weight * coverage.overlap(unit, covered)) / maxScore
      if (value > bestValue) {
        best = position
        bestValue = value
      }
    })
    const [unit] = rest.splice(best, 1)
    chosen.push(unit!)
    covered = joinCoverage(covered, coverage.of(unit!))
  }
  return [...chosen, ...rest, ...ranked.slice(WINDOW)]
}
