import { mixHash } from './prefix-hashes.ts'

const SLOT_COUNT = 1 << 14
const LONGEST_CACHED_BYTES = 32

/**
 * Counts of pieces that took merging. Each piece has one slot, given by its hash, and takes it from whoever had it: memory is fixed (about 700 kB) and
 * nothing is allocated. A hit compares the bytes, so it is exact.
 */
export class PieceCache {
  readonly #bytes = new Uint8Array(SLOT_COUNT * LONGEST_CACHED_BYTES)
  readonly #hashes = new Int32Array(SLOT_COUNT)
  readonly #lengths = new Uint8Array(SLOT_COUNT)
  readonly #counts = new Uint8Array(SLOT_COUNT)

  /** @returns the count of `bytes[start, end)`, or 0 when it is not known. */
  get(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slot = mixHash(hash) & (SLOT_COUNT - 1)
    const length = end - start
    if (this.#hashes[slot] !== hash || this.#lengths[slot] !== length) return 0
    const cached = this.#bytes
    const offset = slot * LONGEST_CACHED_BYTES
    for (let at = 0; at < length; at++) if (cached[offset + at] !== bytes[start + at]) return 0
    return this.#counts[slot]!
  }

  /** Remembers a count of at least 1; pieces above 32 bytes are let go. */
  set(bytes: Uint8Array, start: number, end: number, hash: number, count: number): void {
    const length = end - start
    if (length > LONGEST_CACHED_BYTES) return
    const slot = mixHash(hash) & (SLOT_COUNT - 1)
    const offset = slot * LONGEST_CACHED_BYTES
    for (let at = 0; at < length; at++) this.#bytes[offset + at] = bytes[start + at]!
    this.#hashes[slot] = hash
    this.#lengths[slot] = length
    this.#counts[slot] = count
  }
}
