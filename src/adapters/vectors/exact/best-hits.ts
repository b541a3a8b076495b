import type { VectorHit } from '../../../ports/vector-index.ts'

/**
 * Keeps the best `capacity` of all hits offered: higher score first, then lower id. What it keeps does not depend on the order of the offers.
 * A binary heap with the worst kept hit on top, so that most offers cost one comparison and the others O(log capacity).
 */
export class BestHits {
  readonly #capacity: number
  readonly #scores: number[] = []
  readonly #ids: number[] = []

  /** @param capacity a whole number from 1. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The score that a hit must reach to be kept: that of the worst kept hit, or −Infinity while there is room. */
  get floor(): number {
    return this.#scores.length < this.#capacity ? Number.NEGATIVE_INFINITY : this.#scores[0]!
  }

  offer(score: number, id: number): void {
    if (this.#scores.length < this.#capacity) this.#rise(score, id)
    else if (this.#isWorse(0, score, id)) this.#sink(score, id)
  }

  /** All kept hits, best first. Cost: O(n log n) of the kept. */
  toSorted(): readonly VectorHit[] {
    return this.#scores
      .map((score, place) => ({ id: this.#ids[place]!, score }))
      .sort((left, right) => right.score - left.score || left.id - right.id)
  }

  /** Whether the hit at `place` ranks behind the given one. */
  #isWorse(place: number, score: number, id: number): boolean {
    const other = this.#scores[place]!
    return other < score || (other === score && this.#ids[place]! > id)
  }

  /** Adds a hit at the bottom and moves it up past all better ones. */
  #rise(score: number, id: number): void {
    let place = this.#scores.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#isWorse(parent, score, id)) break
      this.#move(parent, place)
      place = parent
    }
    this.#set(place, score, id)
  }

  /** Replaces the top and moves it down past all worse ones. */
  #sink(score: number, id: number): void {
    const length = this.#scores.length
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= length) break
      if (child + 1 < length && this.#isWorse(child + 1, this.#scores[child]!, this.#ids[child]!)) child += 1
      if (!this.#isWorse(child, score, id)) break
      this.#move(child, place)
      place = child
    }
    this.#set(place, score, id)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#scores[from]!, this.#ids[from]!)
  }

  #set(place: number, score: number, id: number): void {
    this.#scores[place] = score
    this.#ids[place] = id
  }
}
