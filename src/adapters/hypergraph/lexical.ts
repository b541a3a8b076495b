import type { ScoredUnit, UnitMask } from '../../ports/hypergraph.ts'
import { BestUnits } from './best-units.ts'
import type { Copies } from './copies.ts'
import type { Postings } from './postings.ts'

/**
 * Scores the units that have a term of the question. The memory for scores is as large as the corpus, so it is kept from one question to the next; only what
 * a question touched is read and cleared.
 */
export class LexicalLane {
  private readonly postings: Postings
  private readonly copies: Copies
  /** Score of each unit: 0 between questions. */
  private readonly scores: Float64Array
  private readonly touched: Uint32Array
  private touchedCount = 0

  constructor(postings: Postings, copies: Copies) {
    this.postings = postings
    this.copies = copies
    this.scores = new Float64Array(postings.lengthNorms.length)
    this.touched = new Uint32Array(postings.lengthNorms.length)
  }

  /**
   * The best units, of equal texts the best alone: a passage that stands in a thousand files must not take every place. O(postings of the terms + units that
   * have them · log limit) at worst.
   * @param weights of term ids, each above 0.
   */
  top(weights: ReadonlyMap<number, number>, limit: number, mask: UnitMask): readonly ScoredUnit[] {
    for (const [term, weight] of weights) this.addTerm(term, weight, mask)
    const best = new BestUnits(limit)
    for (let at = 0; at < this.touchedCount; at++) {
      const unit = this.touched[at]!
      if (this.copies.next[unit] !== unit && this.scores[unit]! > 0) this.keepBestCopy(unit)
    }
    for (let at = 0; at < this.touchedCount; at++) {
      const unit = this.touched[at]!
      const score = this.scores[unit]!
      if (score > 0) best.offer(unit, score)
      this.scores[unit] = 0
    }
    this.touchedCount = 0
    return best.take()
  }

  private addTerm(term: number, weight: number, mask: UnitMask): void {
    const { scores, touched } = this
    const { inverted, invertedFrequencies, lengthNorms } = this.postings
    let count = this.touchedCount
    const end = inverted.starts[term + 1]!
    for (let at = inverted.starts[term]!; at < end; at++) {
      const unit = inverted.values[at]!
      if (mask !== undefined && mask[unit] === 0) continue
      const frequency = invertedFrequencies[at]!
      const score = scores[unit]!
      if (score === 0) touched[count++] = unit
      scores[unit] = score + (weight * frequency) / (frequency + lengthNorms[unit]!)
    }
    this.touchedCount = count
  }

  /** Sets all scores of a unit's copies but the first of the largest to 0. */
  private keepBestCopy(unit: number): void {
    const { scores } = this
    const { first, next } = this.copies
    const start = first[unit]!
    let best = start
    for (let copy = next[start]!; copy !== start; copy = next[copy]!) if (scores[copy]! > scores[best]!) best = copy
    let copy = start
    do {
      if (copy !== best) scores[copy] = 0
      copy = next[copy]!
    } while (copy !== start)
  }
}
