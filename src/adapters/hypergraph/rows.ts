/** Numbers appended one at a time into typed memory that doubles when full. */
export class NumberList {
  private values: Uint32Array
  length = 0

  constructor(capacity = 1024) {
    this.values = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Uint32Array(this.values.length * 2)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }

  at(index: number): number {
    return this.values[index]!
  }

  /** The numbers so far, copied into memory of exactly their size. */
  toArray(): Uint32Array {
    return this.values.slice(0, this.length)
  }
}

/** Compressed sparse rows: row `i` is `values[starts[i] .. starts[i + 1])`. */
export interface Rows {
  readonly starts: Uint32Array
  readonly values: Uint32Array
}

/** Builds rows one after the other: push the values of a row, then end it. */
export class RowsBuilder {
  private readonly starts = new NumberList()
  private readonly values = new NumberList()

  constructor() {
    this.starts.push(0)
  }

  push(value: number): void {
    this.values.push(value)
  }

  endRow(): void {
    this.starts.push(this.values.length)
  }

  build(): Rows {
    return { starts: this.starts.toArray(), values: this.values.toArray() }
  }
}

/**
 * Turns rows around: row `v` of the result lists the rows that hold `v`, ascending. Counting sort, O(values).
 * @param count how many rows the result has; every value is below it.
 */
export function invertRows(rows: Rows, count: number): Rows {
  const starts = new Uint32Array(count + 1)
  for (const value of rows.values) starts[value + 1]!++
  for (let index = 0; index < count; index++) starts[index + 1]! += starts[index]!
  const next = starts.slice(0, count)
  const values = new Uint32Array(rows.values.length)
  for (let row = 0; row + 1 < rows.starts.length; row++) {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) values[next[rows.values[at]!]!++] = row
  }
  return { starts, values }
}

export function rowLength(rows: Rows, row: number): number {
  return rows.starts[row + 1]! - rows.starts[row]!
}
