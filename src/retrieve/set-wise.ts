import type { ScoredUnit } from '../ports/hypergraph.ts'
import type { CoverageTable } from './coverage.ts'

/** The step looks at this many of the best and orders at most so many of them. */
const WINDOW = 30
const MAX_CHOSEN = 20

/**
 * Reorders the best units so that each adds to what those before it cover: repeatedly takes the largest score − weight · overlap / maxScore. Units behind
 * the window keep their order.
 * Source: maximal marginal relevance (Carbonell & Goldstein, 1998), with question terms in place of similarity.
 */
export function orderSetWise(
  ranked: readonly ScoredUnit[],
  coverage: CoverageTable,
  weight: number,
  maxScore: number,
): readonly ScoredUnit[] {
  if (weight === 0) return ranked
  const rest = ranked.slice(0, WINDOW)
  const chosen: ScoredUnit[] = []
  let covered: Float64Array = new Float64Array(coverage.weights.length)
  while (rest.length > 0 && chosen.length < MAX_CHOSEN) {
    let best = 0
    let bestValue = Number.NEGATIVE_INFINITY
    rest.forEach(({ unit, score }, position) => {
      const value = score - (weight * coverage.overlap(unit, covered)) / maxScore
      if (value > bestValue) {
        best = position
        bestValue = value
      }
    })
    const next = rest.splice(best, 1)[0]!
    chosen.push(next)
    covered = coverage.join(covered, next.unit)
  }
  return [...chosen, ...rest, ...ranked.slice(WINDOW)]
}
