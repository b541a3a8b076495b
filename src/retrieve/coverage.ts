import type { Hypergraph, UnitMask } from '../ports/hypergraph.ts'
import { UnitPlaces } from './unit-places.ts'

/** How well something covers each question term: c(unit, t), or the largest of several units, in the order of the terms. */
export type Coverage = Float64Array

/** What most questions come by fits. */
const FIRST_ROWS = 1024

/** Coverages of units, asked for in bulk and kept for the length of one query, all in one matrix: hundreds of units are looked at, and a view for each costs more. */
export class CoverageTable {
  readonly weights: Float64Array
  private readonly hypergraph: Hypergraph
  private readonly terms: readonly string[]
  /** The row of each loaded unit. */
  private readonly rows = new UnitPlaces()
  private matrix: Float64Array

  constructor(hypergraph: Hypergraph, termWeights: ReadonlyMap<string, number>) {
    this.hypergraph = hypergraph
    this.terms = Array.from(termWeights.keys())
    this.weights = Float64Array.from(termWeights.values())
    this.matrix = new Float64Array(FIRST_ROWS * this.terms.length)
  }

  /** Makes sure that units are known to the other methods. One port call, none when all are known. @param mask leaves out units that it does not allow. */
  async load(units: ArrayLike<number>, mask?: UnitMask): Promise<void> {
    const { rows } = this
    const first = rows.size
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]!
      if (!mask || mask[unit]) rows.place(unit)
    }
    if (rows.size === first) return
    const width = this.terms.length
    const added = await this.hypergraph.saturations(rows.from(first), this.terms)
    if (rows.size * width > this.matrix.length) {
      const grown = new Float64Array(2 * rows.size * width)
      grown.set(this.matrix)
      this.matrix = grown
    }
    this.matrix.set(added, first * width)
  }

  /** The coverage of a loaded unit. */
  of(unit: number): Coverage {
    const offset = this.offsetOf(unit)
    return this.matrix.slice(offset, offset + this.terms.length)
  }

  /** S0: Σ weight · c, the lexical score of a loaded unit. */
  lexicalScore(unit: number): number {
    const { matrix, weights } = this
    const offset = this.offsetOf(unit)
    let score = 0
    for (let term = 0; term < weights.length; term++) score += weights[term]! * matrix[offset + term]!
    return score
  }

  /** Σ weight · max(0, c − covered): what a unit adds to what is covered already. */
  residue(unit: number, covered: Coverage): number {
    const { matrix, weights } = this
    const offset = this.offsetOf(unit)
    let sum = 0
    for (let term = 0; term < weights.length; term++) {
      const gain = matrix[offset + term]! - covered[term]!
      if (gain > 0) sum += weights[term]! * gain
    }
    return sum
  }

  /** Σ weight · min(c, covered): what a unit only repeats. */
  overlap(unit: number, covered: Coverage): number {
    const { matrix, weights } = this
    const offset = this.offsetOf(unit)
    let sum = 0
    for (let term = 0; term < weights.length; term++) {
      sum += weights[term]! * Math.min(matrix[offset + term]!, covered[term]!)
    }
    return sum
  }

  /** The larger of what is covered and what a loaded unit covers, term by term. */
  join(covered: Coverage, unit: number): Coverage {
    const offset = this.offsetOf(unit)
    return covered.map((value, term) => Math.max(value, this.matrix[offset + term]!))
  }

  private offsetOf(unit: number): number {
    return this.rows.find(unit) * this.terms.length
  }
}
