const MULTIPLIER = 0x01000193

/** Longest range that can be hashed; no token of the published vocabularies is longer. */
export const LONGEST_RANGE_BYTES = 256

/** `POWERS[n]` is the n-th power of the multiplier, modulo 2^32. */
const POWERS: Int32Array = new Int32Array(LONGEST_RANGE_BYTES + 1)
POWERS[0] = 1
for (let exponent = 1; exponent <= LONGEST_RANGE_BYTES; exponent++) {
  POWERS[exponent] = Math.imul(POWERS[exponent - 1]!, MULTIPLIER)
}

/** @returns the hash of a string of bytes with one byte more. The hash of no bytes is 0. */
export function extendHash(hash: number, byte: number): number {
  return (Math.imul(hash, MULTIPLIER) + byte + 1) | 0
}

/**
 * Polynomial hashes, modulo 2^32, of all prefixes of one piece, from which the hash of any range follows in constant time. Equal bytes have equal
 * hashes; the reverse does not hold, so whoever looks a hash up compares the bytes.
 *
 * Source: R. M. Karp and M. O. Rabin, "Efficient randomized pattern-matching algorithms", 1987.
 */
export class PrefixHashes {
  #prefixes: Int32Array = new Int32Array(1024)

  /** Replaces the content by the hashes of `bytes[start, end)`. @returns the hash of all of it. */
  fill(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start
    if (length >= this.#prefixes.length) this.#prefixes = new Int32Array(length * 2)
    const prefixes = this.#prefixes
    let hash = 0
    for (let at = 0; at < length; at++) {
      hash = extendHash(hash, bytes[start + at]!)
      prefixes[at + 1] = hash
    }
    return hash
  }

  /** @returns the hash of the range `[from, to)` of the piece, counted from its start; at most `LONGEST_RANGE_BYTES` long. */
  range(from: number, to: number): number {
    return (this.#prefixes[to]! - Math.imul(this.#prefixes[from]!, POWERS[to - from]!)) | 0
  }
}

/** Spreads a hash over all its bits, the low ones included, so that they can index a table. */
export function mixHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}
