import type { Hypergraph } from '../ports/hypergraph.ts'

/** How well a unit covers each question term: c(unit, t) in the order of the terms. */
export type Coverage = Float64Array

/** Coverages of units, asked for in bulk and kept for the length of one query. */
export class CoverageTable {
  private readonly rows = new Map<number, Coverage>()
  readonly weights: Float64Array
  private readonly hypergraph: Hypergraph
  private readonly terms: readonly string[]

  constructor(hypergraph: Hypergraph, termWeights: ReadonlyMap<string, number>) {
    this.hypergraph = hypergraph
    this.terms = Array.from(termWeights.keys())
    this.weights = Float64Array.from(termWeights.values())
  }

  /** Makes sure that `of` knows these units. One port call, none when all are known. */
  async load(units: Iterable<number>): Promise<void> {
    const missing = Array.from(new Set(units)).filter((unit) => !this.rows.has(unit))
    if (missing.length === 0) return
    const matrix = await this.hypergraph.saturations(missing, this.terms)
    const width = this.terms.length
    missing.forEach((unit, row) => {
      this.rows.set(unit, matrix.subarray(row * width, (row + 1) * width))
    })
  }

  /** The coverage of a loaded unit. */
  of(unit: number): Coverage {
    return this.rows.get(unit)!
  }

  /** S0: Σ weight · c, the lexical score of a loaded unit. */
  lexicalScore(unit: number): number {
    const coverage = this.of(unit)
    let score = 0
    for (let term = 0; term < coverage.length; term++) score += this.weights[term]! * coverage[term]!
    return score
  }

  /** Σ weight · max(0, c − covered): what a unit adds to what is covered already. */
  residue(unit: number, covered: Coverage): number {
    const coverage = this.of(unit)
    let sum = 0
    for (let term = 0; term < coverage.length; term++) {
      const gain = coverage[term]! - covered[term]!
      if (gain > 0) sum += this.weights[term]! * gain
    }
    return sum
  }

  /** Σ weight · min(c, covered): what a unit only repeats. */
  overlap(unit: number, covered: Coverage): number {
    const coverage = this.of(unit)
    let sum = 0
    for (let term = 0; term < coverage.length; term++)
      sum += this.weights[term]! * Math.min(coverage[term]!, covered[term]!)
    return sum
  }
}

/** The larger of two coverages, term by term. */
export function joinCoverage(first: Coverage, second: Coverage): Coverage {
  return first.map((value, term) => Math.max(value, second[term]!))
}
