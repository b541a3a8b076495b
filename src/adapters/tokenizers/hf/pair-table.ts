import { NO_RANK } from '../bpe/pair-ranks.ts'

const EMPTY = -1
const FIELDS = 4 // left, right, rank, merged

/** The merges of a vocabulary by the ids of both parts, in one flat array with open addressing. */
export class PairTable {
  readonly #slots: Int32Array
  readonly #mask: number

  constructor(capacity: number) {
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, capacity * 2)))
    this.#slots = new Int32Array(slots * FIELDS).fill(EMPTY)
    this.#mask = slots - 1
  }

  /** Adds a merge; a pair that is added again takes the later rank. */
  add(left: number, right: number, rank: number, merged: number): void {
    this.#slots.set([left, right, rank, merged], this.#find(left, right))
  }

  /** @returns the rank of merging two parts, or `NO_RANK`. */
  rankOf(left: number, right: number): number {
    const at = this.#find(left, right)
    return this.#slots[at] === EMPTY ? NO_RANK : this.#slots[at + 2]!
  }

  /** @returns the id of what two parts become that merge. */
  mergedOf(left: number, right: number): number {
    return this.#slots[this.#find(left, right) + 3]!
  }

  /** @returns where the pair is, or the empty place where it would be. */
  #find(left: number, right: number): number {
    const hash = Math.imul(left, 0x2c1b3c6d) ^ Math.imul(right, 0x297a2d39)
    let slot = (hash ^ (hash >>> 15)) & this.#mask
    for (;;) {
      const at = slot * FIELDS
      if (this.#slots[at] === EMPTY || (this.#slots[at] === left && this.#slots[at + 1] === right)) return at
      slot = (slot + 1) & this.#mask
    }
  }
}
