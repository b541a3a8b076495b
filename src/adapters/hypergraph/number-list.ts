type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array

/** Numbers appended to typed memory that grows by half when full. */
export class NumberList<Kind extends Numbers> {
  private values: Kind
  private readonly make: (length: number) => Kind
  length = 0

  /** @param capacity how many numbers are expected; a good guess saves copying. */
  constructor(make: (length: number) => Kind, capacity = 0) {
    this.make = make
    this.values = make(Math.max(MIN_CAPACITY, Math.ceil(capacity * HEADROOM)))
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow(this.length + 1)
    this.values[this.length++] = value
  }

  /** Continues numbers that are there. */
  static from<Kind extends Numbers>(make: (length: number) => Kind, values: Kind): NumberList<Kind> {
    const list = new NumberList(make)
    list.values = values
    list.length = values.length
    return list
  }

  append(values: Kind): void {
    this.grow(this.length + values.length)
    this.values.set(values, this.length)
    this.length += values.length
  }

  at(index: number): number {
    return this.values[index]!
  }

  set(index: number, value: number): void {
    this.values[index] = value
  }

  /** The numbers so far, in the memory of this list. */
  view(): Kind {
    return this.values.subarray(0, this.length) as Kind
  }

  /** The numbers so far, without much spare memory behind them. */
  toArray(): Kind {
    return this.length * TIGHT >= this.values.length ? this.view() : (this.values.slice(0, this.length) as Kind)
  }

  private grow(length: number): void {
    if (length <= this.values.length) return
    const grown = this.make(Math.max(length, Math.ceil(this.values.length * GROWTH)))
    grown.set(this.values)
    this.values = grown
  }
}

const MIN_CAPACITY = 64
const GROWTH = 1.5
/** Less than this much spare memory is not worth a copy. */
const TIGHT = 1.1
/** For a few more numbers than expected: they must not copy all of them. Below {@link TIGHT}. */
const HEADROOM = 1.05

export const bytes = (length: number): Uint8Array => new Uint8Array(length)
export const shorts = (length: number): Uint16Array => new Uint16Array(length)
export const words = (length: number): Uint32Array => new Uint32Array(length)
export const doubles = (length: number): Float64Array => new Float64Array(length)
