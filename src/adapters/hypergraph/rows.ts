import { NumberList, words } from './number-list.ts'
import type { Pacer } from './pacer.ts'

/** Compressed sparse rows: row `i` is `values[starts[i] .. starts[i + 1])`. */
export interface Rows {
  readonly starts: Uint32Array
  readonly values: Uint32Array
}

/** Builds rows one after the other: push the values of a row, then end it. */
export class RowsBuilder {
  private starts: NumberList<Uint32Array>
  private values: NumberList<Uint32Array>

  /** @param rows how many rows are expected, and @param values how many values in all. */
  constructor(rows = 0, values = 0) {
    this.starts = new NumberList(words, rows + 1)
    this.values = new NumberList(words, values)
    this.starts.push(0)
  }

  /** Continues rows that are there; their memory is never written to. */
  static from({ starts, values }: Rows): RowsBuilder {
    const builder = new RowsBuilder()
    builder.starts = NumberList.from(words, starts)
    builder.values = NumberList.from(words, values)
    return builder
  }

  push(value: number): void {
    this.values.push(value)
  }

  endRow(): void {
    this.starts.push(this.values.length)
  }

  /** Appends rows `from .. to` of others. */
  appendRows(rows: Rows, from: number, to: number): void {
    const shift = this.values.length - rows.starts[from]!
    for (let row = from + 1; row <= to; row++) this.starts.push(rows.starts[row]! + shift)
    this.values.append(rows.values.subarray(rows.starts[from]!, rows.starts[to]!))
  }

  forEachOf(row: number, visit: (value: number) => void): void {
    for (let at = this.starts.at(row); at < this.starts.at(row + 1); at++) visit(this.values.at(at))
  }

  /** The rows so far, in the memory of this builder. */
  view(): Rows {
    return { starts: this.starts.view(), values: this.values.view() }
  }

  /** The rows so far, without much spare memory behind them. */
  build(): Rows {
    return { starts: this.starts.toArray(), values: this.values.toArray() }
  }
}

/** The values of a row, as a view. */
export function rowOf(rows: Rows, row: number): Uint32Array {
  return rows.values.subarray(rows.starts[row]!, rows.starts[row + 1]!)
}

export function rowLength(rows: Rows, row: number): number {
  return rows.starts[row + 1]! - rows.starts[row]!
}

/** Where each value of `rows` comes to lie in the rows turned around, and their starts. */
interface Turned {
  readonly rows: Rows
  /** `beside` in the order of the turned values. */
  readonly beside: Uint16Array
}

/**
 * Turns rows around: row `v` of the result lists the rows that hold `v`, ascending. Counting sort, O(values).
 * @param count how many rows the result has; every value is below it.
 */
export async function invertRows(rows: Rows, count: number, pacer: Pacer): Promise<Rows> {
  const { rows: turned } = await turnRows(rows, count, undefined, pacer)
  return turned
}

/** {@link invertRows}, and takes along what stands beside each value. */
export async function turnRows(
  rows: Rows,
  count: number,
  beside: Uint16Array | undefined,
  pacer: Pacer,
): Promise<Turned> {
  const starts = new Uint32Array(count + 1)
  await pacer.inTurns(rows.values.length, (at) => {
    starts[rows.values[at]! + 1]!++
  })
  await pacer.inTurns(count, (index) => {
    starts[index + 1]! += starts[index]!
  })
  const next = starts.slice(0, count)
  const values = new Uint32Array(rows.values.length)
  const turned = new Uint16Array(beside?.length ?? 0)
  await pacer.inTurns(rows.starts.length - 1, (row) => {
    for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++) {
      const place = next[rows.values[at]!]!++
      values[place] = row
      if (beside) turned[place] = beside[at]!
    }
  })
  return { rows: { starts, values }, beside: turned }
}
