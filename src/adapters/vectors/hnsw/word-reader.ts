import { createHash, type Hash } from 'node:crypto'
import { readSync } from 'node:fs'
import { damagedGraph } from './graph-error.ts'

const BUFFER_BYTES = 1 << 22

/** Reads an open file from its start as 32-bit words in the machine's own order, and hashes it on the way. Memory: one buffer. */
export class WordReader {
  readonly #file: number
  readonly #hash: Hash = createHash('sha256')
  readonly #bytes: Uint8Array
  readonly #words: Uint32Array
  /** Bytes of the buffer that have been taken, and that have been read. */
  #taken = 0
  #filled = 0
  #total = 0

  /** @param mostWords the most that one call may take. */
  constructor(file: number, mostWords: number) {
    this.#file = file
    this.#bytes = new Uint8Array(Math.max(BUFFER_BYTES, 4 * mostWords))
    this.#words = new Uint32Array(this.#bytes.buffer)
  }

  /** The next words; they are overwritten by the next call. @throws PackgraphError `INDEX_INVALID` when the file ends before. */
  take(count: number): Uint32Array {
    if (this.#filled - this.#taken < 4 * count) this.#refill()
    if (this.#filled - this.#taken < 4 * count) throw damagedGraph(`the file ends early, after ${this.#total} bytes`)
    const start = this.#taken / 4
    this.#taken += 4 * count
    return this.#words.subarray(start, start + count)
  }

  /** @returns the file's size and SHA-256. @throws PackgraphError `INDEX_INVALID` when something is left. */
  end(): { readonly sizeBytes: number; readonly sha256: string } {
    if (this.#taken === this.#filled) this.#refill()
    if (this.#taken < this.#filled) throw damagedGraph('something follows the last element')
    return { sizeBytes: this.#total, sha256: this.#hash.digest('hex') }
  }

  #refill(): void {
    this.#bytes.copyWithin(0, this.#taken, this.#filled)
    this.#filled -= this.#taken
    this.#taken = 0
    while (this.#filled < this.#bytes.length) {
      const read = readSync(this.#file, this.#bytes, this.#filled, this.#bytes.length - this.#filled, null)
      if (read === 0) return
      this.#hash.update(this.#bytes.subarray(this.#filled, this.#filled + read))
      this.#filled += read
      this.#total += read
    }
  }
}
