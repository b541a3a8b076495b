const MIN_SLOTS = 512
/** Spreads neighbouring numbers. Source: Knuth's multiplicative hashing. */
const MULTIPLIER = 0x9e3779b1

/** Numbers the units that a question comes by, from 0 in order of first sight. A question asks thousands of times, for which a `Map` costs more than what is asked for. */
export class UnitPlaces {
  size = 0
  /** Open addressing: one more than the place of the unit; 0 marks a free slot. The length is a power of two. */
  private slots = new Uint32Array(MIN_SLOTS)
  private known = new Uint32Array(MIN_SLOTS / 2)

  /** The unit at a place below `size`. */
  at(place: number): number {
    return this.known[place]!
  }

  /** Units from a place on, as a view: good until the next unit is placed. */
  from(place: number): Uint32Array {
    return this.known.subarray(place, this.size)
  }

  /** @returns −1 for a unit that was never placed. */
  find(unit: number): number {
    return this.slots[this.slotOf(unit)]! - 1
  }

  /** The place of a unit, the next free one if it has none. */
  place(unit: number): number {
    const slot = this.slotOf(unit)
    const known = this.slots[slot]!
    if (known > 0) return known - 1
    if (this.size === this.known.length) {
      this.grow()
      return this.place(unit)
    }
    this.known[this.size] = unit
    this.slots[slot] = ++this.size
    return this.size - 1
  }

  private slotOf(unit: number): number {
    const { slots, known } = this
    const last = slots.length - 1
    let slot = (Math.imul(unit, MULTIPLIER) >>> 12) & last
    while (slots[slot] !== 0 && known[slots[slot]! - 1] !== unit) slot = (slot + 1) & last
    return slot
  }

  private grow(): void {
    const { known, size } = this
    this.slots = new Uint32Array(2 * this.slots.length)
    this.known = new Uint32Array(2 * known.length)
    this.size = 0
    for (let place = 0; place < size; place++) this.place(known[place]!)
  }
}
