import { PackgraphError } from '../../../domain/errors.ts'
import { BestHits } from './best-hits.ts'
import { createKernel, type Kernel } from './kernel.ts'
import { quantise } from './quantise.ts'

const PAGE_BYTES = 65_536
const MAXIMUM_BYTES = 2 ** 32
const ROW_HEADER_BYTES = 8
const HIT_BYTES = 8
const BYTE_LEVELS = 127
/** Rows in one call of the kernel. The bar that rows must reach rises between calls, so short calls report fewer rows that turn out too weak. */
const ROWS_PER_SCAN = 1024
const GROWTH = 1.25
/** More than the 32-bit arithmetic of the kernel and the 32-bit fields of a row can add to the error of an estimated cosine. */
const ROUNDING_ERROR = 4e-6

/** Rows that may be among the best, each with the interval that its true cosine lies in. */
export interface Candidates {
  readonly rows: readonly number[]
  readonly lowest: readonly number[]
  readonly highest: readonly number[]
  /** The `limit`-th best of all lowest values: at least `limit` rows have a true cosine of this or more. */
  readonly floor: number
}

/**
 * The vectors as bytes in the kernel's memory, `8 + dimensions rounded up to 16` bytes a row; `kernel.wat` has the layout. The memory grows with the
 * rows and never shrinks.
 */
export class QuantisedRows {
  readonly #kernel: Kernel = createKernel()
  readonly #paddedDimensions: number
  readonly #rowBytes: number
  readonly #queryLevels: number
  readonly #hitsAddress: number
  readonly #rowsAddress: number
  #bytes!: Int8Array
  #words!: Int16Array
  #integers!: Int32Array
  #floats!: Float32Array

  constructor(dimensions: number) {
    this.#paddedDimensions = Math.ceil(dimensions / 16) * 16
    this.#rowBytes = ROW_HEADER_BYTES + this.#paddedDimensions
    // The query may be as fine as 16 bits allow as long as the largest possible dot product stays within 31.
    this.#queryLevels = Math.min(2 ** 15 - 1, Math.floor((2 ** 31 - 1) / (BYTE_LEVELS * this.#paddedDimensions)))
    this.#hitsAddress = 2 * this.#paddedDimensions
    this.#rowsAddress = this.#hitsAddress + ROWS_PER_SCAN * HIT_BYTES
    this.#refreshViews()
    this.reserve(0)
  }

  /**
   * Makes room for `rows` rows in all.
   *
   * @throws PackgraphError `INVALID_OPTION` when they need more than 4 GiB, or more than the system gives.
   */
  reserve(rows: number): void {
    const neededBytes = this.#rowsAddress + rows * this.#rowBytes
    const currentBytes = this.#kernel.memory.buffer.byteLength
    if (neededBytes <= currentBytes) return
    if (neededBytes > MAXIMUM_BYTES) throw this.#noRoom(rows, neededBytes)
    const wantedBytes = Math.min(MAXIMUM_BYTES, Math.max(neededBytes, GROWTH * currentBytes))
    try {
      this.#kernel.memory.grow(Math.ceil((wantedBytes - currentBytes) / PAGE_BYTES))
    } catch (cause) {
      throw this.#noRoom(rows, neededBytes, cause)
    }
    this.#refreshViews()
  }

  /** Writes a vector of the given Euclidean length to a row that has been reserved. */
  set(row: number, vector: Float32Array, length: number): void {
    const address = this.#addressOf(row)
    const { step, residual } = quantise(vector, BYTE_LEVELS, this.#bytes, address + ROW_HEADER_BYTES)
    this.#floats[address / 4] = length === 0 ? 0 : step / length
    // Cauchy and Schwarz: a dot product with the unit query cannot change by more than the length of what rounding took away.
    this.#floats[address / 4 + 1] = (length === 0 ? 0 : residual / length) + ROUNDING_ERROR
  }

  /** Copies a row over another one. */
  move(from: number, to: number): void {
    const start = this.#addressOf(from)
    this.#bytes.copyWithin(this.#addressOf(to), start, start + this.#rowBytes)
  }

  /**
   * Scans the first `rows` rows. Every row that can be among the `limit` best by true cosine is among the candidates: a row is left out only if its
   * highest possible cosine is below the lowest possible one of `limit` others. Cost: one pass over the rows.
   */
  findCandidates(query: Float32Array, queryLength: number, rows: number, limit: number): Candidates {
    const { step, residual } = quantise(query, this.#queryLevels, this.#words, 0)
    const queryScale = queryLength === 0 ? 0 : step / queryLength
    // Twice, because a quantised row can be up to twice as long as its vector.
    const queryError = queryLength === 0 ? 0 : (2 * residual) / queryLength
    const best = new BestHits(limit)
    const found = { rows: [] as number[], lowest: [] as number[], highest: [] as number[] }
    for (let first = 0; first < rows; first += ROWS_PER_SCAN) {
      const count = Math.min(ROWS_PER_SCAN, rows - first)
      const hits = this.#scan(first, count, queryScale, best.floor - queryError)
      for (let hit = 0; hit < hits; hit += 1) {
        const field = this.#hitsAddress / 4 + 2 * hit
        const row = first + this.#integers[field]!
        const estimate = this.#floats[field + 1]!
        const error = this.#floats[this.#addressOf(row) / 4 + 1]! + queryError
        found.rows.push(row)
        found.lowest.push(estimate - error)
        found.highest.push(estimate + error)
        best.offer(estimate - error, row)
      }
    }
    return { ...found, floor: best.floor }
  }

  #scan(firstRow: number, rows: number, queryScale: number, floor: number): number {
    const address = this.#addressOf(firstRow)
    return this.#kernel.scan(0, this.#paddedDimensions, address, rows, queryScale, floor, this.#hitsAddress)
  }

  #addressOf(row: number): number {
    return this.#rowsAddress + row * this.#rowBytes
  }

  /** The views die when the memory grows. */
  #refreshViews(): void {
    const { buffer } = this.#kernel.memory
    this.#bytes = new Int8Array(buffer)
    this.#words = new Int16Array(buffer)
    this.#integers = new Int32Array(buffer)
    this.#floats = new Float32Array(buffer)
  }

  #noRoom(rows: number, neededBytes: number, cause?: unknown): PackgraphError {
    const maximumRows = Math.floor((MAXIMUM_BYTES - this.#rowsAddress) / this.#rowBytes)
    return new PackgraphError(
      'INVALID_OPTION',
      `the exact vector index needs ${neededBytes} bytes for ${rows} vectors; ` +
        (cause === undefined
          ? `its limit is ${MAXIMUM_BYTES} bytes, ${maximumRows} vectors`
          : 'the system gave no more memory'),
      {
        facts: { rows, neededBytes, maximumBytes: MAXIMUM_BYTES, maximumRows },
        hint: 'Use the hnsw vector index, an embedder with fewer dimensions, or several index files.',
        cause,
      },
    )
  }
}
